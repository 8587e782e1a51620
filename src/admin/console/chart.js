/** The state chart of a running machine as a drawing; figures and colours are painted onto it. */
import { s } from './dom.js';
import { layOut, pathThrough } from './layout.js';

let drawn = 0;

/** Charts grow to this multiple of their natural size. */
const MAX_SCALE = 1.15;

/** Steps of the colour scale. */
const HEATS = 5;

/**
 * Draws a chart.
 * @param open address that a state's box leads to, by state id; by default boxes are no links
 * @returns the element, and its nodes and edges by id for painting
 */
export function drawChart(chart, { label = 'State chart', open = () => undefined } = {}) {
  const plan = layOut(chart);
  const arrow = `arrow-${++drawn}`;
  const size = { width: Math.round(plan.width), height: Math.round(plan.height) };
  const svg = s('svg', { viewBox: `0 0 ${size.width} ${size.height}`, role: 'group', 'aria-label': label });
  svg.style.maxWidth = `${size.width * MAX_SCALE}px`;
  svg.append(s('defs', {}, arrowHead(arrow)));
  const edges = new Map();
  const labels = [];
  for (const edge of plan.edges) {
    const [from, to] = [plan.boxes.get(edge.from), plan.boxes.get(edge.to)];
    const line = s('path', { d: pathThrough(edge.points), class: 'edge', 'marker-end': `url(#${arrow})` });
    line.append(s('title', {}, `${from.name} → ${to.name}: ${edge.reasons.join(', ')}`));
    edges.set(`${edge.from}>${edge.to}`, line);
    svg.append(line);
    labels.push(drawLabel(edge));
  }
  svg.append(...labels);
  const nodes = new Map();
  for (const box of plan.boxes.values()) {
    const node = drawNode(box, box.kind === 'any' ? undefined : open(box.id));
    nodes.set(box.id, node);
    paintNode(node, {});
    svg.append(node.group);
  }
  return { svg, nodes, edges };
}

function arrowHead(id) {
  const size = { viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 9, markerHeight: 9 };
  const head = s('marker', { id, ...size, markerUnits: 'userSpaceOnUse', orient: 'auto' });
  head.append(s('path', { d: 'M0,0 L8,4 L0,8 z', class: 'arrow' }));
  return head;
}

/** The event and guard of a transition, on a background that interrupts its line. */
function drawLabel({ label, x, y, size: { width, height }, isUpright }) {
  const group = s('g', { class: 'why', transform: `translate(${x},${y})${isUpright ? ' rotate(-90)' : ''}` });
  group.append(s('rect', { x: -width / 2, y: -height / 2, width, height, rx: 3 }));
  group.append(s('text', { y: 4, 'text-anchor': 'middle' }, label));
  return group;
}

function drawNode(box, href) {
  const { x, y, w, h, name, kind } = box;
  const role = href === undefined ? 'img' : undefined;
  const group = s(href === undefined ? 'g' : 'a', { transform: `translate(${x},${y})`, role, href, 'aria-label': name });
  const rect = s('rect', { width: w, height: h, rx: kind === 'state' ? 9 : h / 2 });
  const title = s('text', { class: 'name' }, name);
  const figure = s('text', { x: 11, y: 37, class: 'figure' });
  const count = s('text', { x: w - 11, y: 19, 'text-anchor': 'end', class: 'live-count' });
  // The spaces separate the texts for screen readers.
  group.append(rect, title, ' ', figure, ' ', count);
  return { group, title, figure, count, box };
}

/**
 * Labels a node. Screen readers get the visible text, then the details.
 * @param heat colours it, from 0 to 1
 */
export function paintNode(node, { figure = '', count = '', trouble = false, details, states = [], heat }) {
  const { group, title, box } = node;
  node.figure.textContent = figure;
  node.count.textContent = count;
  node.count.setAttribute('class', trouble ? 'trouble' : 'live-count');
  const isAlone = box.kind !== 'state' || (figure === '' && count === '');
  const place = isAlone ? { x: box.w / 2, y: box.h / 2 + 5, anchor: 'middle' } : { x: 11, y: figure === '' ? 28 : 19, anchor: 'start' };
  title.setAttribute('x', place.x);
  title.setAttribute('y', place.y);
  title.setAttribute('text-anchor', place.anchor);
  const warmth = heat > 0 ? `heat-${Math.ceil(Math.min(1, heat) * HEATS)}` : '';
  group.setAttribute('class', ['node', box.kind, warmth, ...states].filter(Boolean).join(' '));
  const visible = [box.name, figure, count].filter(Boolean).join(' ');
  group.setAttribute('aria-label', details ? `${visible}: ${details}` : visible);
}

export const paintEdge = (line, states) => line.setAttribute('class', ['edge', ...states].join(' '));
