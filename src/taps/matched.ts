/** The properties of an event that subscriptions compare. */
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionEnded, BidderEnded, BidEnded, Transition } from '#src/auction/publish.ts';
import type { BusEvent } from '#streams/events.ts';

export type Matched = Pick<BusEvent, 'kind' | 'auction' | 'request' | 'account' | 'bidder'> & {
  /** Bidders of a finished auction. */
  readonly bidders?: readonly string[] | undefined;
  /** Of a finished auction: its end, and the outcomes of its bidders; of a bidder or a bid: its own. */
  readonly outcomes?: readonly string[] | undefined;
  /** Duration of a finished auction or of a bidder. */
  readonly ms?: number | undefined;
  /** States passed, with the ms spent there; of a transition the state entered. */
  readonly states?: Readonly<Record<string, number>> | undefined;
};

type MatchedFields = Pick<Matched, 'bidders' | 'outcomes' | 'ms' | 'states'>;

const NONE: MatchedFields = {};

/** An event of the bus with its matching properties. One literal: an auction has dozens of events. */
export function toMatched(event: BusEvent): Matched {
  const { bidders, outcomes, ms, states } = fieldsOf(event);
  const { kind, auction, request, account, bidder } = event;
  return { kind, auction, request, account, bidder, bidders, outcomes, ms, states };
}

/** The matching properties that depend on the kind. */
export function fieldsOf({ kind, data }: BusEvent): MatchedFields {
  if (kind === 'auction') return auctionFields(data as AuctionEnded);
  if (kind === 'transition') return transitionFields(data as Transition);
  if (kind === 'bid') return bidFields(data as BidEnded);
  if (kind !== 'bidder') return NONE;
  const { outcome } = data as BidderEnded;
  return { outcomes: [outcome.kind], ms: outcome.ms };
}

function auctionFields({ auction, tookMs }: AuctionEnded): MatchedFields {
  const states: Record<string, number> = {};
  for (const { state, tookUs } of auction.timeline) states[state] = Math.max(0, tookUs / 1000);
  return { bidders: auction.tasks.map(({ bidder }) => bidder), outcomes: outcomesOf(auction), ms: tookMs, states };
}

/** `problem`: the auction was rejected, its status is an error, or a bidder failed or was late. A rejected bidder does not count here. */
function outcomesOf({ rejection, clientResponse, outcomes }: Auction): string[] {
  const found = new Set<string>();
  for (const { kind } of outcomes) if (kind !== 'rejected') found.add(kind);
  found.add(rejection ? 'rejected' : 'done');
  if (rejection || (clientResponse?.status ?? 0) >= 400 || found.has('timeout') || found.has('error')) found.add('problem');
  return [...found];
}

/** Outcomes of bids repeat: one object each. */
const bidsEnded = new Map<string, MatchedFields>();

function bidFields({ bidOutcome: { bidOutcome } }: BidEnded): MatchedFields {
  let fields = bidsEnded.get(bidOutcome);
  if (!fields) {
    fields = { outcomes: [bidOutcome] };
    bidsEnded.set(bidOutcome, fields);
  }
  return fields;
}

/** States repeat: one object each. */
const entered = new Map<string, MatchedFields>();

/** Waiting states count as the state that waits. */
function transitionFields({ to }: Transition): MatchedFields {
  let fields = entered.get(to);
  if (!fields) {
    const [, state = to] = to.split('.');
    fields = { states: { [state.replace(/Waits$/, '')]: 0 } };
    entered.set(to, fields);
  }
  return fields;
}
