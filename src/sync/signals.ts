/** Privacy signals of `/cookie_sync`. */
import type { Result } from '#src/lang/result.ts';
import { readGpp, SECTION } from '#src/privacy/gpp.ts';
import { parseUsp, USP_CONFLICT } from '#src/privacy/usp.ts';
import type { SyncSignals } from './privacy.ts';
import type { PrivacyMacros } from './url-template.ts';

export interface SignalFields {
  readonly gdpr?: number | null | undefined;
  readonly gdpr_consent?: string | null | undefined;
  readonly us_privacy?: string | null | undefined;
  readonly gpp?: string | null | undefined;
  readonly gpp_sid?: string | null | undefined;
}

export interface ReadSignals {
  readonly signals: SyncSignals;
  readonly macros: PrivacyMacros;
}

/** GPP section ids, comma-separated, each an 8-bit integer; no blanks. */
export function parseSids(text: string): Result<readonly number[]> {
  if (text === '') return { value: [] };
  const sids: number[] = [];
  for (const token of text.split(',')) {
    if (!/^[+-]?\d+$/.test(token)) return { error: `strconv.ParseInt: parsing ${JSON.stringify(token)}: invalid syntax` };
    const sid = Number(token);
    if (sid < -128 || sid > 127) return { error: `strconv.ParseInt: parsing ${JSON.stringify(token)}: value out of range` };
    sids.push(sid);
  }
  return { value: sids };
}

/** The scope from GPP section ids if there are any. */
export const sidSignal = (sids: readonly number[]): 1 | 0 | -1 => (sids.length === 0 ? -1 : sids.includes(SECTION.tcfEu) ? 1 : 0);

/** Section ids silently override the number; `text` is the macro's value. */
export function gdprSignal(
  gdpr: number | null | undefined,
  sids: readonly number[],
): { readonly signal: 1 | 0 | -1; readonly text: string; readonly error?: string } {
  const fromSids = sidSignal(sids);
  if (fromSids !== -1) return { signal: fromSids, text: String(fromSids) };
  if (gdpr === undefined || gdpr === null) return { signal: -1, text: '' };
  if (gdpr === 0 || gdpr === 1) return { signal: gdpr, text: String(gdpr) };
  return { signal: -1, text: String(gdpr), error: 'GDPR signal should be integer 0 or 1' };
}

/** A valid US privacy string; otherwise empty. */
export const usPrivacyOrNothing = (text: string): string => (parseUsp(text).error === undefined ? text : '');

/** @param gdprDefault host's `gdpr.default_value`: unless it is 0, a request without a signal needs a consent string */
export function readSignals(fields: SignalFields, gdprDefault: string): Result<ReadSignals> {
  const sids = parseSids(fields.gpp_sid ?? '');
  if ('error' in sids) return sids;
  const { signal, text, error } = gdprSignal(fields.gdpr, sids.value);
  if (error !== undefined) return { error };
  const gpp = fields.gpp ?? '';
  const sections = readGpp(gpp);
  if (sections.errors[0] !== undefined) return { error: sections.errors[0] };

  const consent = sections.section(SECTION.tcfEu) || (fields.gdpr_consent ?? '');
  if (consent === '' && signal === 1) return { error: 'gdpr_consent is required if gdpr=1' };
  if (consent === '' && signal === -1 && gdprDefault !== '0') {
    return {
      error: 'gdpr_consent is required. gdpr is not specified and is assumed to be 1 by the server. set gdpr=0 to exempt this request',
    };
  }
  const ownUsp = fields.us_privacy ?? '';
  const gppUsp = sids.value.includes(SECTION.uspV1) ? (sections.section(SECTION.uspV1) ?? '') : '';
  if (ownUsp !== '' && gppUsp !== '' && ownUsp !== gppUsp) return { error: USP_CONFLICT };
  const usPrivacy = usPrivacyOrNothing(gppUsp || ownUsp);
  return {
    value: {
      signals: { gdprSignal: signal, consent, usPrivacy, gpp, gppSid: sids.value },
      macros: { GDPR: text, GDPRConsent: consent, USPrivacy: usPrivacy, GPP: gpp, GPPSID: fields.gpp_sid ?? '' },
    },
  };
}
