/** A machine as SCXML (W3C State Chart XML 1.0), from its chart. */
import type { AnyStateMachine } from 'xstate';
import { type Chart, type ChartEdge, type ChartNode, toChart } from './charts.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const attributes = (members: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(members)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escaped(value)}"`]))
    .join('');

/** Ends of invoked actors are events of their own there. */
function eventOf({ on, from }: ChartEdge): string | undefined {
  if (on === 'always') return undefined;
  if (on.startsWith('done: ')) return `done.invoke.${from}.${on.slice('done: '.length)}`;
  return on.startsWith('error: ') ? `error.invoke.${from}.${on.slice('error: '.length)}` : on.replaceAll(' ', '.');
}

const ELEMENTS: Readonly<Record<ChartNode['kind'], string>> = {
  atomic: 'state',
  compound: 'state',
  parallel: 'parallel',
  final: 'final',
  history: 'history',
};

function writeNode(chart: Chart, node: ChartNode, indent: string): string[] {
  const element = ELEMENTS[node.kind];
  const inner = `${indent}  `;
  const content = [
    ...node.entry.map((action) => `${inner}<onentry><raise${attributes({ event: `action.${action}` })}/></onentry>`),
    ...node.invokes.map((src) => `${inner}<invoke${attributes({ id: `${node.id}.${src}`, src })}/>`),
    ...chart.edges
      .filter(({ from }) => from === node.id)
      .map((edge) => `${inner}<transition${attributes({ event: eventOf(edge), cond: edge.guard, target: edge.to })}/>`),
    ...chart.nodes.filter(({ parent }) => parent === node.id).flatMap((child) => writeNode(chart, child, inner)),
  ];
  const start = `${indent}<${element}${attributes({ id: node.id, initial: node.initial })}`;
  return content.length === 0 ? [`${start}/>`] : [`${start}>`, ...content, `${indent}</${element}>`];
}

/** The root's own events become those of one state around all others: SCXML's document has none. */
export function toScxml(machine: AnyStateMachine): string {
  const chart = toChart(machine);
  const root = chart.nodes.find(({ parent }) => parent === undefined);
  const states = root ? writeNode(chart, root, '  ') : [];
  const head = `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"${attributes({ name: chart.id, initial: root?.id })}>`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...states, '</scxml>', ''].join('\n');
}
