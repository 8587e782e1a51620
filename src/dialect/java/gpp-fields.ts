/** GPP's sections and the equivalent older fields, by the Java variant's rules. */

import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/diagnostics.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { type GppString, hasSid, readGpp, SECTION } from '#src/privacy/gpp.ts';
import { parseUsp } from '#src/privacy/usp.ts';

/** Fills `regs.gdpr`, `user.consent` and `regs.us_privacy` if the request lacks them; warns of contradictions. */
export function fillJavaFromGpp({ request, diagnostics }: Auction): void {
  const { regs } = request;
  const gpp = readGpp(typeof regs?.gpp === 'string' ? regs.gpp : '');
  const warn = (message: string): void => diagnostics.warn(OWN, CODES.unknown, message, { debugOnly: true });
  const [error] = gpp.errors;
  if (error !== undefined) warn(`GPP string invalid: ${error}`);
  if (!regs || !Array.isArray(regs.gpp_sid) || regs.gpp_sid.length === 0) return;
  const applies = hasSid(regs.gpp_sid, SECTION.tcfEu) ? 1 : 0;
  regs.gdpr ??= applies;
  if (regs.gdpr !== applies) warn('GPP scope does not match TCF2 scope');
  if (applies === 1) fillConsent(request, gpp, warn);
  const usPrivacy = hasSid(regs.gpp_sid, SECTION.uspV1) ? gpp.section(SECTION.uspV1) : undefined;
  if (usPrivacy === undefined) return;
  regs.us_privacy ||= usPrivacy;
  if (regs.us_privacy === usPrivacy) return;
  warn('USP string does not match regs.us_privacy');
  // Bidders without GPP support read the opt-out that is in force.
  if (parseUsp(usPrivacy.toUpperCase()).optedOut) regs.us_privacy = usPrivacy;
}

function fillConsent(request: BidRequest, gpp: GppString, warn: (message: string) => void): void {
  const consent = gpp.section(SECTION.tcfEu);
  if (consent === undefined) return;
  if (!request.user?.consent) request.user = { ...request.user, consent };
  else if (request.user.consent !== consent) warn('GPP TCF2 string does not match user.consent');
}
