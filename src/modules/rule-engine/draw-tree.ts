/** Decision trees as indented text and as Mermaid flow charts. */
import type { DecisionNode, DecisionTree } from './decision-tree.ts';

const NOTHING = 'no change';

const resultLabels = ({ results }: DecisionNode): string => (results.length > 0 ? results.join('; ') : NOTHING);

const title = ({ set, share }: DecisionTree): string => (share === 1 ? set : `${set} (${Math.round(share * 100)} % of requests)`);

/** Lines below a function, with the lines of its branches. */
function branchLines({ branches }: DecisionNode, indent: string): string[] {
  return branches.flatMap(({ value, to }, i) => {
    const isLast = i === branches.length - 1;
    const start = `${indent}${isLast ? '└─' : '├─'} ${value || '""'}`;
    if (to.question === undefined) return [`${start}: ${resultLabels(to)}`];
    return [`${start}: ${to.question}?`, ...branchLines(to, `${indent}${isLast ? '   ' : '│  '}`)];
  });
}

/** One paragraph per tree. */
export function toOutline(trees: readonly DecisionTree[]): string {
  const paragraphs = trees.map((tree) => {
    const { root } = tree;
    const lines = root.question === undefined ? [`${resultLabels(root)}`] : [`${root.question}?`, ...branchLines(root, '')];
    return [title(tree), ...lines.map((line) => `  ${line}`)].join('\n');
  });
  return paragraphs.join('\n\n');
}

const quoted = (label: string): string => `"${label.replaceAll('&', '&amp;').replaceAll('"', '#quot;').replaceAll('<', '&lt;')}"`;

/** A flow chart with a subgraph per tree. */
export function toMermaid(trees: readonly DecisionTree[]): string {
  const lines = ['flowchart LR'];
  let count = 0;
  const add = (node: DecisionNode): string => {
    const id = `n${count++}`;
    lines.push(node.question === undefined ? `    ${id}[${quoted(resultLabels(node))}]` : `    ${id}{${quoted(node.question)}}`);
    for (const { value, to } of node.branches) lines.push(`    ${id} -- ${quoted(value || '""')} --> ${add(to)}`);
    return id;
  };
  for (const [i, tree] of trees.entries()) {
    lines.push(`  subgraph t${i}[${quoted(title(tree))}]`);
    add(tree.root);
    lines.push('  end');
  }
  return lines.join('\n');
}
