/** Consent parameters of an AMP page, and what is written into the request. */
import type { Result } from '#src/lang/result.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { readGpp } from '#src/privacy/gpp.ts';
import { readTcf } from '#src/privacy/tcf.ts';
import { parseUsp } from '#src/privacy/usp.ts';
import type { AmpParams } from './amp-params.ts';

/** Values to write; absent fields keep the stored request's own. */
export interface AmpConsent {
  readonly tcf?: string | undefined;
  readonly usPrivacy?: string | undefined;
  readonly gpp?: string | undefined;
  readonly gdpr?: 0 | 1 | undefined;
  readonly warning?: string | undefined;
}

export type ConsentParams = Pick<AmpParams, 'consent' | 'consentType' | 'gdprApplies'>;

export const TYPE = { tcf1: 1, tcf2: 2, usPrivacy: 3, gpp: 4 } as const;

/** The page's `gdpr_applies` as a number. */
export const gdprOf = (applies: boolean | undefined): 0 | 1 | undefined => (applies === undefined ? undefined : applies ? 1 : 0);

const isUsPrivacy = (text: string): boolean => text !== '' && parseUsp(text).error === undefined;

/** Why the string is not a TCF 2 consent; undefined: it is one. The decoder's reason is given only if the string begins like one. */
function tcfError(text: string): string | undefined {
  if (!text.startsWith('C')) return `Consent string '${text}' is not a valid TCF2 consent string.`;
  const read = readTcf(text);
  return 'error' in read ? read.error : undefined;
}

const isGpp = (text: string): boolean => readGpp(text).ids.length > 0;

/**
 * Decides by type and string, as the Go variant does. An invalid string is never written, whatever the warning; without a string it
 * belongs to, the page's `gdpr_applies` has no effect (decisions row 55).
 * @param gdprEnabled the host enforces the GDPR
 */
export function readConsent({ consent, consentType, gdprApplies }: ConsentParams, gdprEnabled: boolean): AmpConsent {
  const gdpr = gdprOf(gdprApplies);
  if (consentType === TYPE.tcf1 && consent !== '') return { warning: 'TCF1 consent is deprecated and no longer supported.' };
  if (consent === '') return {};
  if (consentType === TYPE.tcf2) return gdprEnabled ? tcfConsent(consent, gdpr) : {};
  if (isUsPrivacy(consent)) return usConsent(consent, gdprApplies);
  if (consentType === TYPE.usPrivacy) return { warning: `Consent string '${consent}' is not a valid CCPA consent string.` };
  if (consentType === TYPE.gpp && isGpp(consent)) return { gpp: consent, gdpr };
  if (gdprEnabled && tcfError(consent) === undefined) return { tcf: consent, gdpr: gdpr ?? 1 };
  return { warning: `Consent string '${consent}' is not recognized as one of the supported formats CCPA or TCF2.` };
}

function tcfConsent(consent: string, gdpr: 0 | 1 | undefined): AmpConsent {
  const warning = tcfError(consent);
  return warning === undefined ? { tcf: consent, gdpr: gdpr ?? 1 } : { warning };
}

function usConsent(usPrivacy: string, applies: boolean | undefined): AmpConsent {
  if (applies !== true) return { usPrivacy };
  return {
    usPrivacy,
    warning: 'AMP request gdpr_applies value was ignored because provided consent string is a CCPA consent string',
  };
}

/** Writes the result over the stored request's own values, in place. */
export function writeConsent(request: Pick<BidRequest, 'regs' | 'user'>, { tcf, usPrivacy, gpp, gdpr }: AmpConsent): void {
  if (tcf !== undefined) request.user = { ...request.user, consent: tcf };
  if (usPrivacy !== undefined) request.regs = { ...request.regs, us_privacy: usPrivacy };
  if (gpp !== undefined) request.regs = { ...request.regs, gpp };
  if (gdpr !== undefined) request.regs = { ...request.regs, gdpr };
}

/** Ids of GPP sections (`2,6`), none of an empty text. The error is a warning's message. */
export function readSectionIds(text: string): Result<readonly number[]> {
  if (text === '') return { value: [] };
  const ids = text.split(',').map((part) => part.trim());
  return ids.every((id) => /^\d{1,9}$/.test(id)) ? { value: ids.map(Number) } : { error: `Failed to parse gppSid: '${text}'` };
}
