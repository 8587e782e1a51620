/** Privacy signals that are broken or contradict each other: warnings, never refusals (auction-request.md 12.3, rows 35, 37, 44, 48, 49). */
import type { Auction } from '../auction.ts';
import { WARN } from '../findings.ts';
import { hasSid, readGpp, SECTION } from '../privacy/gpp.ts';
import { parseUsp, selectUsp } from '../privacy/usp.ts';
import type { Services } from '../services.ts';
import type { Verdict } from './verdict.ts';

/** Row 35. */
export function checkGpp({ request }: Auction, _services: Services, verdict: Verdict): undefined {
  const gpp = request.regs?.gpp;
  if (!gpp) return;
  const [fault] = readGpp(gpp).faults;
  if (fault !== undefined) verdict.warn(WARN.privacyConsent, `GPP consent string is invalid and will be ignored. (${fault})`);
}

/** Row 37. */
export function checkConsent({ request }: Auction, _services: Services, verdict: Verdict): undefined {
  const { user, regs } = request;
  const section = regs?.gpp ? readGpp(regs.gpp).section(SECTION.tcfEu) : undefined;
  if (!user?.consent || section === undefined || section === user.consent) return;
  verdict.warn(WARN.privacyConsent, 'user.consent GDPR string conflicts with GPP (regs.gpp) GDPR string, using regs.gpp');
}

/** Rows 44 and 45. */
export function checkGdpr({ request }: Auction, _services: Services, verdict: Verdict): string | undefined {
  const { gdpr, gpp_sid: sids } = request.regs ?? {};
  if (gdpr === undefined) return undefined;
  if (sids && gdpr !== (hasSid(sids, SECTION.tcfEu) ? 1 : 0)) {
    verdict.warn(WARN.privacyConsent, 'regs.gdpr signal conflicts with GPP (regs.gpp_sid) and will be ignored');
  }
  return gdpr === 0 || gdpr === 1 ? undefined : 'request.regs.gdpr must be either 0 or 1';
}

/** Rows 48 and 49: the second only where the first found nothing. */
export function checkUsPrivacy({ request }: Auction, _services: Services, verdict: Verdict): undefined {
  const { us_privacy: text = '', gpp = '', gpp_sid: sids } = request.regs ?? {};
  if (text === '' && gpp === '') return;
  const { consent, conflict } = selectUsp(text, readGpp(gpp), sids);
  if (conflict) {
    verdict.warn(WARN.privacyConsent, 'regs.us_privacy consent does not match uspv1 in GPP, using regs.gpp');
    return;
  }
  const { fault } = parseUsp(consent);
  if (fault === undefined) return;
  verdict.warn(WARN.privacyConsent, `CCPA consent is invalid and will be ignored. (request.regs.ext.us_privacy ${fault})`);
}
