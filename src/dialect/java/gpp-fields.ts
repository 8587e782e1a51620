/** GPP's sections and the older fields that say the same, as the Java variant has them (privacy.md section 12). */

import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/findings.ts';
import { type GppString, hasSid, readGpp, SECTION } from '#src/auction/privacy/gpp.ts';
import type { BidRequest } from '#src/wire/ortb.ts';

/** Fills `regs.gdpr`, `user.consent` and `regs.us_privacy` where the request says nothing itself; warns of what contradicts it. */
export function fillFromGppLikeJava({ request, findings }: Auction): void {
  const { regs } = request;
  const gpp = readGpp(typeof regs?.gpp === 'string' ? regs.gpp : '');
  const warn = (text: string): void => findings.warn(OWN, 999, text, { debugOnly: true });
  const [fault] = gpp.faults;
  if (fault !== undefined) warn(`GPP string invalid: ${fault}`);
  if (!regs || !Array.isArray(regs.gpp_sid) || regs.gpp_sid.length === 0) return;
  const applies = hasSid(regs.gpp_sid, SECTION.tcfEu) ? 1 : 0;
  regs.gdpr ??= applies;
  if (regs.gdpr !== applies) warn('GPP scope does not match TCF2 scope');
  if (applies === 1) fillConsent(request, gpp, warn);
  const usPrivacy = hasSid(regs.gpp_sid, SECTION.uspV1) ? gpp.section(SECTION.uspV1) : undefined;
  if (usPrivacy === undefined) return;
  regs.us_privacy ||= usPrivacy;
  if (regs.us_privacy !== usPrivacy) warn('USP string does not match regs.us_privacy');
}

function fillConsent(request: BidRequest, gpp: GppString, warn: (text: string) => void): void {
  const consent = gpp.section(SECTION.tcfEu);
  if (consent === undefined) return;
  if (!request.user?.consent) request.user = { ...request.user, consent };
  else if (request.user.consent !== consent) warn('GPP TCF2 string does not match user.consent');
}
