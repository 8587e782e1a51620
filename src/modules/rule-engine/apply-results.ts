/** Results of rules, applied to the bidders of a request, with the analytics tags they leave. */
import type { AnalyticsTags } from '../analytics-tags.ts';
import type { RuleDialect } from './dialects.ts';
import type { ImpBidders, Removal } from './removals.ts';
import { type BidderResult, comparedName, RESULT_NAMES, type ResultFunction } from './result-functions.ts';
import type { RuleContext } from './rule-context.ts';
import type { RuleGroup } from './rule-set.ts';

type Activity = AnalyticsTags['activities'][number];

/** The rule that fired: the group's names, the rule's conditions and, in a per-imp walk, the imp. */
export interface Fired {
  readonly group: Pick<RuleGroup, 'analyticsKey' | 'version'>;
  readonly conditions: string;
  readonly impId?: string | undefined;
}

const filled = (values: { readonly [name: string]: unknown }): { [name: string]: unknown } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));

function activity({ group, conditions }: Fired, result: ResultFunction, impids: readonly string[], removed: readonly Removal[]): Activity {
  const values = filled({
    analyticsKey: group.analyticsKey,
    analyticsValue: result.analyticsValue,
    modelVersion: group.version,
    conditionFired: conditions,
    resultFunction: RESULT_NAMES[result.kind],
    ...(result.kind === 'log' ? {} : { biddersRemoved: [...new Set(removed.map(({ bidder }) => bidder))], seatNonBid: result.reason }),
  });
  return { name: 'pb-rule-engine', status: 'success', results: [{ status: 'success', values, appliedto: { impids } }] };
}

/** Whether a result removes a bidder. */
function isUnwanted(result: BidderResult, context: RuleContext, dialect: RuleDialect): (bidder: string) => boolean {
  const all = [result, ...(result.alternatives ?? [])];
  const names = ({ bidders, ifSyncedId }: BidderResult, bidder: string): boolean =>
    bidders.has(comparedName(bidder, dialect)) && (ifSyncedId === undefined || context.isSynced(bidder.toLowerCase()) === ifSyncedId);
  return (bidder) => all.some((one) => names(one, bidder)) === (result.kind === 'exclude');
}

/** Applies one result; the tag it leaves, if the dialect reports and the group has a key. */
export function applyResult(
  result: ResultFunction,
  fired: Fired,
  bidders: ImpBidders,
  context: RuleContext,
  dialect: RuleDialect,
): Activity | undefined {
  const isReported = dialect.reports && fired.group.analyticsKey !== '';
  if (result.kind === 'log') return isReported ? activity(fired, result, [fired.impId ?? '*'], []) : undefined;
  const removed = bidders.remove(fired.impId, result.reason, isUnwanted(result, context, dialect));
  if (!isReported || removed.length === 0) return undefined;
  return activity(fired, result, [...new Set(removed.map(({ impId }) => impId))], removed);
}

/** The results of one rule: inclusions apply together, where the first of them is; in the Go variant after the exclusions. */
export function inOrder(results: readonly ResultFunction[], dialect: RuleDialect): readonly ResultFunction[] {
  const [first, ...alternatives] = results.filter((result): result is BidderResult => result.kind === 'include');
  if (results.length < 2 || !first) return results;
  const together = { ...first, alternatives };
  if (!dialect.reports) return [...results.filter(({ kind }) => kind !== 'include'), together];
  return results.filter((result) => result === first || result.kind !== 'include').map((result) => (result === first ? together : result));
}
