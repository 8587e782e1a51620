/** Two auctions side by side: their bidders over time, times by phase, bids, and the difference of their requests. */
import { diffDetails } from './diff.js';
import { byId, h, millis, panel, show } from './dom.js';
import { betweenOf, phasesOf } from './phases.js';
import { table } from './table.js';
import { drawWaterfall, endOf } from './waterfall.js';

const nameOf = ({ request, key }) => request || `auction ${key}`;

const time = (ms) => ({ by: ms, shown: millis(ms) });

/** Names of the phases of both, in the order of the auction that has more of them. */
function phaseNames(a, b) {
  const [longer, other] = [phasesOf(a.data), phasesOf(b.data)].sort((one, two) => two.length - one.length);
  return [...new Set([...longer, ...other].map(({ name }) => name))];
}

/** The rows add up to the last one. */
function timesOf(a, b, names) {
  const took = ({ data }, phase) => phasesOf(data).find(({ name }) => name === phase)?.ms;
  const row = (name, one, two) => [name, time(one), time(two), time(two - one)];
  const rows = phaseNames(a, b).map((name) => row(name, took(a, name), took(b, name)));
  const between = row('between states', betweenOf(a.data), betweenOf(b.data));
  const total = row('in all', a.data.tookMs, b.data.tookMs);
  return table(['Phase', ...names.map((name) => `#${name}`), '#Difference'], [...rows, between, total]);
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
  const ends = Math.max(endOf(a.data), endOf(b.data));
  const waterfalls = [a, b].map(({ data }, index) => panel(names[index], drawWaterfall(data, ends)));
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
    h('div', { class: 'halves' }, waterfalls),
    h('div', { class: 'halves' }, panel('Time', timesOf(a, b, names)), panel('Bidders', biddersOf(a, b, names))),
    panel('Requests', diffDetails('As sent', ...requests, names), diffDetails('As resolved', ...resolved, names)),
  );
}
