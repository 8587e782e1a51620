/** The list of auctions: newest first, filtered by text, navigated by keys. */
import { byId, chip, clock, h, millis, show } from './dom.js';
import { passes } from './filters.js';

const MAX_ROWS = 120;
/** ms an auction must have been running before it is listed: most end earlier. */
const SLOW_MS = 150;

const price = (bid) => `${bid.price.toFixed(2)}`;

/** The best bid and the number of bids. */
function bidSummary({ bids }) {
  const taken = bids.filter(({ outcome }) => outcome === 'won' || outcome === 'returned');
  const best = taken.toSorted((a, b) => b.price - a.price)[0];
  if (!best) return bids.length > 0 ? `${bids.length} bids, none accepted` : 'no bid';
  return `${bids.length} · ${best.bidder} ${price(best)}`;
}

export const hasProblem = (data) =>
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

const HEADS = [
  ['Time', ''],
  ['Request', ''],
  ['Account', 'minor'],
  ['Endpoint', 'minor'],
  ['Duration', 'number'],
  ['Bids', 'bids'],
  ['Result', 'end'],
];

export class List {
  #rows = new Map();
  #body = h('tbody', {});
  #empty = h('p', { class: 'empty' }, 'No auctions yet. They appear here when they end; use “Try an auction” to run one.');
  #selected;

  constructor() {
    const heads = HEADS.map(([name, kind]) => h('th', { scope: 'col', class: kind }, name));
    const table = h(
      'table',
      { class: 'auctions' },
      h('caption', { class: 'hint' }, 'Newest first'),
      h('thead', {}, h('tr', {}, heads)),
      this.#body,
    );
    show(byId('list'), table, this.#empty);
  }

  paint(store, now, filters) {
    const wanted = filters.find.toLowerCase();
    const fits = (record) => SHOWN[filters.show](record) && passes(record, filters) && (wanted === '' || wordsOf(record).includes(wanted));
    const records = [...store.auctions.values()].reverse();
    const listed = records
      .filter((record) => (record.data || (!record.left && now - record.at > SLOW_MS)) && fits(record))
      .slice(0, MAX_ROWS);
    const rows = listed.map((record) => this.#row(record));
    placeRows(this.#body, rows);
    this.#empty.hidden = rows.length > 0;
    for (const key of this.#rows.keys()) if (!store.auctions.has(key)) this.#rows.delete(key);
  }

  /** Moves the selection by `step` rows and focuses its link. */
  move(step) {
    const rows = [...this.#body.children];
    const at = rows.indexOf(this.#selected);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
    this.#selected?.classList.remove('selected');
    next?.classList.add('selected');
    next?.querySelector('a')?.focus();
    this.#selected = next;
  }

  #row(record) {
    const known = this.#rows.get(record.key);
    if (known?.record === record && (known.isComplete || !record.data)) return known.row;
    const row = known?.record === record ? known.row : h('tr', {});
    const hasFocus = row.contains(document.activeElement);
    show(row, record.data ? cellsOf(record) : liveCells(record));
    if (hasFocus) row.querySelector('a').focus();
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

/** Moves only the rows that changed place: an unmoved row keeps the focus. */
function placeRows(body, rows) {
  const wanted = new Set(rows);
  for (const row of [...body.children]) if (!wanted.has(row)) row.remove();
  for (const [index, row] of rows.entries()) if (body.children[index] !== row) body.insertBefore(row, body.children[index] ?? null);
}
