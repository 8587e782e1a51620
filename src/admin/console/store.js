/** The console's state: recent auctions, figures over time, bidders, and the auctions in each state. */
import { Timeline } from './stats.js';

const MAX_AUCTIONS = 300;
const MAX_OTHERS = 100;
/** ms after which an auction without an end event counts as ended. */
const FORGOTTEN_MS = 60_000;

export const keyOf = ({ worker, auction }) => (worker === undefined ? String(auction) : `${worker}.${auction}`);

const freshBidder = (name) => ({ name, calls: 0, bids: 0, 'no-bid': 0, timeout: 0, error: 0, rejected: 0, won: 0 });

export class Store {
  auctions = new Map();
  bidders = new Map();
  timeline = new Timeline();
  edges = new Map();
  /** State → number of auctions rejected there. */
  rejections = new Map();
  others = [];
  recorded = [];
  settings = undefined;
  total = 0;
  /** Increases with every change; views compare it to decide whether to redraw. */
  version = 0;
  #session;

  take(message) {
    this.version++;
    if (message.type === 'settings') this.settings = message;
    if (message.type === 'hello') this.#begin(message.session);
    if (message.type !== 'event') return;
    const { kind } = message;
    if (kind === 'transition') this.#step(message);
    else if (kind === 'auction') this.#end(message);
    else if (kind !== 'bid' && kind !== 'bidder') this.#other(message);
  }

  /** State id → auctions in it now. */
  occupancy(now) {
    const counts = new Map();
    for (const record of this.auctions.values()) {
      if (record.data || record.left || now - record.at > FORGOTTEN_MS) continue;
      counts.set(record.state, (counts.get(record.state) ?? 0) + 1);
    }
    return counts;
  }

  /** A restarted host numbers its auctions from one again. */
  #begin(session) {
    if (this.#session !== undefined && this.#session !== session) this.auctions.clear();
    this.#session = session;
  }

  #record(message) {
    const key = keyOf(message);
    let record = this.auctions.get(key);
    if (!record) {
      record = { key, at: message.at, request: message.request, account: message.account, state: '', steps: [], data: undefined };
      this.auctions.set(key, record);
      if (this.auctions.size > MAX_AUCTIONS) this.auctions.delete(this.auctions.keys().next().value);
    }
    record.request = message.request || record.request;
    record.account = message.account ?? record.account;
    return record;
  }

  #step(message) {
    const { from, to, on } = message.data;
    const record = this.#record(message);
    record.state = to;
    record.steps.push(message.data);
    if (to.endsWith('.done') || to.endsWith('.rejected')) record.left = true;
    const edge = `${from}>${to}`;
    this.edges.set(edge, (this.edges.get(edge) ?? 0) + 1);
    record.lastOn = on;
  }

  #end(message) {
    const { data, at } = message;
    const record = this.#record(message);
    Object.assign(record, { data, at, left: true });
    this.total++;
    if (data.recording) this.recorded.push(message);
    const bucket = this.timeline.at(at);
    bucket.auctions++;
    if (data.end === 'rejected') {
      bucket.rejected++;
      const state = data.timeline.at(-1)?.state ?? 'validate';
      this.rejections.set(state, (this.rejections.get(state) ?? 0) + 1);
    }
    this.timeline.note(at, 'auction', data.tookMs);
    for (const { state, tookUs } of data.timeline) if (tookUs >= 0) this.timeline.note(at, `state ${state}`, tookUs / 1000);
    for (const outcome of data.bidders) this.#outcome(outcome, bucket, at);
    for (const bid of data.bids) if (bid.outcome === 'won') this.#bidder(bid.bidder).won++;
  }

  #bidder(name) {
    let bidder = this.bidders.get(name);
    if (!bidder) {
      bidder = freshBidder(name);
      this.bidders.set(name, bidder);
    }
    return bidder;
  }

  #outcome({ bidder: name, outcome = 'error', ms }, bucket, at) {
    const bidder = this.#bidder(name);
    bidder.calls++;
    bidder[outcome]++;
    bucket.calls++;
    if (outcome === 'bids') bucket.responded++;
    if (outcome === 'timeout') bucket.timeouts++;
    if (outcome === 'error') bucket.failed++;
    this.timeline.note(at, `bidder ${name}`, ms);
  }

  #other(message) {
    this.others.unshift(message);
    if (this.others.length > MAX_OTHERS) this.others.pop();
  }
}
