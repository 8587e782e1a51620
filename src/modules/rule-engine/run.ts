/** Runs the rule sets of an account over one request. */
import type { AnalyticsTags } from '../analytics-tags.ts';
import { applyResult, type Fired, inOrder } from './apply-results.ts';
import type { RuleDialect } from './dialects.ts';
import { ImpBidders } from './removals.ts';
import type { ResultFunction } from './result-functions.ts';
import type { RuleContext, RuleImp } from './rule-context.ts';
import type { RuleGroup, RuleSet } from './rule-set.ts';
import { type Match, matchRule } from './tree.ts';
import { drawIndex } from './weights.ts';

export interface RuleOutcome {
  readonly bidders: ImpBidders;
  readonly activities: readonly AnalyticsTags['activities'][number][];
  /** Kinds of results that removed bidders. */
  readonly effective: ReadonlySet<ResultFunction['kind']>;
  /** No imp has a bidder left; only where the dialect drops such imps. */
  readonly rejected: boolean;
}

/** A rule that matched, with the imp it matched for. */
interface Hit extends Match {
  readonly impId?: string | undefined;
}

/** What the schema of a group is evaluated on. */
interface Subject {
  readonly schema: RuleGroup['schema'];
  readonly context: RuleContext;
  readonly imp: RuleImp;
}

const computedValue = ({ schema, context, imp }: Subject, level: number): string => schema[level]?.value(context, imp) ?? '';
const knownValue = (values: readonly string[], level: number): string => values[level] ?? '';

function match({ schema, tree }: RuleGroup, context: RuleContext, imp: RuleImp, { evaluatesAllFirst }: RuleDialect): Match | undefined {
  const depth = schema.length;
  if (depth === 0) return undefined;
  if (!evaluatesAllFirst) return matchRule(tree, depth, { schema, context, imp }, computedValue);
  const values = schema.map((one) => one.value(context, imp));
  return matchRule(tree, depth, values, knownValue);
}

const DEFAULT = 'default';

/** Applicable rules: one for the request, or one per imp; the default if none matches. */
function hitsOf(group: RuleGroup, context: RuleContext, bidders: ImpBidders, dialect: RuleDialect): Hit[] {
  const byDefault = (impId?: string): Hit => {
    group.defaultHits++;
    return { fired: DEFAULT, results: group.defaults, impId };
  };
  if (!group.perImp) return [match(group, context, undefined, dialect) ?? byDefault()];
  const imps = context.request.imp.filter(({ id }) => bidders.of(id).length > 0);
  return imps.map((imp) => {
    const found = match(group, context, imp, dialect);
    return found ? { ...found, impId: imp.id } : byDefault(imp.id);
  });
}

function draw({ groups }: RuleSet, context: RuleContext, dialect: RuleDialect): RuleGroup | undefined {
  if (groups.length === 1 && !dialect.drawsCertainties) return groups[0];
  return groups[
    drawIndex(
      groups.map(({ weight }) => weight),
      (limit) => context.draw(limit),
    )
  ];
}

/**
 * Runs all sets in order; each works on the bidders that the previous ones left.
 * @returns the remaining and removed bidders, the tags of the results, and whether nothing is left to auction
 */
export function runRules(sets: readonly RuleSet[], context: RuleContext, dialect: RuleDialect): RuleOutcome {
  const bidders = new ImpBidders(context.request);
  const activities: AnalyticsTags['activities'][number][] = [];
  const effective = new Set<ResultFunction['kind']>();
  const isOver = (): boolean => dialect.dropsEmptyImps && bidders.emptied().length === context.request.imp.length;
  for (const set of sets) {
    const group = draw(set, context, dialect);
    if (!group) continue;
    for (const { fired, results, impId } of hitsOf(group, context, bidders, dialect)) {
      const about: Fired = { group, conditions: fired, impId };
      for (const result of inOrder(results, dialect)) {
        const before = bidders.removals.length;
        const tag = applyResult(result, about, bidders, context, dialect);
        if (tag) activities.push(tag);
        if (bidders.removals.length > before) effective.add(result.kind);
        if (isOver()) return { bidders, activities, effective, rejected: true };
      }
    }
  }
  return { bidders, activities, effective, rejected: false };
}
