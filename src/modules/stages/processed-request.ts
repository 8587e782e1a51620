/** The stage of the request as the auction will go by it: merged, checked, filled in. */
import type { Auction } from '#src/auction/auction.ts';
import { componentPrivacy } from '#src/auction/privacy/component.ts';
import { maskWhole } from '#src/auction/privacy/mask-whole.ts';
import type { Services } from '#src/auction/services.ts';
import { isUnsafeKey } from '#src/wire/merge.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { requestFault } from '../check-payload.ts';
import { openCall } from '../open-call.ts';
import { refuse } from '../rejected-request.ts';
import { runStage } from '../run-stage.ts';
import type { StageEnd } from '../stage-call.ts';

/** What of a request a hook may see: the account's activity rules may keep user data and places from it. */
export const requestView =
  ({ account }: Auction, services: Services) =>
  (request: BidRequest, hook: string): BidRequest =>
    maskWhole(request, componentPrivacy({ type: 'general', name: hook }, account, services), account);

/** What speaks against a changed request, read as this host reads requests. */
export const requestFaultOf =
  ({ config }: Services) =>
  (request: BidRequest): string | undefined =>
    requestFault(request, config.rules.coerceTypes);

/** Runs the stage. */
export function processedRequestHooks(auction: Auction, services: Services): void | Promise<void> {
  if (!services.hooks) return;
  const call = openCall<BidRequest>(auction, services, 'processed_auction_request', {
    fault: requestFaultOf(services),
    view: requestView(auction, services),
    deadlineAt: auction.deadlineAt,
  });
  if (!call) return;
  const end = runStage(call, auction.request);
  if (end instanceof Promise) return end.then((later) => keep(auction, services, later));
  keep(auction, services, end);
}

function keep(auction: Auction, services: Services, { payload, changed, rejection }: StageEnd<BidRequest>): void {
  auction.request = payload;
  if (rejection) refuse(auction, rejection);
  else if (changed) readAliases(auction, services);
}

/** Aliases as the changed request names them; those of bidders this host has not are none. */
function readAliases({ aliases, request }: Auction, { bidders }: Services): void {
  aliases.clear();
  for (const [alias, target] of Object.entries(request.ext?.srv?.aliases ?? {})) {
    const known = bidders.active(target);
    if (known && !isUnsafeKey(alias)) aliases.set(alias, known.code);
  }
}
