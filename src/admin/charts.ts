/** State charts read from the running machine objects: nodes, edges and their Mermaid form. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { eventName, named } from '#machines/event-name.ts';

export interface ChartNode {
  readonly id: string;
  readonly key: string;
  readonly parent?: string | undefined;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  readonly initial?: string | undefined;
  readonly entry: readonly string[];
  readonly invokes: readonly string[];
}

export interface ChartEdge {
  readonly from: string;
  readonly to: string;
  /** The event, `always`, or the completion of an invoked actor. */
  readonly on: string;
  readonly guard?: string | undefined;
  /** The condition, if neither event nor guard describes it. */
  readonly description?: string | undefined;
}

export interface Chart {
  readonly id: string;
  readonly nodes: readonly ChartNode[];
  readonly edges: readonly ChartEdge[];
}

/** Nodes and edges of a machine, parents before children. */
export function toChart(machine: AnyStateMachine): Chart {
  const nodes: ChartNode[] = [];
  const edges: ChartEdge[] = [];
  const visit = (node: AnyStateNode): void => {
    nodes.push({
      id: node.id,
      key: node.key,
      parent: node.parent?.id,
      kind: node.type,
      initial: node.type === 'compound' ? node.initial.target?.[0]?.id : undefined,
      entry: node.entry.map(named).filter((name) => name !== undefined),
      invokes: node.invoke.map(({ src }) => named(src) ?? 'actor'),
    });
    const transitions = [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
    for (const { target, eventType, guard, description } of transitions) {
      const how = { on: eventName(eventType, node), guard: named(guard), description };
      for (const to of target ?? []) edges.push({ from: node.id, to: to.id, ...how });
    }
    for (const child of Object.values(node.states)) visit(child);
  };
  visit(machine.root);
  return { id: machine.id, nodes, edges };
}

const mermaidId = (id: string): string => id.replace(/\W/g, '_');

/** A Mermaid `stateDiagram-v2` of a machine. */
export function toMermaid(machine: AnyStateMachine): string {
  const { nodes, edges, id: root } = toChart(machine);
  const lines = ['stateDiagram-v2'];
  const write = (parent: string, indent: string): void => {
    const owner = nodes.find((node) => node.id === parent);
    if (owner?.initial) lines.push(`${indent}[*] --> ${mermaidId(owner.initial)}`);
    for (const node of nodes.filter((candidate) => candidate.parent === parent)) {
      const title = node.invokes.length > 0 ? `${node.key} (${node.invokes.join(', ')})` : node.key;
      if (node.kind !== 'compound') {
        lines.push(`${indent}state "${title}" as ${mermaidId(node.id)}`);
        if (node.kind === 'final') lines.push(`${indent}${mermaidId(node.id)} --> [*]`);
        continue;
      }
      lines.push(`${indent}state "${title}" as ${mermaidId(node.id)} {`);
      write(node.id, `${indent}  `);
      lines.push(`${indent}}`);
    }
  };
  write(root, '  ');
  for (const { from, to, on, guard, description } of edges) {
    if (from === root) continue;
    const why = `${guard ? ` [${guard}]` : ''}${description ? ` (${description})` : ''}`;
    lines.push(`  ${mermaidId(from)} --> ${mermaidId(to)}: ${on}${why}`);
  }
  for (const { to, on } of edges.filter((edge) => edge.from === root))
    lines.push(`note right of ${mermaidId(to)}: from any state on ${on}`);
  return `${lines.join('\n')}\n`;
}
