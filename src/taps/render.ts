/** From an event of the bus to the JSON text of its data, as taps tell it. */
import type { AuctionEnded, BidderEnded, BidEnded, Transition } from '#src/auction/publish.ts';
import type { EventNotification } from '#src/events/notification.ts';
import type { SyncEvent } from '#src/sync/reports.ts';
import { toAuctionBodies, toAuctionData } from './auction-data.ts';
import { type Cut, fine, sentBids, toBid, toBodies, toCall, whole } from './calls.ts';
import type { BidderData, TransitionData } from './schemas.ts';

/** An event whose data has yet to become text. */
export interface Tellable {
  readonly kind: string;
  readonly data: object;
}

/** How much of an event somebody wants. */
export interface Wanted {
  readonly bodies: boolean;
  readonly recording: boolean;
}

/** JSON texts of one event's data. `bodies` and `recording` are there where wanted and where the kind has them. */
export interface Texts {
  readonly plain: string;
  readonly bodies?: string | undefined;
  readonly recording?: string | undefined;
}

/** What turns ended auctions into recordings; handed in, as this folder knows nothing of replays. */
export type RecordingOf = (ended: AuctionEnded) => object | undefined;

/** @param recordingOf finds what was recorded of an auction; undefined where nothing was */
export function render(event: Tellable, wanted: Wanted, cut: Cut, recordingOf: RecordingOf): Texts {
  if (event.kind === 'auction') return renderAuction(event.data as AuctionEnded, wanted, cut, recordingOf);
  if (event.kind === 'bidder') return renderBidder(event.data as BidderEnded, wanted, cut);
  if (event.kind === 'transition') return { plain: transitionText(event.data as Transition) };
  return { plain: JSON.stringify(toData(event)) };
}

function renderAuction(ended: AuctionEnded, { bodies, recording }: Wanted, cut: Cut, recordingOf: RecordingOf): Texts {
  const plain = JSON.stringify(toAuctionData(ended));
  const withBodies = bodies || recording ? withMember(plain, 'bodies', toAuctionBodies(ended.auction, cut)) : undefined;
  const recorded = recording ? recordingOf(ended) : undefined;
  return { plain, bodies: withBodies, recording: recorded && withBodies ? withMember(withBodies, 'recording', recorded) : undefined };
}

/** An object's text with one more member. */
const withMember = (text: string, name: string, value: object): string => `${text.slice(0, -1)},"${name}":${JSON.stringify(value)}}`;

function renderBidder({ auction, outcome }: BidderEnded, { bodies, recording }: Wanted, cut: Cut): Texts {
  const core = auction.tasks.find(({ bidder }) => bidder === outcome.bidder)?.core ?? outcome.bidder;
  const data: BidderData = {
    core,
    outcome: outcome.kind,
    ms: fine(outcome.ms),
    calls: outcome.calls.map(toCall),
    bids: sentBids(outcome),
  };
  const plain = JSON.stringify(data);
  const shown = bodies || recording;
  return {
    plain,
    bodies: shown
      ? withMember(
          plain,
          'bodies',
          outcome.calls.map((call) => toBodies(outcome.bidder, call, cut)),
        )
      : undefined,
  };
}

function toData({ kind, data }: Tellable): object {
  if (kind === 'bid') return toBid((data as BidEnded).fate);
  if (kind === 'event') return toNotification(data as EventNotification);
  return kind === 'sync' ? toSync(data as SyncEvent) : data;
}

/** Steps repeat: of each only the time is new. */
const steps = new Map<string, string>();

function transitionText({ from, to, on, atUs }: Transition): string {
  const key = `${from}>${to}:${on}`;
  let text = steps.get(key);
  if (text === undefined) {
    text = JSON.stringify({ from, to, on } satisfies Omit<TransitionData, 'atUs'>).slice(0, -1);
    steps.set(key, text);
  }
  return `${text},"atUs":${whole(atUs)}}`;
}

function toNotification({ event }: EventNotification): object {
  const { type, vtype, bidId, timestamp, integration, auctionId } = event;
  return { type, vtype, bidId, timestamp, integration, auctionId };
}

/** Ids of users stay here. */
function toSync(told: SyncEvent): object {
  const { type, status, errors } = told;
  if (told.type === 'setuid') return { type, status, errors, bidders: [{ bidder: told.bidder }], success: told.success };
  return { type, status, errors, bidders: told.bidderStatus.map(({ bidder, usersync }) => ({ bidder, type: usersync?.type })) };
}
