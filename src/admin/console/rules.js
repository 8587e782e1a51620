/** The rule engine's settings of an account as decision trees, drawn from left to right, with the matches of each result. */
import { Graph, layout } from './dagre.js';
import { byId, grouped, h, percent, s, show } from './dom.js';
import { pathThrough } from './layout.js';

const SETTINGS = { rankdir: 'LR', nodesep: 10, edgesep: 8, ranksep: 34, marginx: 4, marginy: 4 };
const LINE_HEIGHT = 17;
const PADDING = 10;
const MIN_WIDTH = 90;
/** Average width of a character in a box, and of a label. */
const CHARACTER = 7;
const LABEL_CHARACTER = 6.2;
const MAX_CHARACTERS = 44;

const clipped = (text) => (text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text);

/** The lines of a box: a question, or results with the number of matches. */
function linesOf({ question, results, hits = 0 }) {
  if (question !== undefined) return [`${question}?`];
  return [...(results.length > 0 ? results : ['no change']), `${grouped(hits)} ${hits === 1 ? 'match' : 'matches'}`];
}

function addTo(graph, node) {
  const id = String(graph.nodeCount());
  const lines = linesOf(node);
  const width = Math.max(MIN_WIDTH, ...lines.map((line) => clipped(line).length * CHARACTER + 2 * PADDING));
  graph.setNode(id, { width, height: lines.length * LINE_HEIGHT + PADDING, lines, isQuestion: node.question !== undefined });
  for (const { value, to } of node.branches) {
    const label = clipped(value === '' ? '""' : value);
    graph.setEdge(id, addTo(graph, to), { label, labelpos: 'c', width: label.length * LABEL_CHARACTER + 10, height: LINE_HEIGHT });
  }
  return id;
}

function drawBox({ x, y, width, height, lines, isQuestion }) {
  const group = s('g', {
    class: isQuestion ? 'node question' : 'node result',
    transform: `translate(${x - width / 2},${y - height / 2})`,
    role: 'img',
    'aria-label': lines.join(', '),
  });
  group.append(s('rect', { width, height, rx: isQuestion ? height / 2 : 6 }), s('title', {}, lines.join('\n')));
  for (const [index, line] of lines.entries()) {
    const isFigure = !isQuestion && index === lines.length - 1;
    const at = { x: width / 2, y: PADDING / 2 + LINE_HEIGHT * (index + 0.72), 'text-anchor': 'middle' };
    group.append(s('text', { ...at, class: isFigure ? 'figure' : 'name' }, clipped(line)));
  }
  return group;
}

function drawLabel({ label, x, y, width, height }) {
  const group = s('g', { class: 'why', transform: `translate(${x},${y})` });
  group.append(s('rect', { x: -width / 2, y: -height / 2, width, height, rx: 3 }), s('text', { y: 4, 'text-anchor': 'middle' }, label));
  return group;
}

function drawTree({ set, root }) {
  const graph = new Graph();
  graph.setGraph(SETTINGS);
  addTo(graph, root);
  // Branches stay in the order of the rules.
  layout(graph, { disableOptimalOrderHeuristic: true });
  const { width, height } = graph.graph();
  const svg = s('svg', { viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': `Rules of ${set}` });
  svg.style.width = `${width}px`;
  const edges = graph.edges().map((edge) => graph.edge(edge));
  svg.append(...edges.map(({ points }) => s('path', { d: pathThrough(points), class: 'edge' })));
  svg.append(...edges.map(drawLabel), ...graph.nodes().map((id) => drawBox(graph.node(id))));
  return svg;
}

function treePanel(tree) {
  const share = tree.share === 1 ? 'all requests' : `${percent(tree.share)} of requests`;
  return h(
    'section',
    { class: 'panel', 'aria-label': tree.set },
    h('div', { class: 'panel-head' }, h('h2', {}, tree.set), h('p', { class: 'hint' }, share)),
    h('div', { class: 'scroll rules', tabindex: 0, role: 'region', 'aria-label': `Tree of ${tree.set}` }, drawTree(tree)),
  );
}

const NONE = 'These settings have no rules. Rules are settings of the module prebid.rulesengine (pb-rule-engine) of an account.';

function contentOf({ trees, error }) {
  if (error) return [h('p', { class: 'panel empty', role: 'alert' }, `The settings are invalid, so no rule runs: ${error}`)];
  return trees.length > 0 ? trees.map(treePanel) : [h('p', { class: 'panel empty' }, NONE)];
}

/** @param get loads JSON from a path of the admin listener */
export function paintRules(get) {
  const place = h('div', { 'aria-live': 'polite' });
  const account = h('input', { type: 'search', size: 25, placeholder: 'account defaults', autocomplete: 'off' });
  const load = async () => {
    const path = `/rules?account=${encodeURIComponent(account.value.trim())}`;
    const content = await get(path).then(contentOf, ({ message }) => [h('p', { class: 'panel empty', role: 'alert' }, message)]);
    show(place, content);
  };
  const submit = (event) => {
    event.preventDefault();
    void load();
  };
  const form = h(
    'form',
    { class: 'filters', role: 'search', onsubmit: submit },
    h('label', {}, 'Account ', account),
    h('button', { type: 'submit' }, 'Show'),
  );
  const hint = h('p', { class: 'hint' }, 'Matches are counted since the start of this process.');
  show(byId('view-rules'), h('div', { class: 'panel' }, h('div', { class: 'panel-head' }, h('h1', {}, 'Rules'), form), hint), place);
  return load();
}
