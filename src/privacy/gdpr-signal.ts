/** The signal whether the GDPR applies, in requests and queries. */
import type { Regs } from '#src/openrtb/ortb.ts';
import { hasSid, SECTION } from './gpp.ts';

/** 1 applies, 0 does not, -1 unknown. */
export type GdprSignal = 1 | 0 | -1;

/** A signal as a string (query parameter); undefined: neither 0 nor 1. Empty: unknown. */
export function parseGdprSignal(text: string): GdprSignal | undefined {
  if (text === '') return -1;
  if (text === '1') return 1;
  return text === '0' ? 0 : undefined;
}

/**
 * GPP's list of sections decides if present; otherwise `regs.gdpr`.
 * @param olderWins `regs.gdpr` decides first (Java variant)
 */
export function gdprSignal(regs: Pick<Regs, 'gdpr' | 'gpp_sid'> | null | undefined, olderWins: boolean): GdprSignal {
  const gdpr = regs?.gdpr;
  const older = gdpr === 0 || gdpr === 1 ? gdpr : -1;
  if (olderWins && older !== -1) return older;
  if (Array.isArray(regs?.gpp_sid) && regs.gpp_sid.length > 0) return hasSid(regs.gpp_sid, SECTION.tcfEu) ? 1 : 0;
  return older;
}
