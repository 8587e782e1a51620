/** US Privacy (CCPA) strings: `1` and three letters; the third character says whether the user opted out of the sale. */
import type { Regs } from '#src/openrtb/ortb.ts';
import { type GppSections, hasSid, SECTION } from './gpp.ts';

/** The content of a valid string, or an error. */
export type UspString = { readonly optedOut: boolean; readonly error?: undefined } | { readonly optedOut: false; readonly error: string };

const isFlag = (letter: string | undefined): boolean => letter === 'N' || letter === 'Y' || letter === '-';
const PARTS = ['explicit notice', 'opt-out sale', 'limited service provider agreement'] as const;
const invalid = (error: string): UspString => ({ optedOut: false, error });

/** Parses a string; an empty one is valid and opts out of nothing. Errors have the Go variant's messages, without the path prefix. */
export function parseUsp(text: string): UspString {
  if (text === '') return { optedOut: false };
  if (text.length !== 4) return invalid('must contain 4 characters');
  if (text[0] !== '1') return invalid('must specify version 1');
  for (let i = 0; i < 3; i++) if (!isFlag(text[i + 1])) return invalid(`must specify 'N', 'Y', or '-' for the ${PARTS[i]}`);
  return { optedOut: text[2] === 'Y' };
}

/** The string used for an auction, and whether it conflicts with the other source. */
export interface UspChoice {
  readonly consent: string;
  readonly conflict: boolean;
}

/**
 * GPP's section 6 applies if `gpp_sid` names it, and takes precedence over `regs.us_privacy`; an empty section counts as absent, and a
 * malformed one never hides an opt-out of the latter.
 */
export function selectUsp(usPrivacy: string, gpp: GppSections, sids: readonly number[] | null | undefined): UspChoice {
  const section = hasSid(sids, SECTION.uspV1) ? gpp.section(SECTION.uspV1) : undefined;
  if (!section) return { consent: usPrivacy, conflict: false };
  if (parseUsp(usPrivacy).optedOut && parseUsp(section).error !== undefined) return { consent: usPrivacy, conflict: false };
  return { consent: section, conflict: usPrivacy !== '' && usPrivacy !== section };
}

/** `regs.us_privacy` if `section` contradicts it: an opt-out of GPP reaches bidders without GPP support too, a malformed string none. */
export function reconciledUsp(usPrivacy: string, section: string): string {
  const { optedOut, error } = parseUsp(section);
  if (optedOut) return section;
  if (parseUsp(usPrivacy).error === undefined) return usPrivacy;
  return error === undefined ? section : '';
}

/** The message of `selectUsp`'s conflict outside the auction (`/cookie_sync`). */
export const USP_CONFLICT = 'request.us_privacy consent does not match uspv1';

/** `regs` with the string set; an empty one removes the field. Other fields are unchanged; shared parts are not modified. */
export function withUsPrivacy(regs: Regs | undefined, consent: string): Regs | undefined {
  if (consent !== '') return { ...regs, us_privacy: consent };
  if (regs?.us_privacy === undefined) return regs;
  const { us_privacy: _removed, ...rest } = regs;
  return rest;
}
