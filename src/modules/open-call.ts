/** Whether a stage of an auction has hooks to run, and by which plan. */
import type { Auction, EndpointName } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { HookStage } from '#src/config/hook-stages.ts';
import { newHookLog } from './outcome.ts';
import type { StageCall } from './stage-call.ts';

const ENDPOINTS: { readonly [entry in EndpointName]: string } = {
  auction: '/openrtb2/auction',
  amp: '/openrtb2/amp',
  video: '/openrtb2/video',
};

type PayloadCheck<P> = Pick<StageCall<P>, 'error'> & Partial<Pick<StageCall<P>, 'view' | 'bidder' | 'info' | 'deadlineAt' | 'bidOf'>>;

/** The call of a stage; undefined if nothing is planned, which is the only cost of such an auction. */
export function openCall<P>(auction: Auction, services: Services, stage: HookStage, check: PayloadCheck<P>): StageCall<P> | undefined {
  const groups = groupsAt(auction, services, stage);
  if (!groups) return undefined;
  auction.hooks ??= newHookLog();
  return { auction, services, log: auction.hooks, dialect: services.dialect.hooks, stage, ...groups, ...check };
}

/** Whether hooks are planned for a stage. */
export const isPlanned = (auction: Auction, services: Services, stage: HookStage): boolean =>
  groupsAt(auction, services, stage) !== undefined;

function groupsAt(
  { endpoint: endpointName, account }: Auction,
  { hooks }: Services,
  stage: HookStage,
): Pick<StageCall<unknown>, 'endpoint' | 'plan' | 'groups'> | undefined {
  if (!hooks) return undefined;
  const endpoint = ENDPOINTS[endpointName];
  const plan = stage === 'entrypoint' ? hooks.entrypoint(endpoint) : hooks.plan(account.hooks, endpoint, account.id);
  const groups = plan.groups[stage];
  return groups && { endpoint, plan, groups };
}
