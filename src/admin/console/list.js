/** The list of auctions: newest first or sorted by a column, filtered by text, navigated by keys. */
import { byId, chip, clock, h, millis, show } from './dom.js';
import { passes } from './filters.js';
import { hasFocus, openable, placeRows, SortableHead } from './table.js';

const MAX_ROWS = 120;
/** ms an auction must have been running before it is listed: most end earlier. */
const SLOW_MS = 150;
/** ms for which updates wait after the pointer moved over the rows. */
const AIM_MS = 1000;

const price = ({ price: cpm, currency = '' }) => `${cpm.toFixed(2)} ${currency}`.trim();

/** The highest bid that reached the caller. */
function bestBid({ bids }) {
  const accepted = bids.filter(({ outcome }) => outcome === 'won' || outcome === 'returned');
  return accepted.toSorted((a, b) => b.price - a.price)[0];
}

/** The best bid and the number of bids. */
function bidSummary(data) {
  const { bids, bidders } = data;
  const best = bestBid(data);
  if (bidders.length === 0) return 'no bidder called';
  if (!best) return bids.length > 0 ? `${bids.length} bids, none accepted` : 'no bid';
  return `${bids.length} bid${bids.length > 1 ? 's' : ''} · ${best.bidder} ${price(best)}`;
}

const hasProblem = (data) =>
  data.end === 'rejected' || data.status >= 400 || data.bidders.some(({ outcome }) => outcome === 'timeout' || outcome === 'error');

const SHOWN = {
  all: () => true,
  bids: ({ data }) => data?.bids.length > 0,
  problems: ({ data }) => data && hasProblem(data),
  rejected: ({ data }) => data?.end === 'rejected',
};

function endChip({ end, status, rejection }) {
  if (end === 'done') return chip('done', 'good');
  return chip(rejection ? `${rejection.kind} ${status}` : String(status), 'bad');
}

/** How the auction ended, and bidders with errors. */
function endOf(data) {
  const count = (wanted) => data.bidders.filter(({ outcome }) => outcome === wanted).length;
  const [late, failed] = [count('timeout'), count('error')];
  const troubles = [late > 0 && chip(`${late} timed out`, 'warn'), failed > 0 && chip(`${failed} failed`, 'bad')];
  return h('span', { class: 'chips' }, endChip(data), troubles);
}

const COLUMNS = [
  { name: 'Time', by: ({ at }) => at },
  { name: 'Request', by: ({ request = '' }) => request },
  { name: 'Account', kind: 'minor', by: ({ account }) => account },
  { name: 'Endpoint', kind: 'minor', by: ({ data }) => data?.endpoint },
  { name: 'Duration', kind: 'number', by: ({ data }) => data?.tookMs },
  { name: 'Bids', kind: 'bids', by: ({ data }) => data && bestBid(data)?.price },
  { name: 'Result', kind: 'end', by: ({ data }) => data?.status },
];

export class List {
  #rows = new Map();
  #body = h('tbody', {});
  #empty = h('p', { class: 'empty' });
  #head;
  #selected;
  #isPressed = false;
  #aimedAt = 0;

  /** @param onSort redraws the list in its new order */
  constructor(onSort) {
    this.#head = new SortableHead(COLUMNS, onSort, { name: 'Time', isDescending: true });
    this.#followPointer();
    show(byId('list'), h('table', { class: 'auctions' }, this.#head.element, this.#body), this.#empty);
  }

  /** Whether a row is pressed or may be about to be: updates wait then, because a row that moves under the pointer loses the click. */
  isAimedAt(now) {
    return this.#isPressed || now - this.#aimedAt < AIM_MS;
  }

  #followPointer() {
    this.#body.addEventListener('pointermove', () => {
      this.#aimedAt = Date.now();
    });
    this.#body.addEventListener('pointerdown', () => {
      this.#isPressed = true;
    });
    for (const end of ['pointerup', 'pointercancel', 'blur'])
      addEventListener(end, () => {
        this.#isPressed = false;
      });
  }

  paint(store, now, filters) {
    const wanted = filters.find.toLowerCase();
    const fits = (record) => SHOWN[filters.show](record) && passes(record, filters) && (wanted === '' || wordsOf(record).includes(wanted));
    const records = [...store.auctions.values()].reverse();
    const known = records.filter((record) => record.data || (!record.left && now - record.at > SLOW_MS));
    const rows = this.#listed(known.filter(fits)).map((record) => this.#row(record));
    placeRows(this.#body, rows);
    this.#empty.hidden = rows.length > 0;
    this.#empty.textContent =
      known.length > 0
        ? `None of the ${known.length} stored auctions matches the filter.`
        : 'No auctions yet. They appear here when they end; use “Try an auction” to run one.';
    for (const key of this.#rows.keys()) if (!store.auctions.has(key)) this.#rows.delete(key);
  }

  /** The first auctions in the chosen order, and the one with the focus: newer ones do not remove it. */
  #listed(records) {
    const sorted = this.#head.sorted(records);
    const listed = sorted.slice(0, MAX_ROWS);
    const focused = sorted.slice(MAX_ROWS).find(({ key }) => this.#rows.has(key) && hasFocus(this.#rows.get(key).row));
    return focused ? [...listed, focused] : listed;
  }

  /** Moves the selection by `step` rows, from the row with the focus if there is one, and focuses its link. */
  move(step) {
    const rows = [...this.#body.children];
    const at = rows.indexOf(rows.find(hasFocus) ?? this.#selected);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
    this.#selected?.classList.remove('selected');
    next?.classList.add('selected');
    next?.querySelector('a')?.focus();
    this.#selected = next;
  }

  #row(record) {
    const known = this.#rows.get(record.key);
    if (known?.record === record && (known.isComplete || !record.data)) return known.row;
    const row = known?.record === record ? known.row : openable(h('tr', {}), `#auction/${record.key}`);
    const hadFocus = hasFocus(row);
    show(row, record.data ? cellsOf(record) : liveCells(record));
    if (hadFocus) row.querySelector('a').focus();
    this.#rows.set(record.key, { record, row, isComplete: Boolean(record.data) });
    return row;
  }
}

const wordsOf = ({ request = '', account = '', data }) =>
  `${request} ${account} ${(data?.bidders ?? []).map(({ bidder }) => bidder).join(' ')}`.toLowerCase();

const link = ({ key, request }) => h('a', { href: `#auction/${key}`, title: request }, request || `auction ${key}`);

function cellsOf(record) {
  const { data, at, account } = record;
  return [
    h('td', {}, clock(at)),
    h('td', { class: 'clip' }, link(record)),
    h('td', { class: 'clip minor' }, account ?? '–'),
    h('td', { class: 'minor' }, `${data.endpoint}${data.requestType === data.endpoint ? '' : ` · ${data.requestType}`}`),
    h('td', { class: 'number' }, millis(data.tookMs)),
    h('td', { class: 'bids' }, bidSummary(data)),
    h('td', { class: 'end' }, endOf(data)),
  ];
}

function liveCells(record) {
  const state =
    record.state
      .split('.')
      .at(1)
      ?.replace(/Waits$/, ' (waits)') ?? '';
  return [h('td', {}, clock(record.at)), h('td', { class: 'clip' }, link(record)), h('td', { colspan: 5 }, chip(`in ${state}`))];
}
