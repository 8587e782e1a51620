/** Figures of all auctions, without a sample: in all, by account, bidder, media type, country and state, of the last minute. */
import { byId, grouped, h, millis, panel, percent, show } from './dom.js';
import { mergeKeys, mergeStates, mergeTotals } from './merge-rollups.js';
import { placeRows, SortableHead } from './table.js';

const MAX_ROWS = 25;
const EMPTY = 'No auction ended in the last minute. Figures appear a second after the first one.';
const HINT = 'every auction of the last minute; percentiles within 6 %';

/** Amounts of single impressions are small. */
const usd = (value) => (value === 0 ? '0' : value.toFixed(value < 10 ? 4 : 2));
const column = (name, by, shown, more = {}) => ({ name, kind: 'number', by, shown: (item) => shown(by(item)), ...more });
const percentiles = (latencyOf) => ['p50', 'p95', 'p99'].map((name) => column(name, (item) => latencyOf(item)[name], millis));

const AUCTIONS = column('Auctions', ({ auctions }) => auctions, grouped, { isShare: true });
const PROBLEMS = [
  column('Rejected', ({ rejected }) => rejected, grouped),
  column('Timeouts', ({ timeouts }) => timeouts, grouped),
  column('Errors', ({ errors }) => errors, grouped),
];
const BIDS = [
  column('Bids', ({ bids }) => bids, grouped),
  column('Bid rate', ({ withBids, auctions }) => withBids / auctions, percent),
  column('Won', ({ won }) => won, grouped),
  column('Win rate', ({ won, bids }) => won / bids, percent),
];
const REVENUE = column('Revenue, USD', ({ revenue }) => revenue, usd, { isShare: true });
/** Columns of traffic shaping. */
const SHAPING = [
  column('Calls saved', ({ saved }) => saved, grouped, { isOptional: true }),
  column('Lost, USD', ({ lostRevenue }) => lostRevenue, usd, { isOptional: true }),
];
const LATENCY = percentiles(({ latency }) => latency);
const KEY_COLUMNS = [AUCTIONS, ...PROBLEMS, ...BIDS, REVENUE, ...SHAPING, ...LATENCY];
const TOTAL_COLUMNS = [column('Wins', ({ wins }) => wins, grouped), ...KEY_COLUMNS.filter(({ isOptional }) => !isOptional)];
/** Calls go to bidders, not to media types. */
const MEDIA_COLUMNS = [AUCTIONS, ...BIDS, REVENUE, ...LATENCY];
const STATE_COLUMNS = [column('Auctions', ({ count }) => count, grouped), ...percentiles((state) => state)];

const DIMENSIONS = { accounts: 'Account', bidders: 'Bidder', mediaTypes: 'Media type', countries: 'Country' };
/** Dimensions whose keys the search for auctions knows. */
const SEARCHABLE = new Set(['accounts', 'bidders']);
/** Keys that stand for others. */
const NO_KEY = new Set(['other', 'unknown']);

export class Rollups {
  #store;
  /** The rollups of the last paint: others come once a second, events more often. */
  #drawn = [];
  #total = h('dl', { class: 'facts' });
  #states = new Figures('State', STATE_COLUMNS, ({ state }) => state);
  #keys;

  /** @param find searches for auctions with this account or bidder */
  constructor(store, find) {
    this.#store = store;
    this.#keys = Object.entries(DIMENSIONS).map(([name, title]) => [
      name,
      new Figures(title, name === 'mediaTypes' ? MEDIA_COLUMNS : KEY_COLUMNS, ({ key }) => key, SEARCHABLE.has(name) ? find : undefined),
    ]);
  }

  paint() {
    const recent = this.#store.recentRollups(Date.now());
    const isDrawn = recent.length === this.#drawn.length && recent.every((data, i) => data === this.#drawn[i]);
    if (isDrawn && recent.length > 0) return;
    this.#drawn = recent;
    if (recent.length === 0) {
      show(byId('view-rollups'), h('p', { class: 'panel empty' }, EMPTY));
      return;
    }
    this.#paintTotal(mergeTotals(recent));
    this.#states.fill(mergeStates(recent));
    for (const [name, figures] of this.#keys) figures.fill(mergeKeys(recent.map((data) => data[name])));
    // Panels stay in the page between paints: a sorted column keeps its focus.
    if (this.#states.element.parentElement === byId('view-rollups')) return;
    const keys = this.#keys.map(([, figures]) => figures.element);
    show(byId('view-rollups'), panel('All auctions', h('p', { class: 'hint' }, HINT), this.#total), keys, this.#states.element);
  }

  #paintTotal(total) {
    show(
      this.#total,
      TOTAL_COLUMNS.toSorted((a, b) => Number(b === AUCTIONS) - Number(a === AUCTIONS)).map(({ name, shown }) =>
        h('div', {}, h('dt', {}, name), h('dd', {}, shown(total))),
      ),
    );
  }
}

/** One sortable table of figures. Its order stays while the figures change. */
class Figures {
  #columns;
  #nameOf;
  #find;
  #head;
  #table;
  #body = h('tbody', {});
  #rows = new Map();
  #items = [];

  constructor(title, columns, nameOf, find) {
    this.#columns = columns;
    this.#nameOf = nameOf;
    this.#find = find;
    const optional = columns.map(({ isOptional, kind, ...more }) => ({ ...more, kind: isOptional ? `${kind} optional` : kind }));
    this.#head = new SortableHead([{ name: title, by: nameOf }, ...optional], () => this.#paint());
    this.#table = h('table', { class: 'by-key' }, this.#head.element, this.#body);
    this.element = panel(`By ${title.toLowerCase()}`, h('div', { class: 'scroll' }, this.#table));
  }

  fill(items) {
    this.#items = items;
    const isUsed = ({ isOptional, by }) => isOptional && items.some((item) => by(item) > 0);
    this.#table.classList.toggle('without-optional', !this.#columns.some(isUsed));
    this.#paint();
  }

  #paint() {
    const totals = new Map(this.#columns.map((column) => [column, this.#items.reduce((sum, item) => sum + column.by(item), 0)]));
    const rows = this.#head
      .sorted(this.#items)
      .slice(0, MAX_ROWS)
      .map((item) => [this.#nameOf(item), this.#row(item, totals)]);
    this.#rows = new Map(rows);
    placeRows(this.#body, [...this.#rows.values()]);
  }

  /** The row of the item, whose button stays in the page while figures change: it may have the focus, or a click may have begun on it. */
  #row(item, totals) {
    const row = this.#rows.get(this.#nameOf(item)) ?? h('tr', {}, h('th', { scope: 'row', class: 'clip' }, this.#name(item)));
    for (const cell of row.querySelectorAll('td')) cell.remove();
    row.append(...this.#columns.map((column) => this.#cell(column, item, totals.get(column))));
    return row;
  }

  /** A button that searches for its auctions, if there can be any. */
  #name(item) {
    const name = this.#nameOf(item);
    if (!this.#find || NO_KEY.has(name)) return name;
    return h('button', { type: 'button', class: 'sort', title: `Auctions of ${name}`, onclick: () => this.#find(name) }, name);
  }

  /** The background of a share is as wide as it is. */
  #cell({ name, kind, isShare, isOptional, by, shown }, item, total) {
    const classes = [kind, isShare && 'share', isOptional && 'optional'].filter(Boolean).join(' ');
    const cell = h('td', { class: classes, 'data-head': name }, shown(item));
    if (isShare && total > 0) cell.style.setProperty('--share', `${((by(item) / total) * 100).toFixed(1)}%`);
    return cell;
  }
}
