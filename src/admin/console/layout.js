/** Positions of a machine's states and the paths of its transitions, computed by dagre from top to bottom. */
import { Graph, layout } from './dagre.js';

const SETTINGS = { rankdir: 'TB', nodesep: 18, edgesep: 8, ranksep: 18, marginx: 4, marginy: 4 };
const BOX = { width: 186, height: 46 };
const SMALL = { width: 92, height: 26 };
const LABEL_HEIGHT = 16;
/** Average width of a character of a label. */
const CHARACTER = 5.9;

/** The drawn state of a state: nested states, and the waiting state of a stage, are part of it. */
export const topOf = (id) =>
  id
    .split('.', 2)
    .join('.')
    .replace(/Waits$/, '');

export const isWaiting = (id) => id.endsWith('Waits');

/** Keeps the usual path on one line. */
const MAIN_WEIGHT = 50;

const isError = (reasons) => reasons.every((reason) => reason.startsWith('error'));
const isRejection = ({ from, reasons }) => from !== 'any' && reasons.every((reason) => reason.includes('[rejected]'));

const last = (id) => id.split('.').at(-1);

/** An event and a guard: `[free]`, `done: pending`, `response [late]`. */
const reasonOf = ({ on, guard }) => (guard === undefined ? on : on === 'always' ? `[${guard}]` : `${on} [${guard}]`);

/** Without reasons that repeat another's guard. */
const shorten = (reasons) =>
  reasons.filter((one) => !reasons.some((other) => other !== one && other.startsWith('[') && one.endsWith(` ${other}`)));

/** The drawn states and the distinct transitions between them. */
function flatten({ id: root, nodes, edges }) {
  const tops = new Map();
  for (const node of nodes) if (node.parent === root && topOf(node.id) === node.id) tops.set(node.id, node);
  const pairs = new Map();
  for (const edge of edges) {
    const from = edge.from === root ? 'any' : topOf(edge.from);
    const to = topOf(edge.to);
    if (from === to) continue;
    const pair = pairs.get(`${from}>${to}`) ?? { from, to, reasons: [] };
    if (!pair.reasons.includes(reasonOf(edge))) pair.reasons.push(reasonOf(edge));
    pairs.set(`${from}>${to}`, pair);
  }
  return { tops, pairs };
}

function edgeOf(pair) {
  const { reasons } = pair;
  const label = shorten(reasons).join(' or ');
  const size = { width: label.length * CHARACTER + 8, height: LABEL_HEIGHT };
  // Many parallel rejections take little space if their labels run along the lines.
  const isUpright = isRejection(pair);
  const space = isUpright ? { width: LABEL_HEIGHT, height: LABEL_HEIGHT, minlen: 2 } : size;
  return { label, reasons, size, isUpright, weight: isUpright || isError(reasons) ? 1 : MAIN_WEIGHT, labelpos: 'c', ...space };
}

/**
 * Boxes by state id, transitions with their points and labels, and the total size. Transitions from any state start at a box of that name.
 * @param chart as of `/machines/{name}`
 */
export function layOut(chart) {
  const { tops, pairs } = flatten(chart);
  const graph = new Graph();
  // Exits first: dagre puts their lines to the left of the usual path.
  const isExit = (pair) => isRejection(pair) || isError(pair.reasons);
  const ordered = [...pairs.values()].sort((a, b) => Number(isExit(b)) - Number(isExit(a)));
  const hasRejections = ordered.some(isRejection);
  graph.setGraph(hasRejections ? { ...SETTINGS, align: 'UR' } : SETTINGS);
  for (const [id, { kind }] of tops) graph.setNode(id, kind === 'final' || id.endsWith('.idle') ? { ...SMALL } : { ...BOX });
  for (const pair of ordered) {
    if (pair.from === 'any') graph.setNode(pair.from, { ...SMALL });
    graph.setEdge(pair.from, pair.to, edgeOf(pair));
  }
  layout(graph, { disableOptimalOrderHeuristic: hasRejections });
  const boxes = new Map();
  for (const id of graph.nodes()) {
    const { x, y, width: w, height: h } = graph.node(id);
    const kind = id === 'any' ? 'any' : h === SMALL.height ? 'small' : 'state';
    boxes.set(id, { id, name: id === 'any' ? 'any state' : last(id), kind, x: x - w / 2, y: y - h / 2, w, h });
  }
  const edges = graph.edges().map(({ v: from, w: to }) => ({ from, to, ...graph.edge(from, to) }));
  const { width, height } = graph.graph();
  return { boxes, edges, width, height };
}

/** The path through points, with rounded corners. */
export function pathThrough([first, ...points]) {
  const end = points.pop();
  const middle = (a, b) => `${((a.x + b.x) / 2).toFixed(1)},${((a.y + b.y) / 2).toFixed(1)}`;
  const curves = points.map((point, index) => `Q${point.x.toFixed(1)},${point.y.toFixed(1)} ${middle(point, points[index + 1] ?? end)}`);
  return [`M${first.x.toFixed(1)},${first.y.toFixed(1)}`, ...curves, `L${end.x.toFixed(1)},${end.y.toFixed(1)}`].join(' ');
}
