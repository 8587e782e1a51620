/**
 * From an AMP request to the body of an auction in the Java variant: the default request, overridden by the stored request, overridden by a
 * request made from the query.
 */

import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/diagnostics.ts';
import { readSectionIds } from '#src/auction/endpoints/amp/consent.ts';
import { fillOutput, prepareImp, readQuery } from '#src/auction/endpoints/amp/ingest.ts';
import { markAmp } from '#src/auction/endpoints/amp/page.ts';
import { overrideSizes } from '#src/auction/endpoints/amp/sizes.ts';
import { ampRequestId, checkAmpRequest, fetchAmpRequest } from '#src/auction/endpoints/amp/stored.ts';
import { javaTargeting, mergeTargeting } from '#src/auction/endpoints/amp/targeting.ts';
import { ampAdjustment } from '#src/auction/endpoints/amp/timeout.ts';
import { invalid } from '#src/auction/rejection.ts';
import type { Services } from '#src/auction/services.ts';
import type { PipelineStep } from '#src/auction/steps.ts';
import { lookUpAccount } from '#src/auction/validate/account.ts';
import { findAccountId } from '#src/auction/validate/account-id.ts';
import { coerceTypes } from '#src/auction/validate/coerce-types.ts';
import { decodeBody } from '#src/auction/validate/decode-request.ts';
import { applyProfiles } from '#src/auction/validate/profiles.ts';
import { CODES } from '#src/bidders/errors.ts';
import { copyJson, mergePatch } from '#src/json/merge.ts';
import { entrypointHooks, rejectBuiltRequest } from '#src/modules/stages/entrypoint.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { readJavaConsent } from './amp-consent.ts';
import { toQueryRequest } from './amp-query.ts';
import { toImpData } from './amp-targeting.ts';

function mergeQuery(auction: Auction, { config, defaultRequest }: Services): void {
  const { amp } = auction.input;
  if (!amp) return;
  const { query } = auction.incoming;
  const consentName = query['consent_string'] ? 'consent_string' : 'gdpr_consent';
  const { written, errors } = readJavaConsent({ ...amp, consentName });
  for (const message of errors) auction.diagnostics.error(OWN, CODES.unknown, message);
  const sections = readSectionIds(amp.gppSid);
  if ('error' in sections) auction.diagnostics.warn(OWN, CODES.unknown, sections.error, { debugOnly: true });
  const consent = 'error' in sections ? { ...written, gpp: undefined } : written;
  const patch = toQueryRequest(amp, query, consent, 'error' in sections ? [] : sections.value, ampAdjustment(config));
  const base = defaultRequest ? mergePatch(copyJson(defaultRequest), auction.body) : auction.body;
  auction.body = mergePatch(base, patch) as Ext;
}

/** Query parameters of the imp that cannot be merged. */
function overrideImp(auction: Auction, { config, random }: Services): void {
  const { request } = auction;
  const { amp } = auction.input;
  const [imp] = request.imp;
  if (!amp || !imp) return;
  request.id = ampRequestId(request.id, config.generate_request_id, random.uuid);
  prepareImp(auction);
  if (imp.banner) overrideSizes(imp.banner, amp.size);
  if (amp.slot !== '') imp.tagid = amp.slot;
  request.site ??= {};
  markAmp(request.site);
  const targeting = javaTargeting(amp.targeting);
  const error = 'error' in targeting ? targeting.error : mergeTargeting(imp, targeting.value, (given) => toImpData(given, auction));
  if (error !== undefined) auction.rejection = invalid(error);
}

/** The steps before the common checks. */
export const AMP_INGEST_STEPS: readonly PipelineStep[] = [
  entrypointHooks,
  readQuery,
  fetchAmpRequest,
  checkAmpRequest,
  mergeQuery,
  coerceTypes,
  findAccountId,
  lookUpAccount,
  applyProfiles,
  decodeBody,
  overrideImp,
  fillOutput,
  rejectBuiltRequest,
];
