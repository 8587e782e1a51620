import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { toMediaType } from '../kit/media-type.ts';
import { floorNotInDollars } from '../kit/messages.ts';
import { readerOf } from '../kit/reader.ts';

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
  floor: { to: 'USD', error: (from) => badInput(floorNotInDollars(from)) },
  onBadImp: { floor: 'keep' },
  // Unreadable values are reported; the imp is sent with the rest.
  imp: ({ imp }, { errors }) => {
    const ext = readData(imp.ext);
    const own = readParams(isObject(imp.ext) ? imp.ext.bidder : undefined);
    for (const found of [ext, own]) if ('error' in found) errors.push(badInput(found.error));
    const gpid = 'error' in ext ? undefined : ext.value.data?.pbadslot;
    const placement = 'error' in own ? undefined : own.value.placementId;
    return { ext: { placement_id: placement ?? '', ...(gpid && { gpid }) } };
  },
  callWithoutImps: true,
  headers: 'json',
  response: {
    currency: { fixed: 'USD' },
    mediaType: ({ ext }) => {
      const found = readBidExt(ext);
      const type = 'error' in found ? undefined : toMediaType(found.value.mediatype ?? '');
      return type === 'audio' ? undefined : type;
    },
  },
  java: { onBadImp: { floor: 'keep-silently' } },
});
