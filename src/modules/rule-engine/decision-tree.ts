/** Rule sets as decision trees to look at: which function is evaluated, where each value leads, and what happens there. */
import type { Ext } from '#src/openrtb/ext.ts';
import { rulesOf } from './compiled-rules.ts';
import type { RuleFormat } from './compilers.ts';
import type { BidderScopes } from './geoscopes.ts';
import { RESULT_NAMES, type ResultFunction } from './result-functions.ts';
import type { RuleGroup, RuleSet } from './rule-set.ts';
import type { SchemaFunction } from './schema-functions.ts';
import type { RuleTree } from './tree.ts';
import { DEFAULT_WEIGHT } from './weights.ts';

/** A function with its branches, or the results of a rule. */
export interface DecisionNode {
  /** `deviceCountry`, `deviceCountryIn(MEX, CAN)`; absent at a leaf. */
  readonly question?: string | undefined;
  readonly branches: readonly { readonly value: string; readonly to: DecisionNode }[];
  /** Results of a leaf; empty: nothing happens. */
  readonly results: readonly string[];
  /** Matches of a leaf in this process; those of the default are of all its places. */
  readonly hits?: number | undefined;
}

/** One group of a set. */
export interface DecisionTree {
  /** Name of the set; `set 2` without one. */
  readonly set: string;
  /** Share of requests for which the group is drawn, 0 to 1. */
  readonly share: number;
  readonly root: DecisionNode;
}

/** Value of the branch that all other values take. */
const OTHERWISE = 'otherwise';

const argumentList = (args: unknown): string => {
  const values = typeof args === 'object' && args !== null ? Object.values(args).flat() : [];
  return values.length > 0 ? `(${values.map(String).join(', ')})` : '';
};

const questionOf = ({ name, args }: SchemaFunction): string => `${name}${argumentList(args)}`;

function resultLabel(result: ResultFunction): string {
  if (result.kind === 'log') return `${RESULT_NAMES.log} ${result.analyticsValue}`;
  const { kind, bidders, ifSyncedId } = result;
  const synced = ifSyncedId === undefined ? '' : ifSyncedId ? ', if synced' : ', if not synced';
  return `${RESULT_NAMES[kind]} ${[...bidders].join(', ')}${synced}`;
}

const leaf = (results: readonly ResultFunction[], hits: number): DecisionNode => ({
  branches: [],
  results: results.map(resultLabel),
  hits,
});

function nodeOf(tree: RuleTree, schema: readonly SchemaFunction[], defaults: DecisionNode): DecisionNode {
  const [first, ...rest] = schema;
  if (!first) return leaf(tree.results, tree.hits);
  const values = [...tree.children].filter(([value]) => value !== '*');
  const branches = values.map(([value, child]) => ({ value, to: nodeOf(child, rest, defaults) }));
  const others = tree.children.get('*');
  return {
    question: questionOf(first),
    branches: [...branches, { value: OTHERWISE, to: others ? nodeOf(others, rest, defaults) : defaults }],
    results: [],
  };
}

function treeOf({ tree, schema, defaults, defaultHits }: RuleGroup): DecisionNode {
  const byDefault = leaf(defaults, defaultHits);
  return schema.length > 0 ? nodeOf(tree, schema, byDefault) : byDefault;
}

function treesOf({ name, groups }: RuleSet, index: number): DecisionTree[] {
  const weights = groups.map(({ weight }) => weight || DEFAULT_WEIGHT);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return groups.map((group, i) => ({ set: name || `set ${index + 1}`, share: (weights[i] ?? 0) / sum, root: treeOf(group) }));
}

/**
 * The trees of an account's settings, in the order of the sets and their groups.
 * @throws RuleError if the settings are invalid
 */
export function decisionTrees(settings: Ext, format: RuleFormat, scopes: BidderScopes = {}): DecisionTree[] {
  return rulesOf(settings, format, scopes).flatMap(treesOf);
}
