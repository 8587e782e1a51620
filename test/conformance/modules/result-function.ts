import { applyResult } from '#src/modules/rule-engine/apply-results.ts';
import { ImpBidders } from '#src/modules/rule-engine/removals.ts';
import { resultFunction } from '#src/modules/rule-engine/result-functions.ts';
import type { ModuleRow } from '../suites/modules.ts';
import { contextOf, dialectOf } from './rules.ts';

export function run(row: ModuleRow): unknown {
  const { input, config } = row;
  const context = contextOf(row);
  const bidders = new ImpBidders(context.request);
  const group = { analyticsKey: input.analyticsKey ?? '', version: input.modelVersion ?? '' };
  const fired = { group, conditions: input.ruleFired ?? '', impId: input.impId };
  const tag = applyResult(resultFunction(config.function, config.args, dialectOf(row)), fired, bidders, context, dialectOf(row));
  const emptied = new Set(bidders.emptied());
  const left = context.request.imp.filter(({ id }) => !emptied.has(id)).map(({ id }) => [id, bidders.of(id)] as const);
  const rejections = Object.groupBy(bidders.removals, ({ bidder }) => bidder);
  const rejected = left.length === 0;
  return {
    action: rejected ? 'reject' : bidders.removals.length > 0 ? 'update' : 'no_action',
    ...(rejected ? {} : { bidders: Object.fromEntries(left) }),
    rejections: Object.fromEntries(
      Object.entries(rejections).map(([bidder, all = []]) => [bidder, all.map(({ impId, reason }) => ({ impId, reason }))]),
    ),
    tags: tag ? [tag] : [],
  };
}
