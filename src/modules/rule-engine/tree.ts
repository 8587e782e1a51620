/**
 * Rules as a tree: level i branches by the value of schema function i. There is no backtracking from a branch, even if another rule would
 * match.
 */
import type { ResultFunction } from './result-functions.ts';

const WILDCARD = '*';

export interface Rule {
  readonly conditions: readonly string[];
  readonly results: readonly ResultFunction[];
}

interface Node {
  readonly children: Map<string, Node>;
  /** Results of the rules that end here. */
  results: readonly ResultFunction[];
  /** Matches of the rules that end here, in this process. */
  hits: number;
}

export interface Match {
  /** Conditions of the rule joined with `|`, or `default`. */
  readonly fired: string;
  readonly results: readonly ResultFunction[];
}

const newNode = (): Node => ({ children: new Map(), results: [], hits: 0 });

/** The tree of all rules; results of rules with the same conditions are concatenated. */
export function buildTree(rules: readonly Rule[]): Node {
  const root = newNode();
  for (const { conditions, results } of rules) {
    let node = root;
    for (const condition of conditions) {
      let child = node.children.get(condition);
      if (!child) {
        child = newNode();
        node.children.set(condition, child);
      }
      node = child;
    }
    node.results = [...node.results, ...results];
  }
  return root;
}

/**
 * The matching rule; undefined: none.
 * @param depth levels of the tree
 * @param valueAt the value of a level, evaluated only if the levels above it match
 */
export function matchRule<S>(tree: Node, depth: number, subject: S, valueAt: (subject: S, level: number) => string): Match | undefined {
  let node = tree;
  const path: string[] = [];
  for (let level = 0; level < depth; level++) {
    const found = valueAt(subject, level);
    const exact = node.children.get(found);
    const next = exact ?? node.children.get(WILDCARD);
    if (!next) return undefined;
    path.push(exact ? found : WILDCARD);
    node = next;
  }
  node.hits++;
  return { fired: path.join('|'), results: node.results };
}

export type RuleTree = Node;
