/** The stage of the body as it was read: the account is known, stored data is not yet under it. */
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import { runSteps, type Step } from '#src/auction/steps.ts';
import { fetchStored } from '#src/auction/validate/stored.ts';
import { readStoredIds } from '#src/auction/validate/stored-ids.ts';
import type { Ext } from '#src/wire/ext.ts';
import { bodyFault } from '../check-payload.ts';
import { openCall } from '../open-call.ts';
import { readBodyAsked, refuse } from '../rejected-request.ts';
import { runStage } from '../run-stage.ts';
import type { StageEnd } from '../stage-call.ts';

/** Runs the stage; where the body was changed, what it names in storage is looked up again. */
export function rawRequestHooks(auction: Auction, services: Services): void | Promise<void> {
  if (!services.hooks) return;
  const call = openCall<Ext>(auction, services, 'raw_auction_request', { fault: bodyFault });
  if (!call) return;
  const end = runStage(call, auction.body);
  if (end instanceof Promise) return end.then((later) => keep(auction, services, later));
  return keep(auction, services, end);
}

const LOOK_UP: readonly Step[] = [forgetStored, readStoredIds, fetchStored];

function keep(auction: Auction, services: Services, { payload, changed, rejection }: StageEnd<Ext>): void | Promise<void> {
  auction.body = payload;
  if (rejection) {
    readBodyAsked(auction, payload);
    refuse(auction, rejection);
  } else if (changed) return runSteps(LOOK_UP, auction, services);
}

function forgetStored({ intake }: Auction): void {
  intake.storedRequestId = undefined;
  intake.storedRequest = undefined;
  intake.storedImpIds = [];
  intake.storedImps = new Map();
}
