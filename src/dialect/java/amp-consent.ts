/** Consent parameters of AMP pages as the Java variant reads them. */

import type { AmpParams } from '#src/auction/endpoints/amp/amp-params.ts';
import { type AmpConsent, gdprOf, TYPE } from '#src/auction/endpoints/amp/consent.ts';
import { readGpp } from '#src/privacy/gpp.ts';
import { readTcf } from '#src/privacy/tcf.ts';
import { parseUsp } from '#src/privacy/usp.ts';

export interface JavaConsent {
  readonly written: AmpConsent;
  /** Reported under our own name; the request continues. */
  readonly errors: readonly string[];
}

type Params = Pick<AmpParams, 'consent' | 'rawConsentType' | 'gdprApplies'> & {
  /** The parameter that held the string. */
  readonly consentName: 'consent_string' | 'gdpr_consent';
};

const TYPES: ReadonlySet<string> = new Set(['', '1', '2', '3', '4']);

const isTcf = (text: string): boolean => 'value' in readTcf(text);
const isUsPrivacy = (text: string): boolean => parseUsp(text.toUpperCase()).error === undefined;

/** A named type is trusted for TCF 2 and US Privacy; without one the string must be decodable. */
export function readJavaConsent({ consent, rawConsentType, gdprApplies, consentName }: Params): JavaConsent {
  const gdpr = gdprOf(gdprApplies);
  const type = Number(rawConsentType);
  const errors: string[] = [];
  if (!TYPES.has(rawConsentType)) errors.push('Invalid consent_type param passed');
  if (type === TYPE.tcf1) errors.push('Consent type tcfV1 is no longer supported');
  if (consent === '' || errors.length > 0) return { written: { gdpr }, errors };
  if (type === TYPE.tcf2) return { written: { tcf: consent, gdpr }, errors };
  if (type === TYPE.usPrivacy) return { written: { usPrivacy: consent, gdpr }, errors };
  if (type === TYPE.gpp && readGpp(consent).ids.length > 0) return { written: { gpp: consent, gdpr }, errors };
  if (type === 0 && isTcf(consent)) return { written: { tcf: consent, gdpr }, errors };
  if (type === 0 && isUsPrivacy(consent)) return { written: { usPrivacy: consent, gdpr }, errors };
  return { written: { gdpr }, errors: [`Amp request parameter ${consentName} has invalid format: ${consent}`] };
}
