/** The stage of the parsed body: the account is known, stored data is not merged yet. */
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import { type PipelineStep, runSteps } from '#src/auction/steps.ts';
import { fetchStored } from '#src/auction/validate/stored.ts';
import { readStoredIds } from '#src/auction/validate/stored-ids.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { bodyError } from '../check-payload.ts';
import { openCall } from '../open-call.ts';
import { readUnvalidated, reject } from '../rejected-request.ts';
import { runStage } from '../run-stage.ts';
import type { StageEnd } from '../stage-call.ts';

/** Runs the stage; if the body was changed, its stored data is looked up again. */
export function rawRequestHooks(auction: Auction, services: Services): void | Promise<void> {
  if (!services.hooks) return;
  const call = openCall<Ext>(auction, services, 'raw_auction_request', { error: bodyError });
  if (!call) return;
  const end = runStage(call, auction.body);
  if (end instanceof Promise) return end.then((later) => apply(auction, services, later));
  return apply(auction, services, end);
}

const LOOK_UP: readonly PipelineStep[] = [forgetStored, readStoredIds, fetchStored];

function apply(auction: Auction, services: Services, { payload, changed, rejection }: StageEnd<Ext>): void | Promise<void> {
  auction.body = payload;
  if (rejection) {
    readUnvalidated(auction, payload);
    reject(auction, rejection);
  } else if (changed) return runSteps(LOOK_UP, auction, services);
}

function forgetStored({ input }: Auction): void {
  input.storedRequestId = undefined;
  input.storedRequest = undefined;
  input.storedImpIds = [];
  input.storedImps = new Map();
}
