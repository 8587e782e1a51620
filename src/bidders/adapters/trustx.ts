import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { badInput, badServer } from '../errors.ts';
import { withMetaInExt } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, OPENRTB_26 } from '../kit/headers.ts';
import { byMtype, extString } from '../kit/media-type.ts';
import { badServerResponse } from '../kit/messages.ts';
import { filled } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { ImpPatch } from '../kit/spec.ts';

const readImpExt = readerOf(
  z.object({
    data: z.object({ pbadslot: z.string(), adserver: z.object({ name: z.string(), adslot: z.string() }) }),
    gpid: z.string(),
  }),
);

/** The fields of `imp.ext` that the exchange takes. */
function knownFields(ext: { readonly [key: string]: unknown }): NonNullable<ImpPatch['ext']> {
  const found = readImpExt(ext);
  const { data } = 'error' in found ? {} : found.value;
  const { srv, bidder, gpid } = ext;
  const adserver = data?.adserver && filled({ name: data.adserver.name, adslot: data.adserver.adslot });
  const known = { srv, bidder, data: data && filled({ pbadslot: data.pbadslot, adserver }), gpid };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

const videoOf = ({ dur = 0, cat = [] }: SharedBid, type: string) =>
  type === 'video' ? { video: { duration: Math.max(dur, 0), primary_category: cat[0] ?? '' } } : {};

export default defineBidder({
  code: 'trustx',
  endpoint: 'https://ads.trustx.org/pbs',
  maintainer: 'prebid@trustx.org',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe: {
      url: 'https://static.cdn.trustx.org/x/user_sync.html?source=pbs&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
    redirect: {
      url: 'https://sync.trustx.org/usync-pbs?us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ uid: z.int().optional(), keywords: z.record(z.string(), z.unknown()).optional() }),

  readParams: 'never',
  imp: ({ imp: { ext } }) => {
    const found = readImpExt(ext);
    const slot = 'error' in found ? undefined : found.value.data?.adserver?.adslot;
    return slot && isObject(ext) ? { ext: { ...knownFields(ext), gpid: slot } } : undefined;
  },
  headers: (_, { request: { site, device } }) => ({
    ...OPENRTB_26,
    Referer: site?.ref,
    Origin: site?.domain,
    ...deviceHeaders(device, { ip: 'ipv6 or ip' }),
  }),
  response: {
    unreadable: () => badServer(badServerResponse),
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video'], ({ mtype = 0 }) => badServer(`Unsupported MType: ${mtype}`)),
    extras: (bid, type) => {
      const networkName = extString(bid, 'bidder.trustx.networkName');
      return { ...videoOf(bid, type), ...(networkName && { meta: { networkName } }) };
    },
  },
  java: {
    imp: ({ imp: { ext } }) => {
      const found = readImpExt(ext);
      if ('error' in found || !isObject(ext)) return undefined;
      const slot = found.value.data?.adserver?.adslot;
      return { ext: { ...knownFields(ext), ...(slot && { gpid: slot }) } };
    },
    response: {
      mediaType: byMtype(['banner', 'video'], ({ id, mtype }) =>
        badInput(mtype === undefined ? `Missing MType for bid: ${id}` : `Unsupported MType: ${mtype}`),
      ),
      bid: (bid) => {
        const networkName = extString(bid, 'bidder.trustx.networkName');
        return networkName ? { ext: withMetaInExt(bid.ext, { networkName }) } : undefined;
      },
      extras: (bid, type) => videoOf(bid, type),
    },
  },
});
