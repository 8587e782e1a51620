/** The chart of the live view: auctions per state, time per state, and rejections per state. */
import { drawChart, paintEdge, paintNode } from './chart.js';
import { byId, grouped, millis, show } from './dom.js';
import { isWaiting, topOf } from './layout.js';
import { percentile } from './stats.js';

/** The address of a state's page. */
export const stateAddress = (id) => `#state/${id.split('.').at(-1)}`;

const HEATS = {
  none: () => undefined,
  time: ({ p50, total }) => (p50 === undefined || total === 0 ? undefined : p50 / total),
  errors: ({ rejected, ended }) => (ended === 0 ? undefined : rejected / ended),
};

export class LiveChart {
  #drawing;
  #before = new Map();

  constructor(chart) {
    this.#drawing = drawChart(chart, { label: 'Auction lifecycle', open: stateAddress });
    show(byId('chart'), this.#drawing.svg);
  }

  /** @param scale number of auctions in flight that each sampled one represents */
  paint(store, now, scale, colour = 'none') {
    const [live, waiting] = [new Map(), new Map()];
    for (const [id, count] of store.occupancy(now)) {
      live.set(topOf(id), (live.get(topOf(id)) ?? 0) + count * scale);
      if (isWaiting(id)) waiting.set(topOf(id), (waiting.get(topOf(id)) ?? 0) + count * scale);
    }
    const infos = [...this.#drawing.nodes.values()].map((node) => infoOf(node.box, store, now));
    const total = infos.reduce((sum, { p50 = 0 }) => sum + p50, 0);
    for (const info of infos)
      this.#paintNode({ ...info, live: live.get(info.id) ?? 0, waiting: waiting.get(info.id) ?? 0, total, ended: store.total }, colour);
    this.#paintEdges(store);
    const inAll = [...live.values()].reduce((sum, count) => sum + count, 0);
    const sampled = scale > 1 ? `, one in ${grouped(scale)} is shown` : '';
    byId('chart-hint').textContent = `${grouped(store.total)} ended, ${grouped(inAll)} in flight${sampled}`;
  }

  #paintEdges(store) {
    const traffic = new Map();
    for (const [edge, count] of store.edges) {
      const key = edge.split('>').map(topOf).join('>');
      traffic.set(key, (traffic.get(key) ?? 0) + count);
    }
    for (const [key, line] of this.#drawing.edges) paintEdge(line, (traffic.get(key) ?? 0) > (this.#before.get(key) ?? 0) ? ['busy'] : []);
    this.#before = traffic;
  }

  #paintNode(info, colour) {
    const { id, kind, p50, p99, live, waiting, rejected } = info;
    if (kind === 'any') return;
    const figure = kind === 'state' && p50 !== undefined ? `p50 ${millis(p50)} · p99 ${millis(p99)}` : '';
    const count = live > 0 ? `${grouped(live)} ${waiting > 0 ? 'waiting' : 'live'}` : rejected > 0 ? `${grouped(rejected)} rejected` : '';
    const waits = waiting > 0 ? `, ${waiting} waiting` : '';
    const details = `${live} live${waits}, ${rejected} rejected`;
    const states = live > 0 ? ['live'] : p50 === undefined ? [] : ['busy'];
    const trouble = live === 0 && rejected > 0;
    paintNode(this.#drawing.nodes.get(id), { figure, count, trouble, details, states, heat: HEATS[colour](info) });
  }
}

/** Figures of a state over the last minute. */
function infoOf({ id, name, kind }, store, now) {
  const times = store.timeline.recent(now, `state ${name}`);
  return { id, name, kind, p50: percentile(times, 0.5), p99: percentile(times, 0.99), rejected: store.rejectedIn(name) };
}
