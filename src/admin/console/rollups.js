/** Figures of all auctions, without a sample: by account, bidder, media type, country and state, of the last minute. */
import { byId, grouped, h, millis, percent, show } from './dom.js';
import { SortableHead } from './table.js';

const DIMENSIONS = { accounts: 'Account', bidders: 'Bidder', mediaTypes: 'Media type', countries: 'Country' };
const MAX_ROWS = 25;
const EMPTY = 'No auction ended in the last minute. Figures appear a second after the first one.';
const HINT = 'last minute; percentiles of its slowest second';

const usd = (value) => value.toFixed(4);
const column = (name, by, shown) => ({ name, kind: 'number', by, shown: (item) => shown(by(item)) });
const percentiles = (latencyOf) => ['p50', 'p95', 'p99'].map((name) => column(name, (item) => latencyOf(item)[name], millis));

const KEY_COLUMNS = [
  column('Auctions', ({ auctions }) => auctions, grouped),
  column('Bids', ({ bids }) => bids, grouped),
  column('Bid rate', ({ withBids, auctions }) => withBids / auctions, percent),
  column('Won', ({ won }) => won, grouped),
  column('Win rate', ({ won, bids }) => won / bids, percent),
  column('Timeouts', ({ timeouts }) => timeouts, grouped),
  column('Revenue, USD', ({ revenue }) => revenue, usd),
  column('Calls saved', ({ saved }) => saved, grouped),
  column('Lost, USD', ({ lostRevenue }) => lostRevenue, usd),
  ...percentiles(({ latency }) => latency),
];
const STATE_COLUMNS = [column('Auctions', ({ count }) => count, grouped), ...percentiles((state) => state)];

export class Rollups {
  #store;
  #drawnVersion = -1;
  #states = new Figures('State', 'every auction, no sample', STATE_COLUMNS, ({ state }) => state);
  #keys = Object.entries(DIMENSIONS).map(([name, title]) => [name, new Figures(title, HINT, KEY_COLUMNS, ({ key }) => key)]);

  constructor(store) {
    this.#store = store;
  }

  paint() {
    if (this.#store.version === this.#drawnVersion) return;
    this.#drawnVersion = this.#store.version;
    const recent = this.#store.recentRollups(Date.now());
    if (recent.length === 0) {
      show(byId('view-rollups'), h('p', { class: 'panel empty' }, EMPTY));
      return;
    }
    this.#states.fill(mergeStates(recent));
    for (const [name, figures] of this.#keys) figures.fill(mergeKeys(recent.map((data) => data[name])));
    const panels = [this.#states, ...this.#keys.map(([, figures]) => figures)].map(({ element }) => element);
    // Panels stay in the page between paints: a sorted column keeps its focus.
    if (panels[0].parentElement !== byId('view-rollups')) show(byId('view-rollups'), panels);
  }
}

/** One sortable table of figures. Its order stays while the figures change. */
class Figures {
  #columns;
  #nameOf;
  #head;
  #body = h('tbody', {});
  #items = [];

  constructor(title, hint, columns, nameOf) {
    this.#columns = columns;
    this.#nameOf = nameOf;
    this.#head = new SortableHead([{ name: title, by: nameOf }, ...columns], () => this.#paint());
    const table = h('table', { class: 'bidders' }, this.#head.element, this.#body);
    this.element = h(
      'section',
      { class: 'panel', 'aria-label': `By ${title.toLowerCase()}` },
      h('div', { class: 'panel-head' }, h('h2', {}, `By ${title.toLowerCase()}`), h('p', { class: 'hint' }, hint)),
      h('div', { class: 'scroll' }, table),
    );
  }

  fill(items) {
    this.#items = items;
    this.#paint();
  }

  #paint() {
    const row = (item) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row', class: 'clip' }, this.#nameOf(item)),
        this.#columns.map(({ shown }) => h('td', { class: 'number' }, shown(item))),
      );
    show(this.#body, this.#head.sorted(this.#items).map(row));
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

/** Counts of states added up; percentiles of the slowest interval. */
function mergeStates(recent) {
  const states = new Map();
  for (const { state, count, p50, p95, p99 } of recent.flatMap((data) => data.states)) {
    const known = states.get(state) ?? { count: 0, p50: 0, p95: 0, p99: 0 };
    const slowest = { p50: Math.max(known.p50, p50), p95: Math.max(known.p95, p95), p99: Math.max(known.p99, p99) };
    states.set(state, { state, count: known.count + count, ...slowest });
  }
  return [...states.values()];
}
