/** US Privacy (CCPA) strings: `1` and three letters, of which the third character says whether the sale is opted out of. */
import type { Regs } from '#src/wire/ortb.ts';
import { type GppSections, hasSid, SECTION } from './gpp.ts';

/** What a valid string says, or why it is none. */
export type UspString = { readonly optedOut: boolean; readonly fault?: undefined } | { readonly optedOut: false; readonly fault: string };

const isAnswer = (letter: string | undefined): boolean => letter === 'N' || letter === 'Y' || letter === '-';
const PARTS = ['explicit notice', 'opt-out sale', 'limited service provider agreement'] as const;
const faulty = (fault: string): UspString => ({ optedOut: false, fault });

/** Reads a string; an empty one is valid and opts out of nothing. Faults are worded as the Go variant does, without the path in front. */
export function parseUsp(text: string): UspString {
  if (text === '') return { optedOut: false };
  if (text.length !== 4) return faulty('must contain 4 characters');
  if (text[0] !== '1') return faulty('must specify version 1');
  for (let i = 0; i < 3; i++) if (!isAnswer(text[i + 1])) return faulty(`must specify 'N', 'Y', or '-' for the ${PARTS[i]}`);
  return { optedOut: text[2] === 'Y' };
}

/** The string an auction goes by, and whether it disagrees with the other place it was given in. */
export interface UspChoice {
  readonly consent: string;
  readonly conflict: boolean;
}

/** GPP's section 6 counts where `gpp_sid` names it, and beats `regs.us_privacy` (decisions row 33). */
export function selectUsp(usPrivacy: string, gpp: GppSections, sids: readonly number[] | null | undefined): UspChoice {
  const section = hasSid(sids, SECTION.uspV1) ? gpp.section(SECTION.uspV1) : undefined;
  if (section === undefined) return { consent: usPrivacy, conflict: false };
  return { consent: section, conflict: usPrivacy !== '' && usPrivacy !== section };
}

/** What `selectUsp`'s conflict is called outside the auction (`/cookie_sync`). */
export const USP_CONFLICT = 'request.us_privacy consent does not match uspv1';

/** `regs` with the string put in; an empty one takes it out. Other members stay; shared parts are not written to. */
export function withUsPrivacy(regs: Regs | undefined, consent: string): Regs | undefined {
  if (consent !== '') return { ...regs, us_privacy: consent };
  if (regs?.us_privacy === undefined) return regs;
  const { us_privacy: _gone, ...rest } = regs;
  return rest;
}
