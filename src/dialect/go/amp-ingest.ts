/** From an AMP request to the body of an auction in the Go variant: the query's parameters override the stored request one by one. */

import type { Auction } from '#src/auction/auction.ts';
import { GENERAL } from '#src/auction/diagnostics.ts';
import { fillOutput, prepareImp, readQuery, requestDebug } from '#src/auction/endpoints/amp/ingest.ts';
import { overrideRequest } from '#src/auction/endpoints/amp/override.ts';
import { ampRequestId, checkAmpRequest, fetchAmpRequest } from '#src/auction/endpoints/amp/stored.ts';
import { ampAdjustment } from '#src/auction/endpoints/amp/timeout.ts';
import { invalid } from '#src/auction/rejection.ts';
import type { Services } from '#src/auction/services.ts';
import type { PipelineStep } from '#src/auction/steps.ts';
import { lookUpAccount } from '#src/auction/validate/account.ts';
import { findAccountId } from '#src/auction/validate/account-id.ts';
import { decodeBody } from '#src/auction/validate/decode-request.ts';
import { entrypointHooks, rejectBuiltRequest } from '#src/modules/stages/entrypoint.ts';

function override(auction: Auction, { config, random }: Services): void {
  const { request, input, diagnostics } = auction;
  if (!input.amp) return;
  request.id = ampRequestId(request.id, config.generate_request_id, random.uuid);
  prepareImp(auction);
  requestDebug(auction, input.amp);
  const rules = { gdprEnabled: config.gdpr.enabled, adjustmentMs: ampAdjustment(config) };
  const { warnings, error } = overrideRequest(request, input.amp, rules);
  for (const { code, message, debugOnly } of warnings) diagnostics.warn(GENERAL, code, message, debugOnly ? { debugOnly } : undefined);
  if (error !== undefined) auction.rejection = invalid(error);
}

/** The steps before the common checks. */
export const AMP_INGEST_STEPS: readonly PipelineStep[] = [
  entrypointHooks,
  readQuery,
  fetchAmpRequest,
  decodeBody,
  checkAmpRequest,
  override,
  fillOutput,
  findAccountId,
  lookUpAccount,
  rejectBuiltRequest,
];
