import { z } from 'zod';
import { badInput, generic } from './errors.ts';
import { defineBidder } from './kit/define.ts';
import { converted } from './kit/money.ts';
import { readerOf } from './kit/reader.ts';

const readBidExt = readerOf(z.object({ triplelift_pb: z.object({ format: z.int() }) }));

/** `format` of in-stream and in-banner video. */
const VIDEO_FORMATS: readonly number[] = [11, 12, 17];

export default defineBidder({
  code: 'triplelift',
  endpoint: 'https://tlx.3lift.com/s2s/auction?sra=1&supplier_id=20',
  maintainer: 'prebid@triplelift.com',
  vendorId: 28,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  openrtb: '2.6',
  gpp: true,
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://eb2.3lift.com/sync?gdpr={{.GDPR}}&cmp_cs={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '$UID',
    },
    redirect: {
      url: 'https://eb2.3lift.com/getuid?gdpr={{.GDPR}}&cmp_cs={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ inventoryCode: z.string(), floor: z.number().optional() }),

  imp: ({ imp, params }, { info }) => {
    if (!imp.banner && !imp.video) return generic('neither Banner nor Video object specified');
    const bidfloor = params.floor ?? imp.bidfloor ?? 0;
    const currency = imp.bidfloorcur ?? '';
    const patch = { tagid: params.inventoryCode, bidfloor };
    if (bidfloor <= 0) return patch;
    if (currency === '' || currency.toUpperCase() === 'USD') return { ...patch, bidfloorcur: 'USD' };
    const dollars = converted(info, bidfloor, currency, 'USD');
    if (typeof dollars === 'string') return badInput(`Unable to convert bid floor from ${currency} to USD: ${dollars}`);
    return { ...patch, bidfloor: dollars, bidfloorcur: 'USD' };
  },
  noImps: () => generic('No valid impressions for triplelift'),
  response: {
    currency: { fixed: 'USD' },
    mediaType: ({ ext }) => {
      const found = readBidExt(ext);
      if (typeof found === 'string') return generic(found);
      return VIDEO_FORMATS.includes(found.triplelift_pb?.format ?? 0) ? 'video' : 'banner';
    },
  },
});
