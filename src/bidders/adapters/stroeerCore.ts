import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { Bid } from '#src/openrtb/ortb.ts';
import type { BidderError, MediaType, TypedBid } from '../bidder.ts';
import { badInput, badServer, isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { type Lenient, readerOf, readJson } from '../kit/reader.ts';
import { statusPolicy } from '../kit/status.ts';

const bidShape = z.object({
  id: z.string(),
  bidId: z.string(),
  cpm: z.number(),
  width: z.int(),
  height: z.int(),
  ad: z.string(),
  crid: z.string(),
  mtype: z.string(),
  adomain: z.array(z.string()),
  ext: z.unknown(),
  dsa: z.unknown(),
});
const readResponse = readerOf(z.object({ bids: z.array(bidShape) }));

type OwnBid = Lenient<z.input<typeof bidShape>>;

const TYPES = new Map<string | undefined, MediaType>([
  ['banner', 'banner'],
  ['video', 'video'],
]);

/** A bid of the exchange's own format as OpenRTB; the error of an unknown type. */
function typedBid({ id = '', bidId = '', cpm = 0, width, height, ad, crid, mtype, adomain, ext, dsa }: OwnBid): TypedBid | BidderError {
  const type = TYPES.get(mtype);
  if (!type) return badServer(`Bid media type error: unable to determine media type for bid with id "${bidId}"`);
  const extended = dsa === undefined || dsa === null ? ext : { ...(isObject(ext) ? ext : {}), dsa };
  const fields = { w: width, h: height, adm: ad, crid, adomain: adomain?.map((one) => one ?? '') };
  return { bid: { id, impid: bidId, price: cpm, ...fields, mtype: type === 'banner' ? 1 : 2, ext: extended as Bid['ext'] }, type };
}

export default defineBidder({
  code: 'stroeerCore',
  endpoint: 'http://mhb.adscale.de/s2sdsh',
  maintainer: 'help@cz.stroeer-labs.com',
  vendorId: 136,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  disabled: true,
  sync: {
    iframe: {
      url: 'https://js.adscale.de/pbsync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redirect={{.RedirectURL}}',
      userMacro: '',
    },
    redirect: { url: 'https://ih.adscale.de/uu?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&cburl={{.RedirectURL}}', userMacro: '' },
  },
  params: z.object({ sid: z.string() }),

  onBadImp: 'keep',
  imp: ({ params: { sid } }) => ({ tagid: sid }),
  callWithoutImps: true,
  status: statusPolicy({ other: 'Unexpected http status code: %d.', badInput: [], noContent: 'as-other' }),
  parse: ({ response: { body }, errors }) => {
    const found = readJson(body, readResponse);
    if ('error' in found) return { errors: [badServer(found.error)] };
    const bids: TypedBid[] = [];
    for (const bid of found.value.bids ?? []) {
      const typed = bid && typedBid(bid);
      if (isError(typed)) errors.push(typed);
      else if (typed) bids.push(typed);
    }
    return { result: { currency: 'EUR', bids }, errors: [] };
  },
  java: {
    onBadImp: 'drop',
    badParams: (cause, { id }) => badInput(`${cause}. Ignore imp id = ${id}.`),
    reportImpErrors: 'without-calls',
    callWithoutImps: false,
  },
});
