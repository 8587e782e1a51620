/** Whether there is anything to run at a stage of an auction, and by what plan. */
import type { Auction, Entry } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import { newHookLog } from './outcome.ts';
import type { StageCall } from './stage-call.ts';
import type { HookStage } from './stages.ts';

const ENDPOINTS: { readonly [entry in Entry]: string } = {
  auction: '/openrtb2/auction',
  amp: '/openrtb2/amp',
  video: '/openrtb2/video',
};

type Judge<P> = Pick<StageCall<P>, 'fault'> & Partial<Pick<StageCall<P>, 'view' | 'bidder' | 'facts' | 'deadlineAt' | 'bidOf'>>;

/** The call of a stage; undefined where nothing is planned, which is all that such an auction pays. */
export function openCall<P>(auction: Auction, services: Services, stage: HookStage, judge: Judge<P>): StageCall<P> | undefined {
  const groups = groupsAt(auction, services, stage);
  if (!groups) return undefined;
  auction.hooks ??= newHookLog();
  const { variant } = services.config;
  return { auction, services, log: auction.hooks, variant, stage, ...groups, ...judge };
}

/** Whether hooks are planned for a stage. */
export const isPlanned = (auction: Auction, services: Services, stage: HookStage): boolean =>
  groupsAt(auction, services, stage) !== undefined;

function groupsAt(
  { entry, account }: Auction,
  { hooks }: Services,
  stage: HookStage,
): Pick<StageCall<unknown>, 'endpoint' | 'plan' | 'groups'> | undefined {
  if (!hooks) return undefined;
  const endpoint = ENDPOINTS[entry];
  const plan = stage === 'entrypoint' ? hooks.entrypoint(endpoint) : hooks.plan(account.hooks, endpoint);
  const groups = plan.groups[stage];
  return groups && { endpoint, plan, groups };
}
