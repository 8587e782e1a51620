/** One auction over time: its states on top, the bidders below, deadline and tmax. Any number of bidders: only visible rows exist. */
import { h, millis, show } from './dom.js';
import { phasesOf } from './phases.js';
import { groupRows, SORTS } from './waterfall-rows.js';

/** px; the style sheet has the same number. */
const ROW = 26;
const MAX_VISIBLE = 16;
/** Rows above and below the visible ones. */
const SPARE = 4;
/** Bidders that are shown without folding. */
const FEW = 30;

const TICKS = 5;

/** Round times from 0 to the end: multiples of 1, 2 or 5. */
function ticksOf(spanMs, count = TICKS) {
  const unit = 10 ** Math.floor(Math.log10(spanMs / count));
  const step = [1, 2, 5, 10].map((part) => part * unit).find((one) => spanMs / one <= count + 1);
  return Array.from({ length: Math.floor(spanMs / step) + 1 }, (_, index) => Number((index * step).toPrecision(6)));
}

const place = (element, { from, to }, span) => {
  element.style.left = `${(from / span) * 100}%`;
  if (to !== undefined) element.style.width = `max(2px, ${((to - from) / span) * 100}%)`;
  return element;
};

/** The end of the last bidder or of the auction, ms. */
export const endOf = ({ tookMs, bidders }) => Math.max(0.1, tookMs, ...bidders.map(({ startUs, ms }) => startUs / 1000 + ms));

/** `tmax` of the resolved request, ms. */
function tmaxOf({ bodies }) {
  try {
    return JSON.parse(bodies.resolved).tmax;
  } catch {
    return undefined;
  }
}

/**
 * @param ends right edge, ms: the same for auctions that are compared
 * @returns the element
 */
export function drawWaterfall(data, ends = endOf(data)) {
  const deadline = data.deadlineMs;
  const tmax = tmaxOf(data);
  // A distant limit would compress a short auction to nothing.
  const near = [
    ['deadline', deadline],
    ['tmax', tmax],
  ].filter(([, ms]) => ms !== undefined && ms <= ends * 3);
  const span = Math.max(ends, ...near.map(([, ms]) => ms)) * 1.04;
  const limits = near.map(([name, ms]) => place(h('span', { class: `limit ${name}`, title: `${name} ${millis(ms)}` }), { from: ms }, span));
  // The text of a tick at the right edge would be cut off.
  const shownTicks = ticksOf(span).filter((ms) => ms <= span * 0.92);
  const ticks = shownTicks.map((ms) => place(h('span', { class: 'tick' }, millis(ms)), { from: ms }, span));
  const far = [
    ['Deadline', deadline],
    ['tmax', tmax],
  ].map(([name, ms]) => ms !== undefined && `${name} ${millis(ms)}${ms > ends * 3 ? ' (beyond the right edge)' : ''}`);
  const list = new Lanes(data, span, deadline);
  const label = `Waterfall: ${data.bidders.length} bidders, took ${millis(data.tookMs)}${deadline === undefined ? '' : `, deadline ${millis(deadline)}`}`;
  return h(
    'div',
    { class: 'waterfall', role: 'group', 'aria-label': label },
    h('div', { class: 'row' }, list.sort, list.fold, h('p', { class: 'hint' }, far.filter(Boolean).join(' · '))),
    h('div', { class: 'lane' }, h('span', { class: 'who' }), h('div', { class: 'track scale' }, ticks)),
    h('div', { class: 'lane' }, h('span', { class: 'who soft' }, 'states'), h('div', { class: 'track' }, statesOf(data, span))),
    h('div', { class: 'lanes-and-limits' }, list.element, h('div', { class: 'limits', 'aria-hidden': 'true' }, limits)),
  );
}

const statesOf = (data, span) =>
  phasesOf(data).map(({ name, fromMs, ms, isExtra }) =>
    place(
      h('span', { class: `bar ${isExtra ? 'extra' : 'stage'}`, title: `${name}: ${millis(ms)}` }),
      { from: fromMs, to: fromMs + ms },
      span,
    ),
  );

/** The rows of the bidders. */
class Lanes {
  #data;
  #span;
  #deadline;
  #opened = new Set();
  #rows = [];
  #space = h('div', { class: 'space' });
  #select = h(
    'select',
    { onchange: () => this.#arrange() },
    Object.keys(SORTS).map((name) => h('option', { value: name }, name)),
  );
  #check = h('input', { type: 'checkbox', onchange: () => this.#arrange() });
  element = h(
    'div',
    { class: 'lanes', tabindex: 0, role: 'region', 'aria-label': 'Bidders over time', onscroll: () => this.#fill() },
    this.#space,
  );
  sort = h('label', {}, 'Sort by ', this.#select);
  fold = h('label', {}, this.#check, ' fold by outcome');

  constructor(data, span, deadline) {
    this.#data = data;
    this.#span = span;
    this.#deadline = deadline;
    this.#check.checked = data.bidders.length > FEW;
    this.#arrange();
  }

  #arrange() {
    const isFolded = this.#check.checked;
    this.#rows = groupRows(this.#data.bidders, { sort: this.#select.value, isFolded, opened: this.#opened, deadline: this.#deadline });
    this.#space.style.height = `${this.#rows.length * ROW}px`;
    this.element.style.maxHeight = `${MAX_VISIBLE * ROW}px`;
    this.#fill();
  }

  #fill() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / ROW) - SPARE);
    const visible = this.#rows.slice(first, first + MAX_VISIBLE + 2 * SPARE);
    show(
      this.#space,
      visible.map((row, index) => this.#lane(row, first + index)),
    );
  }

  #lane(row, index) {
    const lane = h('div', { class: row.isLate ? 'lane late' : 'lane' }, this.#titleOf(row), h('div', { class: 'track' }, this.#barOf(row)));
    lane.style.top = `${index * ROW}px`;
    return lane;
  }

  #titleOf({ name, group, isOpen }) {
    if (group === undefined) return h('span', { class: 'who', title: name }, name);
    const toggle = () => {
      if (!this.#opened.delete(group)) this.#opened.add(group);
      this.#arrange();
      this.#space.querySelector(`[data-group="${group}"]`)?.focus();
    };
    return h('button', { type: 'button', class: 'who sort', 'data-group': group, 'aria-expanded': String(isOpen), onclick: toggle }, name);
  }

  #barOf({ from, to, outcome, text, title, group }) {
    const bar = place(
      h('span', { class: `bar ${outcome}${group === undefined ? '' : ' group'}`, title: title ?? text }),
      { from, to },
      this.#span,
    );
    const isLeft = to > this.#span * 0.6;
    const label = h('span', { class: 'label' }, text);
    if (isLeft) label.style.right = `calc(${(1 - from / this.#span) * 100}% + 6px)`;
    else label.style.left = `calc(${(to / this.#span) * 100}% + 6px)`;
    // Beside a bar that fills the track there is no space.
    if (isLeft && from < this.#span * 0.4) {
      label.className = 'label inside';
      label.style.right = '';
      label.style.left = `calc(${(from / this.#span) * 100}% + 6px)`;
    }
    return [bar, label];
  }
}
