/** The auction's chart for people in a hurry: a state and the one it waits in as one, and no labels but the ways out. */
import { auctionMachine } from '#machines/auction.ts';
import { toChart } from '#src/admin/charts.ts';

const state = (id: string): string => (id.replace(/^auction\./, '').split('.')[0] ?? '').replace(/Waits$/, '');

/** A Mermaid `stateDiagram-v2`. */
export function overview(): string {
  const edges = new Set<string>();
  const { id: whole, nodes, edges: all } = toChart(auctionMachine);
  for (const { from, to, guard } of all) {
    const [source, target] = [state(from), state(to)];
    if (from === whole || source === target) continue;
    edges.add(`${source} --> ${target}${guard === 'refused' ? ': refused' : ''}`);
  }
  const ends = nodes.filter(({ kind }) => kind === 'final').map(({ key }) => `${key} --> [*]`);
  return (
    ['stateDiagram-v2', '[*] --> idle', ...edges, 'note right of refuse: from any state when the client leaves', ...ends].join('\n  ') +
    '\n'
  );
}
