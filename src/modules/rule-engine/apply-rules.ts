/** The outcome of an account's rules, applied to the request and reported as a hook's result. */
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { HookResult, ModuleRejection } from '../hook.ts';
import type { RuleDialect } from './dialects.ts';
import type { ImpBidders } from './removals.ts';
import type { RuleContext } from './rule-context.ts';
import type { RuleSet } from './rule-set.ts';
import { type RuleOutcome, runRules } from './run.ts';

/** The changes the Go variant names in its trace: exclusions delete bidders, inclusions add the listed ones. */
const goChanges = (effective: RuleOutcome['effective']): HookResult['changes'] =>
  [...effective].map((kind) => ({ key: ['bidrequest', 'imp', 'ext', 'prebid', 'bidders'], type: kind === 'include' ? 'add' : 'delete' }));

function rejectionsOf({ removals }: ImpBidders): { [bidder: string]: ModuleRejection[] } {
  const byBidder: { [bidder: string]: ModuleRejection[] } = {};
  for (const { bidder, impId, reason } of removals) {
    byBidder[bidder] ??= [];
    byBidder[bidder].push({ impId, reason });
  }
  return byBidder;
}

/** Removes the excluded bidders from the request and, if the dialect says so, imps without remaining bidders. */
function editRequest(request: BidRequest, bidders: ImpBidders, { dropsEmptyImps }: RuleDialect): void {
  for (const { impId, bidder } of bidders.removals) {
    const params = request.imp.find(({ id }) => id === impId)?.ext?.srv?.bidder;
    if (params) delete params[bidder];
  }
  if (!dropsEmptyImps) return;
  const emptied = new Set(bidders.emptied());
  if (emptied.size > 0) request.imp = request.imp.filter(({ id }) => !emptied.has(id));
}

/**
 * Runs the rules and edits the request.
 * @param request the hook's draft; unchanged if the result rejects it
 * @returns undefined if nothing was removed and nothing is reported
 */
export function applyRules(
  sets: readonly RuleSet[],
  request: BidRequest,
  context: RuleContext,
  dialect: RuleDialect,
): HookResult | undefined {
  const { bidders, activities, effective, rejected } = runRules(sets, context, dialect);
  if (bidders.removals.length === 0 && activities.length === 0) return undefined;
  const tags = activities.length > 0 ? { activities } : undefined;
  const rejections = dialect.reports ? rejectionsOf(bidders) : undefined;
  if (rejected) return { reject: true, tags, rejections };
  editRequest(request, bidders, dialect);
  return { tags, rejections, changes: bidders.removals.length > 0 && !dialect.reports ? goChanges(effective) : undefined };
}
