/** Bidders with the outcomes of their calls, the busiest first. */
import { byId, h, millis, percent, show } from './dom.js';
import { percentile } from './stats.js';

const HEADS = ['Bidder', 'Calls', 'Bid', 'Won', 'Late', 'Failed', 'Median', '99th'];

/** On narrow screens the last column is hidden. */
const classOf = (index) => (index === 0 ? '' : index === HEADS.length - 1 ? 'number minor' : 'number');

export function paintBidders(store, now) {
  const bidders = [...store.bidders.values()].sort((a, b) => b.calls - a.calls);
  if (bidders.length === 0) {
    show(byId('bidders'), h('p', { class: 'empty' }, 'No bidder has been called yet.'));
    return;
  }
  const heads = HEADS.map((name, index) => h('th', { scope: 'col', class: classOf(index) }, name));
  const rows = bidders.map((bidder) => rowOf(bidder, store, now));
  show(byId('bidders'), h('table', { class: 'bidders' }, h('thead', {}, h('tr', {}, heads)), h('tbody', {}, rows)));
}

function rowOf(bidder, store, now) {
  const times = store.timeline.recent(now, `bidder ${bidder.name}`, 300);
  const share = (count) => percent(count / bidder.calls);
  const figures = [
    bidder.calls,
    share(bidder.bids),
    bidder.won,
    share(bidder.timeout),
    share(bidder.error + bidder.rejected),
    millis(percentile(times, 0.5)),
    millis(percentile(times, 0.99)),
  ];
  return h(
    'tr',
    {},
    h('th', { scope: 'row' }, bidder.name),
    figures.map((figure, index) => h('td', { class: classOf(index + 1) }, String(figure))),
  );
}
