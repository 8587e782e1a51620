/** From an AMP page's call to the body of an auction in the Java variant: default request under stored request under the query made into a request. */

import { badSections, readSectionIds } from '#src/auction/amp/consent.ts';
import { fillOutput, prepareImp, readQuery } from '#src/auction/amp/intake.ts';
import { markAmp } from '#src/auction/amp/page.ts';
import { overrideSizes } from '#src/auction/amp/sizes.ts';
import { ampRequestId, checkAmpRequest, fetchAmpRequest } from '#src/auction/amp/stored.ts';
import { mergeTargeting, targetingLikeJava } from '#src/auction/amp/targeting.ts';
import { ampAdjustment } from '#src/auction/amp/timeout.ts';
import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/findings.ts';
import type { Services } from '#src/auction/services.ts';
import type { Step } from '#src/auction/steps.ts';
import { lookUpAccount } from '#src/auction/validate/account.ts';
import { findAccountId } from '#src/auction/validate/account-id.ts';
import { decodeBody } from '#src/auction/validate/decode-request.ts';
import { loosenTypes } from '#src/auction/validate/loose-types.ts';
import { applyProfiles } from '#src/auction/validate/profiles.ts';
import { CODES } from '#src/bidders/errors.ts';
import { entrypointHooks, refuseBuiltRequest } from '#src/modules/stages/entrypoint.ts';
import type { Ext } from '#src/wire/ext.ts';
import { copyJson, mergePatch } from '#src/wire/merge.ts';
import { invalid } from '#src/wire/refusal.ts';
import { readConsentLikeJava } from './amp-consent.ts';
import { toQueryRequest } from './amp-query.ts';

function mergeQuery(auction: Auction, { config, defaultRequest }: Services): void {
  const { amp } = auction.intake;
  if (!amp) return;
  const { query } = auction.incoming;
  const consentName = query['consent_string'] ? 'consent_string' : 'gdpr_consent';
  const { written, errors } = readConsentLikeJava({ ...amp, consentName });
  for (const text of errors) auction.findings.error(OWN, CODES.unknown, text);
  if (amp.gppSid !== '' && !readSectionIds(amp.gppSid)) {
    auction.findings.warn(OWN, CODES.unknown, badSections(amp.gppSid), { debugOnly: true });
  }
  const patch = toQueryRequest(amp, query, written, ampAdjustment(config));
  const base = defaultRequest ? mergePatch(copyJson(defaultRequest), auction.body) : auction.body;
  auction.body = mergePatch(base, patch) as Ext;
}

/** What of the query goes into the imp and cannot be merged. */
function overrideImp(auction: Auction, { config, random }: Services): void {
  const { request } = auction;
  const { amp } = auction.intake;
  const [imp] = request.imp;
  if (!amp || !imp) return;
  request.id = ampRequestId(request.id, config.generate_request_id, random.uuid);
  prepareImp(auction);
  if (imp.banner) overrideSizes(imp.banner, amp.size);
  if (amp.slot !== '') imp.tagid = amp.slot;
  request.site ??= {};
  markAmp(request.site);
  const targeting = targetingLikeJava(amp.targeting);
  const fault = 'error' in targeting ? targeting.error : mergeTargeting(imp, targeting.text);
  if (fault !== undefined) auction.refusal = invalid(fault);
}

/** The steps in front of the common checks. */
export const AMP_INTAKE: readonly Step[] = [
  entrypointHooks,
  readQuery,
  fetchAmpRequest,
  checkAmpRequest,
  mergeQuery,
  loosenTypes,
  findAccountId,
  lookUpAccount,
  applyProfiles,
  decodeBody,
  overrideImp,
  fillOutput,
  refuseBuiltRequest,
];
