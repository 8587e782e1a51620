/** From an AMP page's call to the body of an auction in the Go variant: the query's parameters one by one over the stored request. */
import { askForDebug, fillOutput, prepareImp, readQuery } from '#src/auction/amp/intake.ts';
import { overrideRequest } from '#src/auction/amp/override.ts';
import { ampRequestId, checkAmpRequest, fetchAmpRequest } from '#src/auction/amp/stored.ts';
import { ampAdjustment } from '#src/auction/amp/timeout.ts';
import type { Auction } from '#src/auction/auction.ts';
import { GENERAL } from '#src/auction/findings.ts';
import type { Services } from '#src/auction/services.ts';
import type { Step } from '#src/auction/steps.ts';
import { lookUpAccount } from '#src/auction/validate/account.ts';
import { findAccountId } from '#src/auction/validate/account-id.ts';
import { decodeBody } from '#src/auction/validate/decode-request.ts';
import { entrypointHooks, refuseBuiltRequest } from '#src/modules/stages/entrypoint.ts';
import { invalid } from '#src/wire/refusal.ts';

function override(auction: Auction, { config, random }: Services): void {
  const { request, intake, findings } = auction;
  if (!intake.amp) return;
  request.id = ampRequestId(request.id, config.generate_request_id, random.uuid);
  prepareImp(auction);
  askForDebug(auction, intake.amp);
  const rules = { gdprEnabled: config.gdpr.enabled, adjustmentMs: ampAdjustment(config) };
  const { warnings, fault } = overrideRequest(request, intake.amp, rules);
  for (const { code, text, debugOnly } of warnings) findings.warn(GENERAL, code, text, debugOnly ? { debugOnly } : undefined);
  if (fault !== undefined) auction.refusal = invalid(fault);
}

/** The steps in front of the common checks. */
export const AMP_INTAKE: readonly Step[] = [
  entrypointHooks,
  readQuery,
  fetchAmpRequest,
  decodeBody,
  checkAmpRequest,
  override,
  fillOutput,
  findAccountId,
  lookUpAccount,
  refuseBuiltRequest,
];
