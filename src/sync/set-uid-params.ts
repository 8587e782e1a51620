/** The query of `/setuid`: the response format, and the privacy signals in their old and new spelling. */

import type { Result } from '#src/lang/result.ts';
import { parseGdprSignal } from '#src/privacy/gdpr-signal.ts';
import { readGpp, SECTION } from '#src/privacy/gpp.ts';
import type { SyncType } from './filters.ts';
import type { SyncSignals } from './privacy.ts';
import { parseSids, sidSignal } from './signals.ts';

/** `b`: blank page, `i`: pixel. */
export type ResponseFormat = 'b' | 'i';

/** The caller's `f` in any case; else the syncer's override; else the default for its way of syncing. */
export function responseFormat(f: string | null, defaultType: SyncType, override: ResponseFormat | ''): Result<ResponseFormat | ''> {
  const requestedFormat = (f ?? '').toLowerCase();
  if (requestedFormat === 'b' || requestedFormat === 'i') return { value: requestedFormat };
  if (requestedFormat !== '') return { error: '"f" query param is invalid. must be "b" or "i"' };
  if (override !== '') return { value: override };
  return { value: defaultType === 'iframe' ? 'b' : defaultType === 'redirect' ? 'i' : '' };
}

type Signal = SyncSignals['gdprSignal'];

/** `error` beside a consent and signal is a warning: the request continues. */
export interface GdprInfo {
  readonly signal: Signal;
  readonly consent: string;
  readonly error?: string;
  readonly isWarning?: boolean;
}

/** The scope from `gpp_sid`; -1 if it is empty. */
export function gppSignal(gppSid: string): { readonly signal: Signal; readonly sids: readonly number[]; readonly error?: string } {
  const sids = parseSids(gppSid);
  if ('error' in sids) return { signal: -1, sids: [], error: 'invalid gpp_sid encoding, must be a csv list of integers' };
  return { signal: sidSignal(sids.value), sids: sids.value };
}

/** The TCF string inside a GPP string; empty if there is none. */
export function gppConsent(gpp: string): { readonly consent: string; readonly error?: string } {
  const sections = readGpp(gpp);
  if (sections.errors[0] !== undefined) return { consent: '', error: sections.errors[0] };
  return { consent: sections.section(SECTION.tcfEu) ?? '' };
}

const failed = (error: string): GdprInfo => ({ signal: -1, consent: '', error });

/** The GPP pair takes precedence; the old pair is used only if GPP has neither scope nor consent. */
export function gdprInfo(query: URLSearchParams): GdprInfo {
  const scope = gppSignal(query.get('gpp_sid') ?? '');
  if (scope.error !== undefined) return failed(scope.error);
  const inGpp = gppConsent(query.get('gpp') ?? '');
  if (inGpp.error !== undefined) return failed(inGpp.error);

  let { signal } = scope;
  let { consent } = inGpp;
  let warning: string | undefined;
  const gdpr = query.get('gdpr') ?? '';
  const oldConsent = query.get('gdpr_consent') ?? '';
  const given = parseGdprSignal(gdpr);
  if (given === undefined && signal === -1) {
    return failed(`the gdpr query param must be either 0 or 1. You gave ${gdpr}`);
  }
  if (gdpr !== '' && signal !== -1) warning = `'gpp_sid' signal value will be used over the one found in the deprecated 'gdpr' field.`;
  if (oldConsent !== '' && consent !== '') {
    warning = `'gpp' value will be used over the one found in the deprecated 'gdpr_consent' field.`;
  }
  if (signal === -1 && consent === '') {
    signal = given ?? -1;
    consent = oldConsent;
  }
  if (signal === 1 && consent === '') return failed('GDPR consent is required when gdpr signal equals 1');
  return { signal, consent, ...(warning !== undefined && { error: warning, isWarning: true }) };
}

/** All signals of the request; US privacy is ignored here. */
export const setUidSignals = (query: URLSearchParams, { signal, consent }: GdprInfo): SyncSignals => ({
  gdprSignal: signal,
  consent,
  usPrivacy: '',
  gpp: query.get('gpp') ?? '',
  gppSid: gppSignal(query.get('gpp_sid') ?? '').sids,
});
