/** The path of one auction on the state chart, coloured by its time or its errors. */
import { drawChart, paintEdge, paintNode } from './chart.js';
import { millis } from './dom.js';
import { isWaiting, topOf } from './layout.js';
import { stateAddress } from './live-chart.js';

/** µs per state that the auction waited, from its transitions. */
function waitsOf(steps) {
  const waits = new Map();
  for (const [index, { to, atUs }] of steps.entries()) {
    const next = steps[index + 1];
    if (!isWaiting(to) || !next) continue;
    waits.set(topOf(to), (waits.get(topOf(to)) ?? 0) + next.atUs - atUs);
  }
  return waits;
}

/** A state that only waited has one figure. */
const timeOf = (us, waited = 0) => {
  if (waited > 0 && waited >= us * 0.99) return `${millis(us / 1000)} waiting`;
  return waited > 0 ? `${millis(us / 1000)}, ${millis(waited / 1000)} waiting` : millis(us / 1000);
};

/** Errors per state name: a rejection, failed calls, rejected bids, failed hooks. */
function errorsOf({ rejection, timeline, bidders, bids }) {
  const counts = new Map();
  const add = (state, count) => count > 0 && counts.set(state, (counts.get(state) ?? 0) + count);
  if (rejection) add(timeline.at(-1)?.state, 1);
  add('collect', bidders.filter(({ outcome }) => outcome === 'timeout' || outcome === 'error').length);
  add('adjust', bids.filter(({ outcome, code }) => outcome === 'rejected' && code !== undefined).length);
  return counts;
}

/** @param colour `path`, `time` or `errors` */
export function paintPath({ steps, data }, chart, colour) {
  const drawing = drawChart(chart, { label: 'Path of this auction', open: stateAddress });
  const took = new Map(data.timeline.map(({ state, tookUs }) => [state, tookUs]));
  const longest = Math.max(1, ...took.values());
  const [waits, errors] = [waitsOf(steps), errorsOf(data)];
  const end = `${chart.id}.${data.end}`;
  const taken = new Set(steps.map(({ from, to }) => `${topOf(from)}>${topOf(to)}`));
  const entered = new Set(steps.flatMap(({ from, to }) => [topOf(from), topOf(to)]));
  for (const [id, node] of drawing.nodes) {
    const { name } = node.box;
    const us = took.get(name);
    const isPassed = us !== undefined || entered.has(id) || id === end;
    const isBad = isPassed && (id.endsWith('.reject') || id.endsWith('.rejected'));
    const waited = waits.get(id);
    const figure = us === undefined ? '' : timeOf(us, waited);
    const wrong = errors.get(name) ?? 0;
    const count = wrong > 0 ? `${wrong} error${wrong > 1 ? 's' : ''}` : '';
    const details = isPassed ? 'passed' : 'not entered';
    const heat = { time: (us ?? 0) / longest, errors: wrong > 0 ? 1 : 0 }[colour];
    const states = heat > 0 ? [] : isBad ? ['failed'] : isPassed ? ['passed'] : [];
    paintNode(node, { figure, count, trouble: wrong > 0, details, states, heat });
  }
  for (const [key, line] of drawing.edges) if (taken.has(key)) paintEdge(line, [key.endsWith('.reject') ? 'failed' : 'passed']);
  return drawing.svg;
}
