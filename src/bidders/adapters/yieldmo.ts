import { z } from 'zod';
import { isObject } from '#src/wire/merge.ts';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { toMediaType } from '../kit/media-type.ts';
import { floorIn } from '../kit/money.ts';
import { readerOf } from '../kit/reader.ts';
import { floorNotInDollars } from '../kit/texts.ts';

const params = z.object({ placementId: z.string() });

const readParams = readerOf(params);
const readData = readerOf(z.object({ data: z.object({ pbadslot: z.string() }) }));
const readBidExt = readerOf(z.object({ mediatype: z.string() }));

export default defineBidder({
  code: 'yieldmo',
  endpoint: 'https://ads.yieldmo.com/exchange/prebid-server',
  maintainer: 'prebid@yieldmo.com',
  vendorId: 173,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  openrtb: '2.6',
  sync: {
    redirect: {
      url: 'https://ads.yieldmo.com/pbsync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirectUri={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params,

  readParams: 'never',
  // What cannot be read or converted is told; the imp goes out with the rest.
  imp: ({ imp }, { info, errors, builder }) => {
    const floor = floorIn(info, imp, 'USD');
    // The Java variant does not tell of floors it cannot convert.
    if (typeof floor === 'string' && builder.dialect !== 'java') errors.push(badInput(floorNotInDollars(imp.bidfloorcur ?? '')));
    const ext = readData(imp.ext);
    const own = readParams(isObject(imp.ext) ? imp.ext.bidder : undefined);
    for (const found of [ext, own]) if (typeof found === 'string') errors.push(badInput(found));
    const gpid = typeof ext === 'string' ? undefined : ext.data?.pbadslot;
    const placement = typeof own === 'string' ? undefined : own.placementId;
    return { ...(typeof floor === 'object' && floor), ext: { placement_id: placement ?? '', ...(gpid && { gpid }) } };
  },
  headers: 'json',
  response: {
    currency: { fixed: 'USD' },
    mediaType: ({ ext }) => {
      const found = readBidExt(ext);
      const type = typeof found === 'string' ? undefined : toMediaType(found.mediatype ?? '');
      return type === 'audio' ? undefined : type;
    },
  },
});
