/** Curves over the last five minutes. */
import { byId, grouped, h, millis, percent, s, show } from './dom.js';
import { BUCKET_MS, percentile } from './stats.js';

const WIDTH = 300;
const HEIGHT = 84;
const FOOT = 17;

const perSecond = (count) => (count * 1000) / BUCKET_MS;
const share = (part, total) => (total > 0 ? part / total : undefined);

/** A round number no smaller than the highest value. */
function ceiling(values) {
  const max = Math.max(0, ...values.filter((value) => value !== undefined));
  if (max === 0) return 1;
  const unit = 10 ** Math.floor(Math.log10(max));
  return [1, 2, 5, 10].map((step) => step * unit).find((step) => step >= max) ?? max;
}

/** Gaps are drawn as gaps: without traffic a share is undefined. */
function curvePath(values, top) {
  const x = (index) => (index / (values.length - 1)) * WIDTH;
  const y = (value) => HEIGHT - (value / top) * (HEIGHT - 4);
  let path = '';
  let isDown = false;
  for (const [index, value] of values.entries()) {
    if (value === undefined) isDown = false;
    else {
      path += `${isDown ? 'L' : 'M'}${x(index).toFixed(1)},${y(value).toFixed(1)}`;
      // A single point would be invisible.
      if (!isDown && values[index + 1] === undefined) path += 'h1.5';
      isDown = true;
    }
  }
  return path;
}

function drawCurves(curves, { top, write, label }) {
  const seconds = ((curves[0]?.values.length ?? 0) * BUCKET_MS) / 1000;
  const ago = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  const svg = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT + FOOT}`, role: 'img', 'aria-label': label });
  svg.append(
    s('line', { x1: 0, x2: WIDTH, y1: HEIGHT, y2: HEIGHT, class: 'grid' }),
    s('line', { x1: 0, x2: WIDTH, y1: 4, y2: 4, class: 'grid' }),
    s('text', { x: 0, y: 14, class: 'axis' }, write(top)),
    s('text', { x: 0, y: HEIGHT + FOOT - 2, class: 'axis' }, `${ago} ago`),
    s('text', { x: WIDTH, y: HEIGHT + FOOT - 2, class: 'axis', 'text-anchor': 'end' }, 'now'),
  );
  for (const { values, kind } of curves) svg.append(s('path', { d: curvePath(values, top), class: `curve ${kind}` }));
  return svg;
}

class Plot {
  #place;
  #now;
  #legend;
  #title;

  constructor(title, extra) {
    this.#title = title;
    this.#now = h('span', { class: 'now' }, '–');
    this.#legend = h('span', { class: 'legend' });
    this.#place = h('div', {});
    this.element = h('div', { class: 'panel plot' }, h('h3', {}, title, extra), h('p', {}, this.#now, ' ', this.#legend), this.#place);
  }

  paint(curves, { now, legend, write, top }) {
    this.#now.textContent = now;
    this.#legend.textContent = legend;
    const ceil = top ?? ceiling(curves.flatMap(({ values }) => values));
    show(this.#place, drawCurves(curves, { top: ceil, write, label: `${this.#title}: now ${now} ${legend}` }));
  }
}

const latest = (values) => values.findLast((value) => value !== undefined);

export class Plots {
  #rate = new Plot('Auctions per second');
  #bids = new Plot('Bidders with bids');
  #trouble = new Plot('Timeouts and errors');
  #choice = h('select', { 'aria-label': 'Time by source' });
  #time = new Plot('Time spent by', this.#choice);
  #known = '';

  constructor() {
    show(byId('plots'), this.#rate.element, this.#bids.element, this.#trouble.element, this.#time.element);
  }

  paint(store, now) {
    const buckets = store.timeline.window(now);
    const rate = buckets.map(({ auctions }) => perSecond(auctions));
    const rejected = buckets.map((bucket) => perSecond(bucket.rejected));
    const busy = buckets.reduce((sum, { unstarted }) => sum + unstarted, 0);
    const seconds = (buckets.length * BUCKET_MS) / 1000;
    const write = (value) => (value >= 10 ? String(Math.round(value)) : String(Number(value.toFixed(1))));
    this.#rate.paint(
      [
        { values: rate, kind: '' },
        { values: rejected, kind: 'second' },
      ],
      {
        now: write(rate.at(-1)),
        legend: `${write(rejected.at(-1))} rejected${busy > 0 ? `, ${grouped(busy)} by admission control in ${seconds} s` : ''}`,
        write,
      },
    );
    const bids = buckets.map(({ responded, calls }) => share(responded, calls));
    this.#bids.paint([{ values: bids, kind: '' }], { now: percent(latest(bids)), legend: 'of called bidders', write: percent, top: 1 });
    const late = buckets.map(({ timeouts, calls }) => share(timeouts, calls));
    const failed = buckets.map((bucket) => share(bucket.failed, bucket.calls));
    this.#trouble.paint(
      [
        { values: late, kind: 'soft' },
        { values: failed, kind: 'second' },
      ],
      {
        now: percent(latest(late)),
        legend: `timed out, ${percent(latest(failed))} failed`,
        write: percent,
      },
    );
    this.#paintTime(buckets);
  }

  #paintTime(buckets) {
    this.#offer(buckets);
    const name = this.#choice.value || 'auction';
    const at = (portion) =>
      buckets.map(({ durations }) =>
        percentile(
          [...(durations.get(name) ?? [])].sort((a, b) => a - b),
          portion,
        ),
      );
    const [p50, p99] = [at(0.5), at(0.99)];
    this.#time.paint(
      [
        { values: p50, kind: '' },
        { values: p99, kind: 'second' },
      ],
      {
        now: millis(latest(p50)),
        legend: `median · ${millis(latest(p99))} 99th`,
        write: millis,
      },
    );
  }

  /** Auctions, all states and all bidders that have figures. */
  #offer(buckets) {
    const names = new Set(['auction']);
    for (const { durations } of buckets) for (const name of durations.keys()) names.add(name);
    const sorted = [...names].sort((a, b) => (a === 'auction' ? -1 : b === 'auction' ? 1 : b.localeCompare(a)));
    if (sorted.join() === this.#known) return;
    this.#known = sorted.join();
    const chosen = this.#choice.value;
    show(
      this.#choice,
      sorted.map((name) => h('option', { value: name, selected: name === chosen }, name)),
    );
  }
}
