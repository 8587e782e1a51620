/** The state chart of the running machine as a drawing; live figures are painted onto it. */
import { s } from './dom.js';
import { layOut, route } from './layout.js';

let drawn = 0;

/**
 * Draws a chart.
 * @returns the element, and its nodes and edges by id for painting
 */
export function drawChart(chart, { isTall = false, label = 'State chart' } = {}) {
  const plan = layOut(chart, isTall);
  const arrow = `arrow-${++drawn}`;
  const head = s('marker', {
    id: arrow,
    viewBox: '0 0 8 8',
    refX: 7,
    refY: 4,
    markerWidth: 8,
    markerHeight: 8,
    markerUnits: 'userSpaceOnUse',
    orient: 'auto',
  });
  head.append(s('path', { d: 'M0,0 L8,4 L0,8 z', class: 'arrow' }));
  const svg = s('svg', { viewBox: `0 0 ${plan.width} ${plan.height}`, role: 'group', 'aria-label': label }, s('defs', {}, head));
  const edges = new Map();
  for (const edge of plan.edges) {
    const [from, to] = [plan.boxes.get(edge.from), plan.boxes.get(edge.to)];
    const path = from && to && route(from, to, plan);
    if (!path) continue;
    const isDrop = to.kind === 'low' && from.kind !== 'low';
    const line = s('path', { d: path, class: isDrop ? 'edge drop' : 'edge', 'marker-end': isDrop ? undefined : `url(#${arrow})` });
    line.append(s('title', {}, `${from.name} → ${to.name}: ${edge.why.join(', ')}`));
    edges.set(`${edge.from}>${edge.to}`, line);
    svg.append(line);
  }
  const nodes = new Map();
  for (const box of plan.boxes.values()) {
    const node = drawNode(box);
    nodes.set(box.id, node);
    paintNode(node, {});
    svg.append(node.group);
  }
  return { svg, nodes, edges };
}

function drawNode(box) {
  const { x, y, w, h, name, kind } = box;
  const isPill = kind === 'pill';
  const group = s('g', { class: isPill ? 'node pill' : 'node', transform: `translate(${x},${y})`, role: 'img', 'aria-label': name });
  const rect = s('rect', { width: w, height: h, rx: isPill ? h / 2 : 9 });
  const title = s(
    'text',
    { x: w / 2, y: isPill ? 16 : 21, 'text-anchor': 'middle', class: isPill ? 'figure' : name.length > 9 ? 'name long' : 'name' },
    name,
  );
  const figure = s('text', { x: w / 2, y: h < 60 ? 36 : 38, 'text-anchor': 'middle', class: 'figure' });
  const count = s('text', { x: w / 2, y: h < 60 ? 50 : 54, 'text-anchor': 'middle', class: 'live-count' });
  group.append(rect, title);
  if (!isPill) group.append(figure, count);
  return { group, title, figure, count, box };
}

/** Labels a node, visually and for screen readers. */
export function paintNode(node, { name, figure = '', count = '', trouble = false, label, states = [] }) {
  const { group, title, box } = node;
  if (name !== undefined) title.textContent = name;
  node.figure.textContent = figure;
  node.count.textContent = count;
  // A name without figures is centred vertically.
  if (box.kind !== 'pill') title.setAttribute('y', figure === '' && count === '' ? box.h / 2 + 5 : 21);
  node.count.setAttribute('class', trouble ? 'trouble' : 'live-count');
  group.setAttribute('class', ['node', box.kind === 'pill' ? 'pill' : '', ...states].filter(Boolean).join(' '));
  if (label) group.setAttribute('aria-label', label);
}

export function paintEdge(line, states) {
  const isDrop = line.classList.contains('drop');
  line.setAttribute('class', ['edge', isDrop ? 'drop' : '', ...states].filter(Boolean).join(' '));
}
