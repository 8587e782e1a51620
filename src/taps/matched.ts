/** The properties of an event that subscriptions compare. */
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionEnded, BidderEnded, BidEnded, Transition } from '#src/auction/publish.ts';
import { memo } from '#src/lang/memo.ts';
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

/** The matching properties that depend on the kind. */
export function fieldsOf({ kind, data }: BusEvent): MatchedFields {
  if (kind === 'auction') return auctionFields(data as AuctionEnded);
  if (kind === 'transition') return enteredFields((data as Transition).to);
  if (kind === 'bid') return outcomeFields((data as BidEnded).bidOutcome.bidOutcome);
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

const outcomeFields = memo((outcome: string): MatchedFields => ({ outcomes: [outcome] }));

/** Waiting states count as the state that waits. */
const enteredFields = memo((to: string): MatchedFields => {
  const [, state = to] = to.split('.');
  return { states: { [state.replace(/Waits$/, '')]: 0 } };
});
