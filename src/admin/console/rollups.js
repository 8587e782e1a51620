/** Figures of all auctions, without a sample: by account, bidder, media type, country and state, of the last minute. */
import { byId, grouped, h, millis, percent, show } from './dom.js';

const DIMENSIONS = { accounts: 'Account', bidders: 'Bidder', mediaTypes: 'Media type', countries: 'Country' };
const COLUMNS = [
  'Auctions',
  'Bids',
  'Bid rate',
  'Won',
  'Win rate',
  'Timeouts',
  'Revenue, USD',
  'Calls saved',
  'Lost, USD',
  'p50',
  'p95',
  'p99',
];
const MAX_ROWS = 25;
const EMPTY = 'No auction ended in the last minute. Figures appear a second after the first one.';

export class Rollups {
  #store;
  #drawnVersion = -1;

  constructor(store) {
    this.#store = store;
  }

  paint() {
    if (this.#store.version === this.#drawnVersion) return;
    this.#drawnVersion = this.#store.version;
    const recent = this.#store.recentRollups(Date.now());
    const panels = Object.entries(DIMENSIONS).map(([name, title]) => keysPanel(title, mergeKeys(recent.map((data) => data[name]))));
    show(byId('view-rollups'), recent.length === 0 ? h('p', { class: 'panel empty' }, EMPTY) : [statesPanel(recent), ...panels]);
  }
}

/** Counts of several rollups added up by key; percentiles of the slowest interval. */
function mergeKeys(lists) {
  const merged = new Map();
  for (const figures of lists.flat()) {
    const sum = merged.get(figures.key);
    if (!sum) merged.set(figures.key, { ...figures, latency: { ...figures.latency } });
    else {
      for (const [name, value] of Object.entries(figures)) if (typeof value === 'number') sum[name] += value;
      for (const name of ['p50', 'p95', 'p99']) sum.latency[name] = Math.max(sum.latency[name], figures.latency[name]);
    }
  }
  return [...merged.values()].sort((a, b) => b.auctions - a.auctions).slice(0, MAX_ROWS);
}

const cells = (values) => values.map((value) => h('td', { class: 'number' }, value));

const table = (first, columns, rows) =>
  h(
    'table',
    { class: 'bidders' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, first),
        columns.map((name) => h('th', { scope: 'col', class: 'number' }, name)),
      ),
    ),
    h('tbody', {}, rows),
  );

const panel = (title, hint, content) =>
  h(
    'section',
    { class: 'panel', 'aria-label': title },
    h('div', { class: 'panel-head' }, h('h2', {}, title), h('p', { class: 'hint' }, hint)),
    h('div', { class: 'scroll' }, content),
  );

function keysPanel(title, keys) {
  const rows = keys.map(({ key, auctions, withBids, bids, won, timeouts, revenue, saved, lostRevenue, latency }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row', class: 'clip' }, key),
      cells([
        grouped(auctions),
        grouped(bids),
        percent(withBids / auctions),
        grouped(won),
        percent(won / bids),
        grouped(timeouts),
        revenue.toFixed(4),
        grouped(saved),
        lostRevenue.toFixed(4),
        ...[latency.p50, latency.p95, latency.p99].map(millis),
      ]),
    ),
  );
  return panel(`By ${title.toLowerCase()}`, 'last minute; percentiles of its slowest second', table(title, COLUMNS, rows));
}

function statesPanel(recent) {
  const states = new Map();
  for (const { state, count, p50, p95, p99 } of recent.flatMap((data) => data.states)) {
    const known = states.get(state) ?? { count: 0, p50: 0, p95: 0, p99: 0 };
    const slowest = { p50: Math.max(known.p50, p50), p95: Math.max(known.p95, p95), p99: Math.max(known.p99, p99) };
    states.set(state, { count: known.count + count, ...slowest });
  }
  const rows = [...states].map(([state, { count, p50, p95, p99 }]) =>
    h('tr', {}, h('th', { scope: 'row' }, state), cells([grouped(count), ...[p50, p95, p99].map(millis)])),
  );
  return panel('By state', 'every auction, no sample', table('State', ['Auctions', 'p50', 'p95', 'p99'], rows));
}
