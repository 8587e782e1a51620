/** Privacy rows of the request's rulebook (auction-request.md 12.3): faults and contradictions in what a request signals. */
import { WARN } from '#src/auction/findings.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { hasSid, readGpp, SECTION } from './gpp.ts';
import { parseUsp, selectUsp } from './usp.ts';

/** Takes warnings about the request as a whole. */
export interface Warner {
  warn(code: number, text: string): void;
}

/** Said where GPP's US Privacy string takes the place of the request's own. */
export const USP_IGNORED = 'regs.us_privacy consent does not match uspv1 in GPP, using regs.gpp';

const gppOf = (request: BidRequest) => readGpp(request.regs?.gpp ?? '');

/** Row 35: a GPP string that cannot be read. */
export function checkGpp(request: BidRequest, warner: Warner): void {
  const [fault] = gppOf(request).faults;
  if (fault !== undefined) warner.warn(WARN.privacyConsent, `GPP consent string is invalid and will be ignored. (${fault})`);
}

/** Row 37: a consent string that is not the one inside GPP. */
export function checkConsent(request: BidRequest, warner: Warner): void {
  const inGpp = gppOf(request).section(SECTION.tcfEu);
  const own = request.user?.consent;
  if (inGpp === undefined || !own || own === inGpp) return;
  warner.warn(WARN.privacyConsent, 'user.consent GDPR string conflicts with GPP (regs.gpp) GDPR string, using regs.gpp');
}

/** Rows 44 and 45: a GDPR signal against `gpp_sid`, or one that is neither 0 nor 1 (the text refuses the request). */
export function checkGdpr(request: BidRequest, warner: Warner): string | undefined {
  const { gdpr, gpp_sid: sids } = request.regs ?? {};
  if (gdpr === undefined || gdpr === null) return undefined;
  if (sids && gdpr !== (hasSid(sids, SECTION.tcfEu) ? 1 : 0)) {
    warner.warn(WARN.privacyConsent, 'regs.gdpr signal conflicts with GPP (regs.gpp_sid) and will be ignored');
  }
  return gdpr === 0 || gdpr === 1 ? undefined : 'request.regs.gdpr must be either 0 or 1';
}

/** Rows 48 and 49: a US Privacy string against GPP's (then that one holds), or one that cannot be read. */
export function checkUsPrivacy(request: BidRequest, warner: Warner): void {
  const { us_privacy: own = '', gpp_sid: sids } = request.regs ?? {};
  const { consent, conflict } = selectUsp(own, gppOf(request), sids);
  if (conflict) {
    warner.warn(WARN.privacyConsent, USP_IGNORED);
    return;
  }
  const { fault } = parseUsp(consent);
  if (fault === undefined) return;
  warner.warn(WARN.privacyConsent, `CCPA consent is invalid and will be ignored. (request.regs.ext.us_privacy ${fault})`);
}

/** All of them in the rulebook's order; the text that refuses the request, if one does. */
export function checkPrivacySignals(request: BidRequest, warner: Warner): string | undefined {
  checkGpp(request, warner);
  checkConsent(request, warner);
  const refusal = checkGdpr(request, warner);
  if (refusal !== undefined) return refusal;
  checkUsPrivacy(request, warner);
  return undefined;
}
