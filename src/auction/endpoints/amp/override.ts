/** Applies the page's parameters to the stored request. A warning never stops the following steps. */

import { isObject } from '#src/json/merge.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { WARN } from '../../diagnostics.ts';
import { writeAdditionalConsent } from './additional-consent.ts';
import type { AmpParams } from './amp-params.ts';
import { readConsent, readSectionIds, writeConsent } from './consent.ts';
import { overrideInventory } from './page.ts';
import { overrideSizes } from './sizes.ts';
import { mergeTargeting } from './targeting.ts';

const BAD_INPUT = 2;

export interface AmpWarning {
  readonly code: number;
  readonly message: string;
  readonly debugOnly?: boolean;
}

/** Settings of the host. */
export interface AmpRules {
  readonly gdprEnabled: boolean;
  /** ms subtracted from the page's timeout. */
  readonly adjustmentMs: number;
}

export interface Overridden {
  readonly warnings: readonly AmpWarning[];
  /** Error that rejects the request. */
  readonly error?: string | undefined;
}

/** The page's timeout less the adjustment, at least 1 ms; undefined: the page gave none. */
export const pageTimeout = (timeout: number | undefined, adjustmentMs: number): number | undefined =>
  timeout ? Math.max(1, timeout - adjustmentMs) : undefined;

/** Applies all parameters to `request`, in place, in the Go variant's order. The request has one imp. */
export function overrideRequest(request: BidRequest, params: AmpParams, rules: AmpRules): Overridden {
  const [imp] = request.imp;
  if (imp?.banner) overrideSizes(imp.banner, params.size);
  overrideInventory(request, params);
  const error = writeAdditionalConsent(request, params.additionalConsent);
  if (error !== undefined) return { warnings: [], error };
  const warnings: AmpWarning[] = [];
  overrideConsent(request, params, rules, warnings);
  const timeout = pageTimeout(params.timeout, rules.adjustmentMs);
  if (timeout !== undefined) request.tmax = timeout;
  const unmerged = imp && mergeTargeting(imp, params.targeting);
  if (unmerged !== undefined) warnings.push({ code: BAD_INPUT, message: unmerged });
  if (params.trace !== '') setInSrv(request, { trace: params.trace });
  return { warnings };
}

/** Consent strings, and `gpp_sid` (a parameter of the Java variant, accepted in both): an invalid list discards the GPP string, too. */
function overrideConsent(request: BidRequest, params: AmpParams, { gdprEnabled }: AmpRules, warnings: AmpWarning[]): void {
  const { warning, ...consent } = readConsent(params, gdprEnabled);
  if (warning !== undefined) warnings.push({ code: WARN.privacyConsent, message: warning });
  const sections = readSectionIds(params.gppSid);
  if ('error' in sections) {
    warnings.push({ code: WARN.privacyConsent, message: sections.error, debugOnly: true });
    writeConsent(request, { ...consent, gpp: undefined });
    return;
  }
  writeConsent(request, consent);
  if (sections.value.length > 0) request.regs = { ...request.regs, gpp_sid: [...sections.value] };
}

/** Sets a field of `ext.srv`; a value that is not an object is left for validation to reject. */
export function setInSrv(request: Pick<BidRequest, 'ext'>, field: RequestSrv): void {
  const ext: unknown = request.ext ?? {};
  if (!isObject(ext)) return;
  const srv = ext['srv'] ?? {};
  if (isObject(srv)) request.ext = { ...ext, srv: { ...srv, ...field } };
}
