/** Renders an event of the bus as the JSON data of taps. */
import { coreOf } from '#src/auction/bidder-task.ts';
import type { AuctionEnded, BidderEnded, BidEnded, Transition } from '#src/auction/publish.ts';
import type { EventNotification } from '#src/events/notification.ts';
import { flat } from '#src/lang/flat.ts';
import type { SyncEvent } from '#src/sync/reports.ts';
import { auctionJson, toAuctionBodies } from './auction-data.ts';
import { bidJson } from './bids-json.ts';
import { roundedMs, sentBids, type Truncate, toBodies, toCall, toInteger } from './calls.ts';
import type { BidderData, TransitionData } from './schemas.ts';

/** An event before serialization. */
export interface RenderableEvent {
  readonly kind: string;
  readonly data: object;
}

/** The requested level of detail of an event. */
export interface Wanted {
  readonly bodies: boolean;
  readonly recording: boolean;
}

/** JSON of one event's data. `bodies` and `recording` are present if requested and if the kind has them. */
export interface RenderedEvent {
  readonly plain: string;
  readonly bodies?: string | undefined;
  readonly recording?: string | undefined;
}

/** Converts finished auctions to recordings; injected, because this folder is independent of replays. */
export type RecordingOf = (ended: AuctionEnded) => object | undefined;

/** @param recordingOf finds the recording of an auction; undefined if there is none */
export function render(event: RenderableEvent, wanted: Wanted, truncate: Truncate, recordingOf: RecordingOf): RenderedEvent {
  if (event.kind === 'auction') return renderAuction(event.data as AuctionEnded, wanted, truncate, recordingOf);
  if (event.kind === 'bidder') return renderBidder(event.data as BidderEnded, wanted, truncate);
  if (event.kind === 'transition') return { plain: transitionJson(event.data as Transition) };
  if (event.kind === 'bid') return { plain: bidJson(event.data as BidEnded) };
  return { plain: JSON.stringify(toData(event)) };
}

function renderAuction(ended: AuctionEnded, { bodies, recording }: Wanted, truncate: Truncate, recordingOf: RecordingOf): RenderedEvent {
  const plain = auctionJson(ended);
  const withBodies = bodies || recording ? withField(plain, 'bodies', toAuctionBodies(ended.auction, truncate)) : undefined;
  const recorded = recording ? recordingOf(ended) : undefined;
  return { plain, bodies: withBodies, recording: recorded && withBodies ? withField(withBodies, 'recording', recorded) : undefined };
}

/** An object's JSON with an additional field. */
const withField = (text: string, name: string, value: object): string => `${text.slice(0, -1)},"${name}":${JSON.stringify(value)}}`;

function renderBidder({ auction, outcome }: BidderEnded, { bodies, recording }: Wanted, truncate: Truncate): RenderedEvent {
  const data: BidderData = {
    core: coreOf(outcome, auction.tasks),
    outcome: outcome.kind,
    ms: roundedMs(outcome.ms),
    calls: outcome.calls.map(toCall),
    bids: sentBids(outcome),
  };
  const plain = JSON.stringify(data);
  const shown = bodies || recording;
  return {
    plain,
    bodies: shown
      ? withField(
          plain,
          'bodies',
          outcome.calls.map((call) => toBodies(outcome.bidder, call, truncate)),
        )
      : undefined,
  };
}

function toData({ kind, data }: RenderableEvent): object {
  if (kind === 'event') return toNotification(data as EventNotification);
  return kind === 'sync' ? toSync(data as SyncEvent) : data;
}

/** A step without its time. */
interface Step {
  readonly from: string;
  readonly on: string;
  /** Its JSON without the end. */
  readonly json: string;
}

/** By target state. Steps repeat: only their time varies. */
const steps = new Map<string, Step[]>();

function stepOf({ from, to, on }: Transition): Step {
  let known = steps.get(to);
  if (!known) {
    known = [];
    steps.set(to, known);
  }
  for (const step of known) if (step.from === from && step.on === on) return step;
  const step = { from, on, json: flat(JSON.stringify({ from, to, on } satisfies Omit<TransitionData, 'atUs'>).slice(0, -1)) };
  known.push(step);
  return step;
}

const transitionJson = (step: Transition): string => `${stepOf(step).json},"atUs":${toInteger(step.atUs)}}`;

function toNotification({ event }: EventNotification): object {
  const { type, vtype, bidId, timestamp, integration, auctionId } = event;
  return { type, vtype, bidId, timestamp, integration, auctionId };
}

/** User ids are not published. */
function toSync(reported: SyncEvent): object {
  const { type, status, errors } = reported;
  if (reported.type === 'setuid') return { type, status, errors, bidders: [{ bidder: reported.bidder }], success: reported.success };
  return { type, status, errors, bidders: reported.bidderStatus.map(({ bidder, usersync }) => ({ bidder, type: usersync?.type })) };
}
