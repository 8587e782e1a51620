/** The stage of the final request: merged, validated, with defaults. */
import type { Auction } from '#src/auction/auction.ts';
import { componentPrivacy } from '#src/auction/privacy/component.ts';
import { maskObject } from '#src/auction/privacy/mask-object.ts';
import type { Services } from '#src/auction/services.ts';
import { isUnsafeKey } from '#src/json/merge.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { requestError } from '../check-payload.ts';
import { openCall } from '../open-call.ts';
import { reject } from '../rejected-request.ts';
import { runStage } from '../run-stage.ts';
import type { StageEnd } from '../stage-call.ts';

/** The part of a request a hook may see: the account's activity rules may remove user data and locations. */
export const requestView =
  ({ account }: Auction, services: Services) =>
  (request: BidRequest, hook: string): BidRequest =>
    maskObject(request, componentPrivacy({ type: 'general', name: hook }, account, services), account);

/** The error of a changed request, by this host's rules. */
export const requestErrorOf =
  ({ config }: Services) =>
  (request: BidRequest): string | undefined =>
    requestError(request, config.rules.coerceTypes);

/** Runs the stage. */
export function processedRequestHooks(auction: Auction, services: Services): void | Promise<void> {
  if (!services.hooks) return;
  const call = openCall<BidRequest>(auction, services, 'processed_auction_request', {
    error: requestErrorOf(services),
    view: requestView(auction, services),
    deadlineAt: auction.deadlineAt,
  });
  if (!call) return;
  const end = runStage(call, auction.request);
  if (end instanceof Promise) return end.then((later) => apply(auction, services, later));
  apply(auction, services, end);
}

function apply(auction: Auction, services: Services, { payload, changed, rejection }: StageEnd<BidRequest>): void {
  auction.request = payload;
  if (rejection) reject(auction, rejection);
  else if (changed) readAliases(auction, services);
}

/** Aliases of the changed request; those of bidders this host does not have are dropped. */
function readAliases({ aliases, request }: Auction, { bidders }: Services): void {
  aliases.clear();
  for (const [alias, target] of Object.entries(request.ext?.srv?.aliases ?? {})) {
    const known = bidders.active(target);
    if (known && !isUnsafeKey(alias)) aliases.set(alias, known.code);
  }
}
