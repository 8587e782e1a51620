/** The chart of the live view: auctions per state, time per state, and rejections per state. */
import { drawChart, paintEdge, paintNode } from './chart.js';
import { byId, grouped, millis, show } from './dom.js';
import { topOf } from './layout.js';
import { percentile } from './stats.js';

const TALL_BELOW = 760;

export class LiveChart {
  #chart;
  #drawing;
  #isTall;
  #before = new Map();

  constructor(chart) {
    this.#chart = chart;
    this.#draw();
    addEventListener('resize', () => this.#draw());
  }

  #draw() {
    const isTall = byId('chart').clientWidth < TALL_BELOW;
    if (isTall === this.#isTall) return;
    this.#isTall = isTall;
    this.#drawing = drawChart(this.#chart, { isTall, label: 'Auction lifecycle' });
    show(byId('chart'), this.#drawing.svg);
  }

  /** @param scale number of auctions in flight that each sampled one represents */
  paint(store, now, scale) {
    const live = new Map();
    for (const [id, count] of store.occupancy(now)) live.set(topOf(id), (live.get(topOf(id)) ?? 0) + count);
    let inAll = 0;
    for (const node of this.#drawing.nodes.values()) inAll += this.#paintNode(node, store, now, (live.get(node.box.id) ?? 0) * scale);
    const traffic = new Map();
    for (const [edge, count] of store.edges) {
      const key = edge.split('>').map(topOf).join('>');
      traffic.set(key, (traffic.get(key) ?? 0) + count);
    }
    for (const [key, line] of this.#drawing.edges) paintEdge(line, (traffic.get(key) ?? 0) > (this.#before.get(key) ?? 0) ? ['busy'] : []);
    this.#before = traffic;
    const sampled = scale > 1 ? `, one in ${grouped(scale)} is shown` : '';
    byId('chart-hint').textContent =
      `${grouped(store.total)} ended, ${grouped(inAll)} in flight${sampled}; median / 99th percentile of the last minute`;
  }

  #paintNode(node, store, now, live) {
    const { id, name, kind } = node.box;
    const state = id.split('.').at(-1);
    if (kind === 'pill') {
      const label = `${node.box.owner.split('.').at(-1)} waits: ${live} live`;
      paintNode(node, { name: live > 0 ? `waits · ${grouped(live)}` : 'waits', label, states: live > 0 ? ['live'] : [] });
      return live;
    }
    const times = store.timeline.recent(now, `state ${state}`);
    const rejected = store.rejections.get(state) ?? 0;
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    const figure = times.length > 0 ? pair(p50, p99) : '';
    const count = rejected > 0 ? `${grouped(rejected)} rejected` : live > 0 ? `${grouped(live)} live` : '';
    const label = `${name}: ${live} live, median ${millis(p50)}, 99th percentile ${millis(p99)}, ${rejected} rejected`;
    paintNode(node, { figure, count, trouble: rejected > 0, label, states: live > 0 ? ['live'] : times.length > 0 ? ['busy'] : [] });
    return live;
  }
}

/** Two durations, abbreviated to fit into a box. */
function pair(p50, p99) {
  if (p99 < 1) return `${Math.round(p50 * 1000)} / ${Math.round(p99 * 1000)} µs`;
  const write = (ms) => (ms < 0.095 ? ms.toFixed(2) : ms < 9.5 ? ms.toFixed(1) : String(Math.round(ms)));
  return `${write(p50)} / ${write(p99)} ms`;
}
