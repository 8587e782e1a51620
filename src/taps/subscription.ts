/** A tap's subscription, and whether it matches an event. */
import { z } from 'zod';
import type { Auction } from '#src/auction/auction.ts';
import { type BusEvent, EVENT_KINDS, type EventKind } from '#streams/events.ts';

const schema = z.strictObject({
  kinds: z
    .array(z.enum(EVENT_KINDS))
    .min(1)
    .max(EVENT_KINDS.length)
    .default([...EVENT_KINDS]),
  account: z.string().min(1).max(500).optional(),
  bidder: z.string().min(1).max(200).optional(),
  /** Number of the auction, or the id of its request. */
  auction: z.union([z.int().min(1), z.string().min(1).max(500)]).optional(),
  /** Share of auctions; all events of an auction are included or none. */
  sample: z.number().gt(0).max(1).default(1),
  bodies: z.boolean().default(false),
  recording: z.boolean().default(false),
});

export const subscriptionSchema = schema;
export type Subscription = Readonly<z.infer<typeof schema>>;

/** Knuth's multiplier: consecutive numbers are scattered. */
const SPREAD = 2654435761;
const RANGE = 2 ** 32;

/** Whether an auction is sampled; the same result for all its events. */
export const isSampled = (auction: number, share: number): boolean => share >= 1 || (Math.imul(auction, SPREAD) >>> 0) / RANGE < share;

/** A hash of a string, so that events with only a request id can be sampled. */
function numberOf(text: string): number {
  let number = 0;
  for (let i = 0; i < text.length; i++) number = (Math.imul(number, 31) + text.charCodeAt(i)) | 0;
  return number;
}

/** The properties an event is matched by. */
export type Matched = Pick<BusEvent, 'kind' | 'auction' | 'request' | 'account' | 'bidder'> & {
  /** Bidders of a finished auction. */
  readonly bidders?: readonly string[] | undefined;
};

/** An event of the bus with its matching properties. */
export function toMatched(event: BusEvent & { readonly bidders?: undefined }): Matched {
  if (event.kind !== 'auction') return event;
  const { auction } = event.data as { auction: Auction };
  const { kind, auction: number, request, account } = event;
  return { kind, auction: number, request, account, bidders: auction.tasks.map(({ bidder }) => bidder) };
}

/**
 * Whether a subscription matches an event. Events of the host itself (`admin`) match all filters except that of kinds; kinds without a
 * bidder (`transition`, `cache`, `sync`) match the bidder filter, auctions match it if the bidder took part.
 */
export function wants(wanted: Subscription, event: Matched): boolean {
  if (!wanted.kinds.includes(event.kind)) return false;
  if (event.kind === 'admin') return true;
  if (wanted.account !== undefined && event.account !== wanted.account) return false;
  if (wanted.auction !== undefined && event.auction !== wanted.auction && event.request !== wanted.auction) return false;
  if (wanted.bidder !== undefined && !concerns(event, wanted.bidder)) return false;
  if (wanted.sample >= 1) return true;
  const number = event.auction ?? (event.request === undefined ? undefined : numberOf(event.request));
  return number === undefined || isSampled(number, wanted.sample);
}

function concerns({ kind, bidder, bidders }: Matched, wanted: string): boolean {
  if (kind === 'auction') return bidders?.includes(wanted) ?? false;
  return bidder === undefined ? kind !== 'bid' && kind !== 'bidder' : bidder === wanted;
}

/** The kinds named by any of the subscriptions. */
export const kindsOf = (all: readonly Subscription[]): EventKind[] =>
  EVENT_KINDS.filter((kind) => all.some(({ kinds }) => kinds.includes(kind)));
