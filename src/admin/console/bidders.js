/** Bidders with the outcomes of their calls, the busiest first. */
import { byId, grouped, h, millis, percent, show } from './dom.js';
import { percentile } from './stats.js';
import { SortableHead } from './table.js';

const COLUMNS = [
  { name: 'Bidder', by: ({ name }) => name, write: ({ name }) => name },
  { name: 'Calls', kind: 'number', by: ({ calls }) => calls, write: ({ calls }) => grouped(calls) },
  { name: 'Bid', kind: 'number', by: ({ bid }) => bid, write: ({ bid }) => percent(bid) },
  { name: 'Won', kind: 'number', by: ({ won }) => won, write: ({ won }) => grouped(won) },
  { name: 'Late', kind: 'number', by: ({ late }) => late, write: ({ late }) => percent(late) },
  { name: 'Failed', kind: 'number', by: ({ failed }) => failed, write: ({ failed }) => percent(failed) },
  { name: 'Median', kind: 'number', by: ({ p50 }) => p50, write: ({ p50 }) => millis(p50) },
  // On narrow screens the last column is hidden.
  { name: '99th', kind: 'number minor', by: ({ p99 }) => p99, write: ({ p99 }) => millis(p99) },
];

/** A bidder's figures; times are those of the last five minutes. */
function figuresOf({ name, calls, bids, won, timeout, error, rejected }, store, now) {
  const times = store.timeline.recent(now, `bidder ${name}`, 300);
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return {
    name,
    calls,
    bid: bids / calls,
    won,
    late: timeout / calls,
    failed: (error + rejected) / calls,
    p50,
    p99,
  };
}

export class Bidders {
  #head = new SortableHead(COLUMNS, () => this.#fill(), { name: 'Calls', isDescending: true });
  #body = h('tbody', {});
  #empty = h('p', { class: 'empty' }, 'No bidder has been called since the console was opened.');
  #table = h('table', { class: 'bidders' }, this.#head.element, this.#body);
  #bidders = [];

  constructor() {
    show(byId('bidders'), this.#table, this.#empty);
  }

  paint(store, now) {
    this.#bidders = [...store.bidders.values()].map((bidder) => figuresOf(bidder, store, now));
    this.#empty.hidden = this.#bidders.length > 0;
    this.#table.hidden = this.#bidders.length === 0;
    this.#fill();
  }

  #fill() {
    show(this.#body, this.#head.sorted(this.#bidders).map(rowOf));
  }
}

const rowOf = (bidder) =>
  h(
    'tr',
    {},
    COLUMNS.map(({ kind, write }, index) =>
      index === 0 ? h('th', { scope: 'row' }, write(bidder)) : h('td', { class: kind }, write(bidder)),
    ),
  );
