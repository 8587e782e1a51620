/** From the query of an AMP page's call to the body of an auction: the stored request with the page's parameters over it. */

import { entrypointHooks, refuseBuiltRequest } from '#src/modules/stages/entrypoint.ts';
import type { Ext } from '#src/wire/ext.ts';
import { copyJson, mergePatch } from '#src/wire/merge.ts';
import { invalid } from '#src/wire/refusal.ts';
import type { Auction } from '../auction.ts';
import { GENERAL, OWN } from '../findings.ts';
import type { Services } from '../services.ts';
import type { Step } from '../steps.ts';
import { lookUpAccount } from '../validate/account.ts';
import { findAccountId } from '../validate/account-id.ts';
import { decodeBody } from '../validate/decode-request.ts';
import { loosenTypes } from '../validate/loose-types.ts';
import { applyProfiles } from '../validate/profiles.ts';
import { badSections, readSectionIds } from './consent.ts';
import { readConsentLikeJava } from './consent-java.ts';
import { fillAmpOutput } from './output.ts';
import { overrideRequest, setInSrv } from './override.ts';
import { markAmp } from './page.ts';
import { type AmpParams, readAmpParams } from './params.ts';
import { toQueryRequest } from './query-request.ts';
import { overrideSizes } from './sizes.ts';
import { ampRequestId, checkAmpRequest, fetchAmpRequest } from './stored.ts';
import { mergeTargeting, targetingLikeJava } from './targeting.ts';
import { AMP_TEXTS } from './texts.ts';
import { ampAdjustment } from './timeout.ts';

const UNKNOWN = 999;

/** A call without its stored request's id is told so first, whatever else cannot be read. */
function readQuery(auction: Auction, { config }: Services): void {
  const { query } = auction.incoming;
  const read = query['tag_id'] ? readAmpParams(query, config.variant) : { error: AMP_TEXTS.noTagId };
  if ('error' in read) auction.refusal = invalid(read.error);
  else auction.intake.amp = read.params;
}

/** What the answer has to know of the one imp, and what is always so on an AMP page. */
function prepareImp({ request, imps }: Auction): void {
  const [imp] = request.imp;
  if (!imp) return;
  imp.secure = 1;
  const srv = imp.ext?.srv;
  const echoVideoAttrs = srv?.options?.echovideoattrs === true;
  const storedImp = echoVideoAttrs ? (copyJson(imp) as unknown as Ext) : undefined;
  imps.set(imp.id, { echoVideoAttrs, storedImp, passthrough: srv?.passthrough });
}

/** Both variants' words for it: test traffic, and our own debug output. */
function askForDebug({ request }: Auction, { debug }: AmpParams): void {
  if (!debug) return;
  request.test = 1;
  setInSrv(request, { debug: true });
}

function override(auction: Auction, { config, random }: Services): void {
  const { request, intake, findings } = auction;
  if (!intake.amp) return;
  request.id = ampRequestId(request.id, config.generate_request_id, random.uuid);
  prepareImp(auction);
  askForDebug(auction, intake.amp);
  const rules = { variant: config.variant, gdprEnabled: config.gdpr.enabled, adjustmentMs: ampAdjustment(config) };
  const { warnings, fault } = overrideRequest(request, intake.amp, rules);
  for (const { code, text, debugOnly } of warnings) findings.warn(GENERAL, code, text, debugOnly ? { debugOnly } : undefined);
  if (fault !== undefined) auction.refusal = invalid(fault);
}

/** Java variant: default request under stored request under the query made into a request. */
function mergeQuery(auction: Auction, { config, defaultRequest }: Services): void {
  const { amp } = auction.intake;
  if (!amp) return;
  const { query } = auction.incoming;
  const consentName = query['consent_string'] ? 'consent_string' : 'gdpr_consent';
  const { written, errors } = readConsentLikeJava({ ...amp, consentName });
  for (const text of errors) auction.findings.error(OWN, UNKNOWN, text);
  if (amp.gppSid !== '' && !readSectionIds(amp.gppSid)) {
    auction.findings.warn(OWN, UNKNOWN, badSections(amp.gppSid), { debugOnly: true });
  }
  const patch = toQueryRequest(amp, query, written, ampAdjustment(config));
  const base = defaultRequest ? mergePatch(copyJson(defaultRequest), auction.body) : auction.body;
  auction.body = mergePatch(base, patch) as Ext;
}

/** Java variant: what of the query goes into the imp and cannot be merged. */
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

const fillOutput: Step = ({ request }, { config }) => fillAmpOutput(request, config.variant);

/** The steps in front of the common checks. */
export const AMP_INTAKE: { readonly [variant in 'go' | 'java']: readonly Step[] } = {
  go: [
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
  ],
  java: [
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
  ],
};
