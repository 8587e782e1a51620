/** Invalid or contradictory privacy signals: warnings, never rejections. */

import { hasSid, readGpp, SECTION } from '#src/privacy/gpp.ts';
import { parseUsp, reconciledUsp, selectUsp, withUsPrivacy } from '#src/privacy/usp.ts';
import type { Auction } from '../auction.ts';
import { WARN } from '../diagnostics.ts';
import type { Services } from '../services.ts';
import type { ValidationResult } from './validation-result.ts';

/** Checks the GPP string. */
export function checkGpp({ request }: Auction, _services: Services, result: ValidationResult): undefined {
  const gpp = request.regs?.gpp;
  if (!gpp) return;
  const [error] = readGpp(gpp).errors;
  if (error !== undefined) result.warn(WARN.privacyConsent, `GPP consent string is invalid and will be ignored. (${error})`);
}

/** Checks the TCF consent string. */
export function checkConsent({ request }: Auction, _services: Services, result: ValidationResult): undefined {
  const { user, regs } = request;
  const section = regs?.gpp ? readGpp(regs.gpp).section(SECTION.tcfEu) : undefined;
  if (!user?.consent || section === undefined || section === user.consent) return;
  result.warn(WARN.privacyConsent, 'user.consent GDPR string conflicts with GPP (regs.gpp) GDPR string, using regs.gpp');
}

/** Checks the GDPR signal. */
export function checkGdpr({ request }: Auction, _services: Services, result: ValidationResult): string | undefined {
  const { gdpr, gpp_sid: sids } = request.regs ?? {};
  if (gdpr === undefined) return undefined;
  if (sids && gdpr !== (hasSid(sids, SECTION.tcfEu) ? 1 : 0)) {
    result.warn(WARN.privacyConsent, 'regs.gdpr signal conflicts with GPP (regs.gpp_sid) and will be ignored');
  }
  return gdpr === 0 || gdpr === 1 ? undefined : 'request.regs.gdpr must be either 0 or 1';
}

/** Checks US Privacy: the second check runs only if the first found nothing. No bidder receives a malformed string. */
export function checkUsPrivacy({ request }: Auction, _services: Services, result: ValidationResult): undefined {
  const { us_privacy: text = '', gpp = '', gpp_sid: sids } = request.regs ?? {};
  if (text === '' && gpp === '') return;
  const { consent, conflict } = selectUsp(text, readGpp(gpp), sids);
  if (conflict) {
    result.warn(WARN.privacyConsent, 'regs.us_privacy consent does not match uspv1 in GPP, using regs.gpp');
    request.regs = withUsPrivacy(request.regs, reconciledUsp(text, consent));
    return;
  }
  const { error } = parseUsp(consent);
  if (error === undefined) return;
  result.warn(WARN.privacyConsent, `CCPA consent is invalid and will be ignored. (request.regs.ext.us_privacy ${error})`);
  request.regs = withUsPrivacy(request.regs, '');
}
