/** What an AMP page says about consent, and what of it goes into the request (amp-and-video.md section 4, privacy.md section 11). */
import type { BidRequest } from '#src/wire/ortb.ts';
import { readGpp } from '../privacy/gpp.ts';
import { readTcf } from '../privacy/tcf.ts';
import { parseUsp } from '../privacy/usp.ts';
import type { AmpParams } from './params.ts';

/** What is written; members that are absent leave the stored request's own. */
export interface AmpConsent {
  readonly tcf?: string | undefined;
  readonly usPrivacy?: string | undefined;
  readonly gpp?: string | undefined;
  readonly gdpr?: 0 | 1 | undefined;
  readonly warning?: string | undefined;
}

export type ConsentParams = Pick<AmpParams, 'consent' | 'consentType' | 'gdprApplies'>;

export const TYPE = { tcf1: 1, tcf2: 2, usPrivacy: 3, gpp: 4 } as const;

/** The page's word on whether the GDPR applies. */
export const gdprOf = (applies: boolean | undefined): 0 | 1 | undefined => (applies === undefined ? undefined : applies ? 1 : 0);

const isUsPrivacy = (text: string): boolean => text !== '' && parseUsp(text).fault === undefined;

/** Why the text is no TCF 2 consent; undefined: it is one. Only texts that begin like one are told the decoder's reason. */
function tcfFault(text: string): string | undefined {
  if (!text.startsWith('C')) return `Consent string '${text}' is not a valid TCF2 consent string.`;
  const read = readTcf(text);
  return read.kind === 'fault' ? read.cause : undefined;
}

const isGpp = (text: string): boolean => readGpp(text).ids.length > 0;

/**
 * Decides by type and text, as the Go variant does. What is not valid is not written, whatever is warned of; what the page
 * says about the GDPR counts without a consent text as well (decisions row 27 and the specification's `gdpr_applies`).
 * @param gdprEnabled the host enforces the GDPR
 */
export function readConsent({ consent, consentType, gdprApplies }: ConsentParams, gdprEnabled: boolean): AmpConsent {
  const gdpr = gdprOf(gdprApplies);
  if (consentType === TYPE.tcf1 && consent !== '') return { warning: 'TCF1 consent is deprecated and no longer supported.' };
  if (consent === '') return { gdpr };
  if (consentType === TYPE.tcf2) return gdprEnabled ? tcfConsent(consent, gdpr) : { gdpr };
  if (isUsPrivacy(consent)) return usConsent(consent, gdprApplies);
  if (consentType === TYPE.usPrivacy) return { gdpr, warning: `Consent string '${consent}' is not a valid CCPA consent string.` };
  if (consentType === TYPE.gpp && isGpp(consent)) return { gpp: consent, gdpr };
  if (gdprEnabled && tcfFault(consent) === undefined) return { tcf: consent, gdpr: gdpr ?? 1 };
  return { gdpr, warning: `Consent string '${consent}' is not recognized as one of the supported formats CCPA or TCF2.` };
}

function tcfConsent(consent: string, gdpr: 0 | 1 | undefined): AmpConsent {
  const warning = tcfFault(consent);
  return warning === undefined ? { tcf: consent, gdpr: gdpr ?? 1 } : { gdpr, warning };
}

function usConsent(usPrivacy: string, applies: boolean | undefined): AmpConsent {
  if (applies !== true) return { usPrivacy, gdpr: gdprOf(applies) };
  return {
    usPrivacy,
    warning: 'AMP request gdpr_applies value was ignored because provided consent string is a CCPA consent string',
  };
}

/** Writes what was decided over the stored request's own, in place. */
export function writeConsent(request: Pick<BidRequest, 'regs' | 'user'>, { tcf, usPrivacy, gpp, gdpr }: AmpConsent): void {
  if (tcf !== undefined) request.user = { ...request.user, consent: tcf };
  if (usPrivacy !== undefined) request.regs = { ...request.regs, us_privacy: usPrivacy };
  if (gpp !== undefined) request.regs = { ...request.regs, gpp };
  if (gdpr !== undefined) request.regs = { ...request.regs, gdpr };
}

/** Ids of GPP sections (`2,6`); undefined: the text is no such list. */
export function readSectionIds(text: string): number[] | undefined {
  const ids = text.split(',').map((part) => part.trim());
  return ids.every((id) => /^\d{1,9}$/.test(id)) ? ids.map(Number) : undefined;
}

export const badSections = (text: string): string => `Failed to parse gppSid: '${text}'`;
