/** The page's parameters laid over the stored request (amp-and-video.md section 2, step 12). A warning never stops the next (decisions row 27). */
import type { RequestSrv } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { WARN } from '../findings.ts';
import { writeAdditionalConsent } from './additional-consent.ts';
import { badSections, readConsent, readSectionIds, writeConsent } from './consent.ts';
import { overrideInventory } from './page.ts';
import type { AmpParams } from './params.ts';
import { overrideSizes } from './sizes.ts';
import { mergeTargeting } from './targeting.ts';

const BAD_INPUT = 2;

export interface AmpWarning {
  readonly code: number;
  readonly text: string;
  readonly debugOnly?: boolean;
}

/** What the host has to say. */
export interface AmpRules {
  readonly gdprEnabled: boolean;
  /** ms taken off the page's timeout. */
  readonly adjustmentMs: number;
}

export interface Overridden {
  readonly warnings: readonly AmpWarning[];
  /** What refuses the request. */
  readonly fault?: string | undefined;
}

/** The page's timeout less the adjustment, never below 1 ms; undefined: the page did not say. */
export const pageTimeout = (timeout: number | undefined, adjustmentMs: number): number | undefined =>
  timeout ? Math.max(1, timeout - adjustmentMs) : undefined;

/** Lays everything over `request`, in place, in the Go variant's order. It has one imp. */
export function overrideRequest(request: BidRequest, params: AmpParams, rules: AmpRules): Overridden {
  const [imp] = request.imp;
  if (imp?.banner) overrideSizes(imp.banner, params.size);
  overrideInventory(request, params);
  const fault = writeAdditionalConsent(request, params.additionalConsent);
  if (fault !== undefined) return { warnings: [], fault };
  const warnings: AmpWarning[] = [];
  overrideConsent(request, params, rules, warnings);
  const timeout = pageTimeout(params.timeout, rules.adjustmentMs);
  if (timeout !== undefined) request.tmax = timeout;
  const unmerged = imp && mergeTargeting(imp, params.targeting);
  if (unmerged !== undefined) warnings.push({ code: BAD_INPUT, text: unmerged });
  if (params.trace !== '') setInSrv(request, { trace: params.trace });
  return { warnings };
}

/** Consent texts, and `gpp_sid` (a parameter of the Java variant, read in both): a list that cannot be read costs the GPP text, too. */
function overrideConsent(request: BidRequest, params: AmpParams, { gdprEnabled }: AmpRules, warnings: AmpWarning[]): void {
  const { warning, ...consent } = readConsent(params, gdprEnabled);
  if (warning !== undefined) warnings.push({ code: WARN.privacyConsent, text: warning });
  const sections = params.gppSid === '' ? [] : readSectionIds(params.gppSid);
  if (!sections) warnings.push({ code: WARN.privacyConsent, text: badSections(params.gppSid), debugOnly: true });
  writeConsent(request, sections ? consent : { ...consent, gpp: undefined });
  if (sections && sections.length > 0) request.regs = { ...request.regs, gpp_sid: sections };
}

/** Puts a member into `ext.srv`; what is no object there is left for the checks to refuse. */
export function setInSrv(request: Pick<BidRequest, 'ext'>, member: RequestSrv): void {
  const ext: unknown = request.ext ?? {};
  if (!isObject(ext)) return;
  const srv = ext['srv'] ?? {};
  if (isObject(srv)) request.ext = { ...ext, srv: { ...srv, ...member } };
}
