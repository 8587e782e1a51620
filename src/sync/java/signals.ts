/** Privacy signals of sync requests in the Java variant: older fields decide, GPP fills the missing ones, and nothing of it is an error. */
import type { Result } from '#src/lang/result.ts';
import { readGpp, SECTION } from '#src/privacy/gpp.ts';
import { reconciledUsp } from '#src/privacy/usp.ts';
import { type ReadSignals, type SignalFields, sidSignal, usPrivacyOrNothing } from '../signals.ts';

export interface JavaSignals extends ReadSignals {
  /** Contradictions and errors, for debug output. */
  readonly warnings: readonly string[];
}

/** GPP section ids, comma-separated, with blanks. */
export function parseJavaSids(text: string): Result<readonly number[]> {
  if (text.trim() === '') return { value: [] };
  const tokens = text.split(',').map((token) => token.trim());
  if (tokens.every((token) => /^[+-]?\d+$/.test(token))) return { value: tokens.map(Number) };
  return { error: 'invalid gpp_sid value. Comma separated integers expected.' };
}

/** As in an auction: an opt-out in GPP, or its well-formed string instead of a malformed one, replaces `us_privacy`. Letters in any case. */
function optOutOfEither(own: string, section: string): string {
  const chosen = reconciledUsp(own.toUpperCase(), section.toUpperCase());
  return chosen === own.toUpperCase() ? own : section;
}

/** A signal other than 0 and 1 counts as unknown. */
export function readJavaSignals(fields: SignalFields, sids: readonly number[]): JavaSignals {
  const gpp = readGpp(fields.gpp ?? '');
  const warnings = gpp.errors.slice(0, 1).map((error) => `GPP string invalid: ${error}`);
  const fill = (own: string, id: number, contradiction: string, reconcile?: (own: string, section: string) => string): string => {
    const section = sids.includes(id) ? (gpp.section(id) ?? '') : '';
    if (own === '' || section === '' || own === section) return own || section;
    warnings.push(contradiction);
    return reconcile ? reconcile(own, section) : own;
  };
  const fromSids = sidSignal(sids);
  const own = fields.gdpr === 0 || fields.gdpr === 1 ? fields.gdpr : -1;
  if (own !== -1 && fromSids !== -1 && own !== fromSids) warnings.push('GPP scope does not match TCF2 scope');
  const gdprSignal = own === -1 ? fromSids : own;
  const consent = fill((fields.gdpr_consent ?? '').trim(), SECTION.tcfEu, 'GPP TCF2 string does not match user.consent');
  const sale = fill(fields.us_privacy ?? '', SECTION.uspV1, 'USP string does not match regs.us_privacy', optOutOfEither);
  // Letters in any case are valid; macros have them as given.
  const usPrivacy = usPrivacyOrNothing(sale.toUpperCase());
  return {
    signals: { gdprSignal, consent, usPrivacy, gpp: fields.gpp ?? '', gppSid: sids },
    macros: {
      GDPR: gdprSignal === -1 ? '' : String(gdprSignal),
      GDPRConsent: consent,
      USPrivacy: usPrivacy === '' ? '' : sale,
      GPP: fields.gpp ?? '',
      GPPSID: fields.gpp_sid ?? '',
    },
    warnings,
  };
}
