/** Two auctions side by side: their times, bidders and bids, and the difference of their requests. */
import { diffDetails } from './diff.js';
import { byId, h, millis, show } from './dom.js';
import { table } from './table.js';

const panel = (title, ...children) =>
  h('section', { class: 'panel', 'aria-label': title }, h('div', { class: 'panel-head' }, h('h2', {}, title)), children);

const nameOf = ({ request, key }) => request || `auction ${key}`;

const time = (ms) => ({ by: ms, shown: millis(ms) });

function statesOf(a, b, names) {
  const took = ({ data }, name) => data.timeline.find(({ state }) => state === name)?.tookUs / 1000;
  const states = [...new Set([a, b].flatMap(({ data }) => data.timeline.map(({ state }) => state)))];
  const rows = states.map((state) => [state, time(took(a, state)), time(took(b, state)), time(took(b, state) - took(a, state))]);
  const total = ['in all', time(a.data.tookMs), time(b.data.tookMs), time(b.data.tookMs - a.data.tookMs)];
  return table(['State', ...names.map((name) => `#${name}`), '#Difference'], [...rows, total]);
}

function biddersOf(a, b, names) {
  const bidders = [...new Set([a, b].flatMap(({ data }) => data.bidders.map(({ bidder }) => bidder)))];
  const cell = ({ data }, name) => {
    const call = data.bidders.find(({ bidder }) => bidder === name);
    if (!call) return 'not called';
    const bids = data.bids.filter(({ bidder }) => bidder === name);
    const prices = bids.map(
      ({ imp, price, originalPrice, originalCurrency, outcome }) =>
        `${imp}: ${price === undefined ? `${originalPrice} ${originalCurrency}` : price.toFixed(2)} CPM, ${outcome}`,
    );
    return [`${call.outcome ?? 'unknown'}, ${millis(call.ms)}`, ...prices].join(' · ');
  };
  return table(
    ['Bidder', ...names],
    bidders.map((name) => [name, cell(a, name), cell(b, name)]),
  );
}

export function paintComparison(a, b) {
  const names = [nameOf(a), nameOf(b) === nameOf(a) ? `${nameOf(b)} (${b.key})` : nameOf(b)];
  const link = ({ key }, name) => h('a', { href: `#auction/${key}` }, name);
  const requests = [a, b].map(({ data }) => data.bodies?.request);
  const resolved = [a, b].map(({ data }) => data.bodies?.resolved);
  show(
    byId('view-auction'),
    h(
      'div',
      { class: 'panel' },
      h('p', {}, h('a', { href: '#live', class: 'back' }, '← All auctions')),
      h('h1', {}, link(a, names[0]), ' and ', link(b, names[1])),
    ),
    h('div', { class: 'halves' }, panel('Time', statesOf(a, b, names)), panel('Bidders', biddersOf(a, b, names))),
    panel('Requests', diffDetails('As sent', ...requests), diffDetails('As resolved', ...resolved)),
  );
}
