/** Positions of a machine's states: the usual path on one line, waiting states beside it, exits below. */

/** `auction.reject.run` is drawn at the position of `auction.reject`. */
export const topOf = (id) => id.split('.').slice(0, 2).join('.');

const last = (id) => id.split('.').at(-1);

/** The machine's top-level states and the distinct edges between them. */
function flatten({ id: root, nodes, edges }) {
  const tops = nodes.filter(({ parent }) => parent === root);
  const pairs = new Map();
  for (const { from, to, on, guard } of edges) {
    const [a, b] = [topOf(from), topOf(to)];
    if (from === root || a === b) continue;
    const edge = pairs.get(`${a}>${b}`) ?? { from: a, to: b, why: [] };
    edge.why.push(guard ? `${on} [${guard}]` : on);
    pairs.set(`${a}>${b}`, edge);
  }
  return { tops, edges: [...pairs.values()], root };
}

const isError = (why) => why.startsWith('error');

const isWaiting = (id, ids) => id.endsWith('Waits') && ids.has(id.slice(0, -'Waits'.length));

/** The main path from the initial state: at each state the last transition that is not an error. */
function mainLine(tops, edges, initial) {
  const ids = new Set(tops.map(({ id }) => id));
  const line = [];
  let at = initial;
  while (at && !line.includes(at)) {
    line.push(at);
    const next = (from) => edges.findLast((edge) => edge.from === from && !edge.why.every(isError))?.to;
    let to = next(at);
    while (to && isWaiting(to, ids)) to = next(to);
    at = to;
  }
  return line;
}

const WIDE = { width: 1200, box: { w: 94, h: 62 }, top: 8, pill: { y: 84, w: 74, h: 24 }, rail: 138, low: 156, lowBox: { w: 94, h: 44 } };
const TALL = { width: 380, box: { w: 168, h: 54 }, step: 68, pill: { x: 210, w: 110, h: 26 } };

/** Boxes by state id, and the total size. */
export function layOut(chart, isTall) {
  const { tops, edges, root } = flatten(chart);
  const initial = chart.nodes.find(({ id }) => id === root)?.initial;
  const line = mainLine(tops, edges, initial);
  const ids = new Set(tops.map(({ id }) => id));
  const boxes = new Map();
  const place = isTall ? tallPlace(line) : widePlace(line);
  for (const [index, id] of line.entries()) boxes.set(id, { id, name: last(id), kind: 'main', index, ...place.main(index) });
  const rest = tops.filter(({ id }) => !boxes.has(id));
  for (const { id } of rest.filter((one) => isWaiting(one.id, ids))) {
    const owner = boxes.get(id.slice(0, -'Waits'.length));
    if (owner) boxes.set(id, { id, name: 'waits', kind: 'pill', index: owner.index, owner: owner.id, ...place.pill(owner) });
  }
  const low = rest.filter(({ id }) => !boxes.has(id));
  for (const [index, { id }] of low.entries()) boxes.set(id, { id, name: last(id), kind: 'low', index, ...place.low(index, low.length) });
  const height = Math.max(...[...boxes.values()].map(({ y, h }) => y + h)) + 8;
  return { boxes, edges, width: place.width, height, rail: isTall ? undefined : WIDE.rail };
}

function widePlace(line) {
  const { width, box, top, pill, low, lowBox } = WIDE;
  const step = (width - 8 - box.w) / Math.max(1, line.length - 1);
  return {
    width,
    main: (index) => ({ x: 4 + index * step, y: top, ...box }),
    pill: (owner) => ({ x: owner.x + box.w - pill.w, y: pill.y, w: pill.w, h: pill.h }),
    low: (index, count) => ({ x: width - 4 - box.w - (count - 1 - index) * step, y: low, ...lowBox }),
  };
}

function tallPlace(line) {
  const { width, box, step, pill } = TALL;
  return {
    width,
    main: (index) => ({ x: 4, y: 4 + index * step, ...box }),
    pill: (owner) => ({ x: pill.x, y: owner.y + (box.h - pill.h) / 2, w: pill.w, h: pill.h }),
    low: (index) => ({ x: 4 + index * (box.w + 30), y: 4 + line.length * step + 10, ...box }),
  };
}

/** The path of an edge. */
export function route(from, to, { rail }) {
  const middle = (box) => box.y + box.h / 2;
  const center = (box) => box.x + box.w / 2;
  const isTall = rail === undefined;
  if (from.kind === 'main' && to.kind === 'main' && to.index === from.index + 1) {
    return isTall ? `M${center(from)},${from.y + from.h} V${to.y}` : `M${from.x + from.w},${middle(from)} H${to.x}`;
  }
  if (to.kind === 'pill') {
    return isTall ? `M${from.x + from.w},${middle(from)} H${to.x}` : `M${center(to)},${from.y + from.h} V${to.y}`;
  }
  if (from.kind === 'pill' && to.kind === 'main') {
    if (isTall)
      return `M${center(from)},${from.y + from.h} C${center(from)},${to.y} ${to.x + to.w + 20},${to.y + 8} ${to.x + to.w},${to.y + 12}`;
    return `M${from.x + from.w},${middle(from)} C${to.x},${middle(from)} ${to.x + 4},${middle(from)} ${to.x + 10},${to.y + to.h}`;
  }
  if (from.kind === 'low' && to.kind === 'low') return `M${from.x + from.w},${middle(from)} H${to.x}`;
  if (isTall) return undefined;
  if (to.kind === 'low' && from.kind === 'pill') return undefined;
  if (to.kind === 'low') return `M${from.x + 9},${from.y + from.h} V${rail} H${center(to)} V${to.y}`;
  return `M${center(from)},${from.y} C${center(from)},${rail} ${center(to)},${rail} ${center(to)},${to.y + to.h}`;
}
