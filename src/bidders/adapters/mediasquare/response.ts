/** Responses in the server's own form. */
import { z } from 'zod';
import type { BidderError, MadeBids, MediaType, TypedBid } from '../../bidder.ts';
import { badServer } from '../../errors.ts';
import { mtypeOf } from '../../kit/media-type.ts';
import { filled } from '../../kit/objects.ts';
import { type Lenient, readerOf, readJson } from '../../kit/reader.ts';
import type { ResponseContext } from '../../kit/response-spec.ts';

const entry = z.object({
  id: z.string(),
  ad: z.string(),
  bid_id: z.string(),
  cpm: z.number(),
  currency: z.string(),
  creative_id: z.string(),
  width: z.int(),
  height: z.int(),
  burl: z.string(),
  adomain: z.array(z.string()),
  video: z.object({}),
  native: z.object({}),
  dsa: z.unknown(),
});
type Entry = Lenient<z.input<typeof entry>>;

const readBody = readerOf(z.object({ responses: z.array(entry) }));
const readDsa = readerOf(z.object({ adrender: z.int(), behalf: z.string(), paid: z.string() }));

/** What the variants read differently. */
export interface Reading {
  readonly unreadable: (cause: string) => BidderError;
  readonly empty: readonly BidderError[];
  readonly dsa: (dsa: unknown) => unknown;
}

const failed = (cause: string): BidderError => badServer(`<MakeBids> Unexpected status code: ${cause}`);

export const goReading: Reading = {
  unreadable: (cause) => failed(`406. Bad server response: ${cause}.`),
  empty: [failed('204. No responses found into body content.')],
  dsa: (dsa) => {
    const found = readDsa(dsa);
    return 'error' in found ? undefined : filled(found.value);
  },
};
export const javaReading: Reading = {
  unreadable: (cause) => badServer(`Failed to decode response: ${cause}`),
  empty: [],
  dsa: (dsa) => dsa,
};

function typeOf({ video, native }: Entry): MediaType {
  if (video) return 'video';
  return native ? 'native' : 'banner';
}

function toBid(one: Entry, reading: Reading): TypedBid {
  const type = typeOf(one);
  const { adomain } = one;
  const dsa = one.dsa === undefined ? undefined : reading.dsa(one.dsa);
  const bid = {
    id: one.id ?? '',
    impid: one.bid_id ?? '',
    price: one.cpm ?? 0,
    adm: one.ad,
    adomain: adomain && [...adomain],
    w: one.width,
    h: one.height,
    crid: one.creative_id,
    burl: one.burl,
    mtype: mtypeOf(type),
    ...(dsa !== undefined && { ext: { dsa } }),
  };
  return { bid, type, meta: filled({ mediaType: type, advertiserDomains: adomain }) };
}

export function readResponse({ response }: ResponseContext, reading: Reading): MadeBids {
  const found = readJson(response.body, readBody);
  if ('error' in found) return { errors: [reading.unreadable(found.error)] };
  const { responses = [] } = found.value;
  if (responses.length === 0) return { errors: reading.empty };
  const bids = responses.map((one) => toBid(one, reading));
  return { result: { currency: responses.at(-1)?.currency ?? '', bids }, errors: [] };
}
