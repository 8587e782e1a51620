import { z } from 'zod';
import type { ResponseExt } from '#src/openrtb/ext.ts';
import type { DeepReadonly } from '#src/openrtb/ortb.ts';
import type { AuctionConfig, TypedBid } from '../bidder.ts';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { unchecked } from '../kit/media-type.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import { status } from '../kit/status.ts';

const readBidExt = readerOf(z.object({ srv: z.object({ type: z.string(), networkName: z.string() }) }));
const readResponseExt = readerOf(
  z.object({ igi: z.array(z.object({ impid: z.string(), igs: z.array(z.object({ config: z.unknown() })) })) }),
);

function networkMeta({ ext }: SharedBid): Pick<TypedBid, 'meta'> | undefined {
  const found = readBidExt(ext);
  const networkName = 'error' in found ? '' : found.value.srv?.networkName;
  return networkName ? { meta: { networkName } } : undefined;
}

/** The first config of each interest group, by imp. */
function configsOf(ext: DeepReadonly<ResponseExt>, bidder: string): readonly AuctionConfig[] | undefined {
  const found = readResponseExt(ext);
  if ('error' in found) return undefined;
  const configs = (found.value.igi ?? []).flatMap(({ impid = '', igs }) => {
    const config = igs?.[0]?.config;
    return config === undefined ? [] : [{ impid, bidder, config }];
  });
  return configs.length > 0 ? configs : undefined;
}

export default defineBidder({
  code: 'criteo',
  endpoint: 'https://ssp-bidder.criteo.com/openrtb/pbs/auction/request?profile=230',
  maintainer: 'prebid@criteo.com',
  vendorId: 91,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  gpp: true,
  geoscope: ['global'],
  sync: {
    redirect: {
      url: 'https://ssp-sync.criteo.com/user-sync/redirect?gdprapplies={{.GDPR}}&gdpr={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}&profile=230',
      userMacro: '${CRITEO_USER_ID}',
    },
    iframe: {
      url: 'https://ssp-sync.criteo.com/user-sync/iframe?gdprapplies={{.GDPR}}&gdpr={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}&profile=230',
      userMacro: '${CRITEO_USER_ID}',
    },
  },
  params: where(
    z.object({
      zoneid: z.int().min(0).optional(),
      zoneId: z.int().min(0).optional(),
      networkid: z.int().min(0).optional(),
      networkId: z.int().min(0).optional(),
      pubid: z.string().min(1).optional(),
      uid: z.int().min(0).optional(),
    }),
    { anyOf: [has('zoneid'), has('zoneId'), has('networkid'), has('networkId')] },
  ),

  readParams: 'never',
  headers: 'none',
  status: status.s2,
  response: {
    currency: 'response',
    mediaType: (bid) => {
      const found = readBidExt(bid.ext);
      if ('error' in found) return badServer(`Missing ext.prebid.type in bid for impression : ${bid.impid}.`);
      return unchecked(bid, found.value.srv?.type ?? '');
    },
    onBadBid: 'abort',
    extras: networkMeta,
    auctionConfigs: (ext, { builder }) => configsOf(ext, builder.name),
  },
  java: { response: { auctionConfigs: undefined } },
});
