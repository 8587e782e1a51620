import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { parseJson } from '#src/json/parse.ts';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer, generic, isError } from '../errors.ts';
import { auctionPrice, unwrapNative } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { mtypeUnsupported } from '../kit/messages.ts';
import { siteOrAppPatch } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedImp } from '../kit/spec.ts';

const readIds = readerOf(z.object({ bidder: z.object({ publisherId: z.string(), supplyId: z.string() }) }));

/** Publisher and supply of the first imp, which all imps share. */
function idsOf(imp: SharedImp | undefined): string {
  const found = readIds(imp?.ext);
  const { publisherId = '', supplyId = '' } = ('error' in found ? undefined : found.value.bidder) ?? {};
  return JSON.stringify([publisherId, supplyId]);
}

const BROKEN = /^\s*\{[^{}[\]]*"native"\s*:/;

/** Markup without its wrapping field `native`, which must be complete; other text stays. */
function nativeMarkup(adm: string): string | BidderError {
  if (isObject(parseJson(adm))) return unwrapNative(adm);
  return BROKEN.test(adm) ? generic('unable to unmarshal native adm') : adm;
}

export default defineBidder({
  code: 'stackadapt',
  endpoint: 'https://pbs.srv.stackadapt.com/br?publisher_id={{.PublisherID}}&supply_id={{.SupplyId}}',
  maintainer: 'pjs@stackadapt.com',
  vendorId: 238,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  gpp: true,
  compression: 'gzip',
  sync: {
    redirect: {
      url: 'https://sync.srv.stackadapt.com/sync?nid=pbs&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({
    publisherId: z.string().min(1),
    supplyId: z.string().min(1),
    placementId: z.string().min(1).optional(),
    banner: z.object({ expdir: z.array(z.int()).optional() }).optional(),
    bidfloor: z.number().min(0).optional(),
  }),

  onBadImp: 'abort',
  badParams: (cause, _, step, index) => badInput(`imp[${index}]: unable to unmarshal ${step === 'ext' ? 'ext' : 'bidder ext'}: ${cause}`),
  imp: (
    { imp: { banner }, params, index },
    {
      request: {
        imp: [first],
      },
    },
  ) => {
    const { publisherId = '', supplyId = '', placementId, bidfloor = 0, banner: { expdir = [] } = {} } = params;
    if (index > 0 && idsOf(first) !== JSON.stringify([publisherId, supplyId])) {
      return badInput(`imp[${index}]: all imps must have the same publisherId and supplyId`);
    }
    return {
      ...(placementId !== undefined && { tagid: placementId }),
      ...(bidfloor > 0 && { bidfloor, bidfloorcur: 'USD' }),
      ...(banner && expdir.length > 0 && { banner: { ...banner, expdir: expdir.map((one) => one ?? 0) } }),
    };
  },
  macros: ({ params: { publisherId, supplyId } }) => ({ PublisherID: publisherId, SupplyId: supplyId }),
  escapeMacros: 'query',
  request: ([first], { request }) =>
    siteOrAppPatch(request, ({ publisher }) => ({ publisher: { ...publisher, id: first?.params.publisherId ?? '' } })),
  response: {
    currency: 'response',
    mediaType: byMtype(undefined, ({ mtype }) => badServer(mtypeUnsupported(mtype))),
    bid: (bid, type) => {
      const adm = type === 'native' && bid.adm ? nativeMarkup(bid.adm) : bid.adm;
      return isError(adm) ? adm : { adm, ...auctionPrice('adm', 'nurl', 'burl')({ ...bid, adm }) };
    },
  },
});
