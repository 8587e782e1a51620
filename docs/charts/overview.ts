/** A simplified chart of the auction: a state and its waiting state are one, and only exits have labels. */
import { auctionMachine } from '#machines/auction.ts';
import { toChart } from '#src/admin/charts.ts';

const state = (id: string): string => (id.replace(/^auction\./, '').split('.')[0] ?? '').replace(/Waits$/, '');

/** A Mermaid `stateDiagram-v2`. */
export function overview(): string {
  const edges = new Set<string>();
  const { id: full, nodes, edges: all } = toChart(auctionMachine);
  for (const { from, to, guard } of all) {
    const [source, target] = [state(from), state(to)];
    if (from === full || source === target) continue;
    edges.add(`${source} --> ${target}${guard === 'rejected' ? ': rejected' : ''}`);
  }
  const ends = nodes.filter(({ kind }) => kind === 'final').map(({ key }) => `${key} --> [*]`);
  const note = 'note right of reject: from any state on client disconnect';
  return `${['stateDiagram-v2', '[*] --> idle', ...edges, note, ...ends].join('\n  ')}\n`;
}
