/** GPP's sections written into the older fields, for bidders that do not support GPP. */
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { type GppSections, hasSid, readGpp, SECTION } from './gpp.ts';
import { parseUsp, withUsPrivacy } from './usp.ts';

/** `regs.gdpr` from `gpp_sid` and `user.consent` from section 2 (whether or not `gpp_sid` names it), each only if unset. */
export function fillGdpr(request: BidRequest, gpp: GppSections): BidRequest {
  const { regs, user } = request;
  let filled = request;
  if (regs && (regs.gdpr === undefined || regs.gdpr === null) && regs.gpp_sid && regs.gpp_sid.length > 0) {
    filled = { ...filled, regs: { ...regs, gdpr: hasSid(regs.gpp_sid, SECTION.tcfEu) ? 1 : 0 } };
  }
  const consent = user?.consent ? undefined : gpp.section(SECTION.tcfEu);
  return consent ? { ...filled, user: { ...user, consent } } : filled;
}

/** `regs.us_privacy` from section 6 if `gpp_sid` names it, the field is unset and the section well-formed. */
export function fillUsPrivacy(request: BidRequest, gpp: GppSections): BidRequest {
  const { regs } = request;
  if (!regs || regs.us_privacy || !hasSid(regs.gpp_sid, SECTION.uspV1)) return request;
  const consent = gpp.section(SECTION.uspV1);
  return consent && parseUsp(consent).error === undefined ? { ...request, regs: withUsPrivacy(regs, consent) } : request;
}

/** Both, from the request's own GPP string; the request itself if there is nothing to fill. Shared parts are not modified. */
export function fillLegacyPrivacy(request: BidRequest): BidRequest {
  const { regs } = request;
  if (!regs?.gpp && !regs?.gpp_sid) return request;
  const gpp = readGpp(typeof regs.gpp === 'string' ? regs.gpp : '');
  return fillUsPrivacy(fillGdpr(request, gpp), gpp);
}
