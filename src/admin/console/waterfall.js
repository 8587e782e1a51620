/** One auction over time: its states on top, every bidder call below, and their deadline. */
import { millis, s } from './dom.js';

const ROW = 26;
const HEAD = 50;
/** Space for a label, in units of the drawing. */
const TEXT = 160;

const WIDE = { width: 1000, left: 120, right: 30, marks: [0, 0.25, 0.5, 0.75, 1] };
const NARROW = { width: 400, left: 74, right: 26, marks: [0, 0.5, 1] };

export function drawWaterfall(data, isNarrow = false) {
  const deadline = data.deadlineMs;
  const ends = Math.max(data.tookMs, ...data.bidders.map(({ startUs, ms }) => startUs / 1000 + ms));
  // A distant deadline would compress a short auction to nothing.
  const isNear = deadline !== undefined && deadline <= ends * 3;
  const plan = isNarrow ? NARROW : WIDE;
  const span = Math.max(isNear ? deadline : 0, ends, 0.1) * 1.02;
  const x = (ms) => plan.left + (ms / span) * (plan.width - plan.left - plan.right);
  const calls = data.bidders.flatMap((bidder) => rowsOf(bidder));
  const height = HEAD + Math.max(1, calls.length) * ROW + 24;
  const label = `Waterfall: ${data.bidders.length} bidders, took ${millis(data.tookMs)}${deadline === undefined ? '' : `, deadline ${millis(deadline)}`}`;
  const svg = s('svg', { viewBox: `0 0 ${plan.width} ${height}`, role: 'img', 'aria-label': label });
  drawStates(svg, data.timeline, x);
  for (const [index, call] of calls.entries()) drawCall(svg, call, x, HEAD + index * ROW, plan);
  drawScale(svg, span, x, height, plan);
  if (isNear) drawDeadline(svg, deadline, x, height, plan);
  return { svg, note: deadline !== undefined && !isNear ? `The deadline was ${millis(deadline)}, beyond the right edge.` : '' };
}

/** The calls of a bidder, or the bidder itself if it made none. */
function rowsOf({ bidder, outcome = 'unknown', startUs, ms, calls }) {
  const start = startUs / 1000;
  if (calls.length === 0) return [{ name: bidder, outcome, start, ms, text: outcome }];
  return calls.map((call, index) => {
    const kind = call.failure ? (call.failure.kind === 'timeout' ? 'timeout' : 'error') : call.bids > 0 ? 'bids' : 'no-bid';
    const text = call.failure ? call.failure.kind : call.bids > 0 ? `${call.bids} bid${call.bids > 1 ? 's' : ''}` : 'no bid';
    const name = index === 0 ? bidder : '';
    return { name, outcome: kind, start, ms: call.stored ? 0 : call.ms || ms, text, title: call.failure?.message };
  });
}

function drawStates(svg, timeline, x) {
  svg.append(s('text', { x: 0, y: 37, class: 'soft' }, 'states'));
  for (const { state, atUs, tookUs } of timeline) {
    const [from, to] = [x(atUs / 1000), x((atUs + Math.max(0, tookUs)) / 1000)];
    const bar = s('rect', { x: from, y: 24, width: Math.max(1.5, to - from), height: 18, rx: 2, class: 'bar-stage' });
    bar.append(s('title', {}, `${state}: ${millis(tookUs / 1000)}`));
    svg.append(bar);
    if (to - from > 60) svg.append(s('text', { x: from + 6, y: 37, class: 'inside' }, state));
  }
}

function drawCall(svg, { name, outcome, start, ms, text, title }, x, y, { width }) {
  const [from, to] = [x(start), x(start + ms)];
  const bar = s('rect', { x: from, y: y + 4, width: Math.max(2, to - from), height: 17, rx: 3, class: `bar-${outcome}` });
  bar.append(s('title', {}, title ?? `${text}, ${millis(ms)}`));
  const isInside = to - from > TEXT;
  const isLeft = !isInside && to > width - TEXT;
  const at = isInside ? { x: from + 7 } : isLeft ? { x: from - 6, 'text-anchor': 'end' } : { x: to + 6 };
  const said = s('text', { ...at, y: y + 17, class: isInside ? 'inside' : 'soft' }, `${millis(ms)} · ${text}`);
  svg.append(s('text', { x: 0, y: y + 17 }, name), bar, said);
}

function drawDeadline(svg, deadline, x, height, { width }) {
  const at = x(deadline);
  const isLeft = at > width - TEXT;
  svg.append(s('line', { x1: at, x2: at, y1: 4, y2: height - 20, class: 'deadline' }));
  svg.append(s('text', { x: isLeft ? at - 6 : at + 6, y: 14, 'text-anchor': isLeft ? 'end' : 'start' }, `deadline ${millis(deadline)}`));
}

function drawScale(svg, span, x, height, { width, left, right, marks }) {
  svg.append(s('line', { x1: left, x2: width - right, y1: height - 18, y2: height - 18, class: 'grid' }));
  for (const part of marks) {
    const anchor = part === 0 ? 'start' : 'middle';
    svg.append(s('text', { x: x(span * part), y: height - 4, 'text-anchor': anchor, class: 'axis' }, millis(span * part)));
  }
}
