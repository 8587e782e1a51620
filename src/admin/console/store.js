/** The console's state: recent auctions, figures over time, bidders, and the auctions in each state. */
import { Timeline } from './stats.js';

const MAX_AUCTIONS = 300;
const MAX_OTHERS = 100;
/** ms rollups are kept for the view of figures. */
const ROLLUPS_MS = 60_000;
/** ms after which an auction without an end event counts as ended. */
const FORGOTTEN_MS = 60_000;

const keyOf = ({ worker, auction }) => (worker === undefined ? String(auction) : `${worker}.${auction}`);

/** Number of auctions that a sampled event stands for. */
const weightOf = ({ share = 1 }) => 1 / share;

const freshBidder = (name) => ({ name, calls: 0, bids: 0, timeout: 0, error: 0, rejected: 0, won: 0 });

export class Store {
  auctions = new Map();
  bidders = new Map();
  timeline = new Timeline();
  edges = new Map();
  others = [];
  recorded = [];
  settings = undefined;
  /** Increases with every change; views compare it to decide whether to redraw. */
  version = 0;
  #session;
  /** Estimates from weighted samples. */
  #ended = 0;
  #rejected = new Map();
  /** Worker and start of its counts → its last rollup: counts of all auctions, without a sample. */
  #rollups = new Map();
  #recent = [];

  /** Number of ended auctions: counted by the host, and estimated only until its first rollup. */
  get total() {
    if (this.#rollups.size === 0) return Math.round(this.#ended);
    return [...this.#rollups.values()].reduce((all, { sum }) => all + sum.auctions, 0);
  }

  /** Number of auctions rejected in a state. The host counts all rejections; a sample shows how they are divided among states. */
  rejectedIn(state) {
    const seen = [...this.#rejected.values()].reduce((all, count) => all + count, 0);
    const counted = [...this.#rollups.values()].reduce((all, { sum }) => all + sum.rejected, 0);
    const share = (this.#rejected.get(state) ?? 0) / seen || 0;
    return Math.round(share * (this.#rollups.size === 0 ? seen : counted));
  }

  /** Rollups of the last minute. */
  recentRollups(now) {
    return this.#recent.filter(({ to }) => now - to < ROLLUPS_MS);
  }

  /** Accounts of the stored auctions, and the busiest ones of the last minute. */
  accounts() {
    const listed = [...this.auctions.values()].map(({ account }) => account);
    const counted = this.recentRollups(Date.now()).flatMap(({ accounts }) => accounts.map(({ key }) => key));
    return [...new Set([...counted, ...listed])].filter((account) => account && account !== 'unknown' && account !== 'other').sort();
  }

  take(message) {
    this.version++;
    if (message.type === 'settings') this.settings = message;
    if (message.type === 'hello') this.#begin(message.session);
    if (message.type !== 'event') return;
    const { kind } = message;
    if (kind === 'transition') this.#step(message);
    else if (kind === 'auction') this.#end(message);
    else if (kind === 'rollup') this.#rollUp(message);
    else if (kind !== 'bid' && kind !== 'bidder') this.#other(message);
  }

  /** Adds an auction that the current search found. It stays listed, and is not counted: it is part of the other events. */
  takeFound(message) {
    if (message.type !== 'event' || message.kind !== 'auction') return;
    this.version++;
    const record = this.#record(message);
    record.isFound = true;
    if (!record.data) Object.assign(record, { data: message.data, at: message.at, left: true });
  }

  /** A new search begins. */
  forgetFound() {
    for (const record of this.auctions.values()) record.isFound = false;
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
      if (this.auctions.size > MAX_AUCTIONS) this.auctions.delete(this.#oldest());
    }
    record.request = message.request || record.request;
    record.account = message.account ?? record.account;
    return record;
  }

  /** The key of the oldest auction, found ones last. */
  #oldest() {
    for (const [key, { isFound }] of this.auctions) if (!isFound) return key;
    return this.auctions.keys().next().value;
  }

  #step(message) {
    const { from, to, on } = message.data;
    const record = this.#record(message);
    record.state = to;
    record.steps.push(message.data);
    if (to.endsWith('.done') || to.endsWith('.rejected')) record.left = true;
    const edge = `${from}>${to}`;
    this.edges.set(edge, (this.edges.get(edge) ?? 0) + weightOf(message));
    record.lastOn = on;
  }

  #end(message) {
    const { data, at } = message;
    const record = this.#record(message);
    Object.assign(record, { data, at, left: true });
    this.#ended += weightOf(message);
    if (data.recording) this.recorded.push(message);
    if (data.end === 'rejected') this.#reject(data.timeline.at(-1)?.state ?? 'validate', weightOf(message));
    this.timeline.note(at, 'auction', data.tookMs);
    for (const { state, tookUs } of data.timeline) if (tookUs >= 0) this.timeline.note(at, `state ${state}`, tookUs / 1000);
    for (const { bidder, ms } of data.bidders) this.timeline.note(at, `bidder ${bidder}`, ms);
  }

  #reject(state, weight) {
    this.#rejected.set(state, (this.#rejected.get(state) ?? 0) + weight);
  }

  /** Counts of an interval over all auctions of a worker. */
  #rollUp({ worker, data }) {
    this.#rollups.set(`${worker}:${data.since}`, data);
    this.#recent = [...this.recentRollups(data.to), data];
    const bucket = this.timeline.at(data.to);
    const { auctions, rejected, calls, timeouts, errors } = data.total;
    bucket.auctions += auctions;
    bucket.rejected += rejected;
    bucket.calls += calls;
    bucket.timeouts += timeouts;
    bucket.failed += errors;
    for (const figures of data.bidders) {
      bucket.responded += figures.withBids;
      this.#addBidder(figures);
    }
  }

  #addBidder({ key, calls, withBids, timeouts, errors, rejected, won }) {
    const bidder = this.#bidder(key);
    bidder.calls += calls;
    bidder.bids += withBids;
    bidder.timeout += timeouts;
    bidder.error += errors;
    bidder.rejected += rejected;
    bidder.won += won;
  }

  #bidder(name) {
    let bidder = this.bidders.get(name);
    if (!bidder) {
      bidder = freshBidder(name);
      this.bidders.set(name, bidder);
    }
    return bidder;
  }

  /** Requests that admission control rejected are no auctions: rollups do not count them. */
  #countRejected(at, { live, wait, age }) {
    this.timeline.at(at).unstarted += live + wait + age;
  }

  #other(message) {
    if (message.data.action === 'requests rejected') this.#countRejected(message.at, message.data);
    this.others.unshift(message);
    if (this.others.length > MAX_OTHERS) this.others.pop();
  }
}
