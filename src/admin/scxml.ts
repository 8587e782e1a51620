/** A machine as SCXML (W3C State Chart XML 1.0), from its chart. */
import type { AnyStateMachine } from 'xstate';
import { type Chart, type ChartEdge, type ChartNode, toChart } from './charts.ts';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const attributes = (fields: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined ? [] : [` ${name}="${escaped(value)}"`]))
    .join('');

/** SCXML models the completion of invoked actors as separate events. */
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
  const nested = `${indent}  `;
  const content = [
    ...node.entry.map((action) => `${nested}<onentry><raise${attributes({ event: `action.${action}` })}/></onentry>`),
    ...node.invokes.map((src) => `${nested}<invoke${attributes({ id: `${node.id}.${src}`, src })}/>`),
    ...chart.edges
      .filter(({ from }) => from === node.id)
      .map((edge) => `${nested}<transition${attributes({ event: eventOf(edge), cond: edge.guard, target: edge.to })}/>`),
    ...chart.nodes.filter(({ parent }) => parent === node.id).flatMap((child) => writeNode(chart, child, nested)),
  ];
  const start = `${indent}<${element}${attributes({ id: node.id, initial: node.initial })}`;
  return content.length === 0 ? [`${start}/>`] : [`${start}>`, ...content, `${indent}</${element}>`];
}

/** Events of the root become events of a state around all others, because an SCXML document has none of its own. */
export function toScxml(machine: AnyStateMachine): string {
  const chart = toChart(machine);
  const root = chart.nodes.find(({ parent }) => parent === undefined);
  const states = root ? writeNode(chart, root, '  ') : [];
  const head = `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"${attributes({ name: chart.id, initial: root?.id })}>`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', head, ...states, '</scxml>', ''].join('\n');
}
