/** One state of the auction: its rules, how long it takes, and the auctions that spent the most time in it. */
import { byId, grouped, h, here, millis, panel, s, show, timeOfDay } from './dom.js';
import { percentile } from './stats.js';
import { table } from './table.js';

const RANGE_SECONDS = 300;
const MAX_SLOW = 20;
const BINS_PER_DECADE = 5;

const back = () => h('p', {}, h('a', { href: '#live', class: 'back' }, '← All auctions'));

/** @param rules as of `/console/states`; undefined: still loading */
export function paintState(name, store, rules, now) {
  const known = rules?.find(({ state }) => state === name);
  const times = store.timeline.recent(now, `state ${name}`, RANGE_SECONDS);
  show(
    byId('view-state'),
    headOf(name, known, times, store),
    h('div', { class: 'halves' }, panel('Latency', histogramOf(times)), panel('Slowest auctions', slowest(name, store))),
    panel('Rules', rulesOf(known)),
  );
}

function headOf(name, known, times, store) {
  const figures = [
    ['Auctions, last 5 min', grouped(times.length)],
    ['Median', millis(percentile(times, 0.5))],
    ['95th percentile', millis(percentile(times, 0.95))],
    ['99th percentile', millis(percentile(times, 0.99))],
    ['Slowest', millis(times.at(-1))],
    ['Rejected here', grouped(store.rejectedIn(name))],
  ];
  return h(
    'div',
    { class: 'panel' },
    back(),
    h(
      'div',
      { class: 'panel-head' },
      h('h1', {}, name),
      known?.page && h('a', { href: here(known.page), target: '_blank' }, 'Documentation'),
    ),
    known?.purpose && h('p', {}, known.purpose.replaceAll('`', '')),
    h(
      'dl',
      { class: 'facts' },
      figures.map(([title, value]) => h('div', {}, h('dt', {}, title), h('dd', {}, value))),
    ),
  );
}

/** Counts per bin of a logarithmic scale, from the first to the last bin that has any. */
function binsOf(times) {
  const binOf = (ms) => Math.floor(Math.log10(Math.max(ms, 0.001)) * BINS_PER_DECADE);
  if (times.length === 0) return [];
  const from = binOf(times[0]);
  const counts = Array.from({ length: binOf(times.at(-1)) - from + 1 }, () => 0);
  for (const ms of times) counts[binOf(ms) - from]++;
  return counts.map((count, index) => ({ fromMs: 10 ** ((from + index) / BINS_PER_DECADE), count }));
}

const WIDTH = 560;
const HEIGHT = 170;
const FOOT = 22;
const LEFT = 40;

function histogramOf(times) {
  const bins = binsOf(times);
  if (bins.length === 0) return h('p', { class: 'empty' }, 'No auction passed this state in the last 5 minutes.');
  const top = Math.max(...bins.map(({ count }) => count));
  const step = (WIDTH - LEFT) / bins.length;
  const label = `Histogram of ${times.length} durations, ${millis(times[0])} to ${millis(times.at(-1))}`;
  const svg = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT + FOOT}`, role: 'img', 'aria-label': label });
  svg.append(s('line', { x1: LEFT, x2: WIDTH, y1: HEIGHT, y2: HEIGHT, class: 'grid' }));
  svg.append(s('text', { x: LEFT - 6, y: 16, 'text-anchor': 'end', class: 'axis' }, grouped(top)));
  svg.append(s('text', { x: LEFT - 6, y: HEIGHT, 'text-anchor': 'end', class: 'axis' }, '0'));
  const every = Math.ceil(bins.length / 8);
  for (const [index, { fromMs, count }] of bins.entries()) {
    const height = (count / top) * (HEIGHT - 10);
    const x = LEFT + index * step;
    const bar = s('rect', { x: x + 1, y: HEIGHT - height, width: Math.max(1, Math.min(60, step - 2)), height, class: 'bar-stage' });
    bar.append(s('title', {}, `from ${millis(fromMs)}: ${count}`));
    svg.append(bar);
    if (index % every === 0) svg.append(s('text', { x: x + 1, y: HEIGHT + FOOT - 6, class: 'axis' }, millis(fromMs)));
  }
  return h('div', { class: 'plot-area' }, svg);
}

function slowest(name, store) {
  const timed = [...store.auctions.values()].flatMap((record) => {
    const entry = record.data?.timeline.find(({ state }) => state === name);
    return entry ? [{ record, ms: entry.tookUs / 1000 }] : [];
  });
  if (timed.length === 0) return h('p', { class: 'empty' }, 'None of the stored auctions passed this state.');
  const rows = timed
    .sort((a, b) => b.ms - a.ms)
    .slice(0, MAX_SLOW)
    .map(({ record: { key, request, account, at, data }, ms }) => {
      const address = `#auction/${key}`;
      const cells = [
        h('a', { href: address }, request || `auction ${key}`),
        account ?? '–',
        { by: at, shown: timeOfDay(at) },
        { by: ms, shown: millis(ms) },
        { by: data.tookMs, shown: millis(data.tookMs) },
      ];
      return Object.assign(cells, { address });
    });
  return table(['Request', 'Account', 'Time', '#In this state', '#In all'], rows);
}

function rulesOf(known) {
  if (!known) return h('p', { class: 'empty' }, 'This state has no rules of its own: it starts or ends the auction.');
  const rows = known.rules.map(({ file, rule }) => [h('code', {}, file), rule.replaceAll('`', '')]);
  return table(['File', 'Rule'], rows, { kind: 'stacked rules' });
}
