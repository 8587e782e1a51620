/** Debug warnings of the Java variant about unusable consent strings. */

import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/diagnostics.ts';
import type { PrivacyContext } from '#src/auction/privacy/decision.ts';
import type { PrivacySettings } from '#src/auction/privacy/settings.ts';
import { lacksDisclosure } from '#src/auction/privacy/tcf-permissions.ts';
import type { TcfSettings } from '#src/auction/privacy/tcf-settings.ts';
import { CODES } from '#src/bidders/errors.ts';
import { readTcf } from '#src/privacy/tcf.ts';
import { parseUsp } from '#src/privacy/usp.ts';

/** The newest policy with known vendor lists. */
const LATEST_POLICY = 5;
const FIRST_VERSION = 'B';

/** Records errors of the TCF string and the US Privacy string as warnings. */
export function warnOfConsents(
  { request, requestType, diagnostics }: Auction,
  { consent }: PrivacyContext,
  settings: PrivacySettings,
): void {
  const warning = settings.gdpr.isEnabled(requestType) && consent.trim() !== '' ? tcfWarning(consent, settings.tcf) : undefined;
  if (warning !== undefined) diagnostics.warn(OWN, CODES.unknown, warning, { debugOnly: true });
  const usPrivacy = request.regs?.us_privacy;
  const error = typeof usPrivacy === 'string' ? parseUsp(usPrivacy.toUpperCase()).error : undefined;
  if (error !== undefined)
    diagnostics.error(OWN, CODES.unknown, `CCPA consent ${usPrivacy} has invalid format: ${uspError(error)}`, { debugOnly: true });
}

function tcfWarning(text: string, settings: TcfSettings): string | undefined {
  const read = readTcf(text);
  if ('error' in read) {
    return text.startsWith(FIRST_VERSION)
      ? `Parsing consent string:"${text}" failed. TCF version 1 is deprecated and treated as corrupted TCF version 2`
      : `Parsing consent string:"${text}" - failed. ${read.error}`;
  }
  if (lacksDisclosure(read.value, settings)) return 'Invalid TCF string: `disclosedVendors` list is empty.';
  const { policyVersion } = read.value;
  return policyVersion > LATEST_POLICY ? `Unknown tcfPolicyVersion ${policyVersion}, defaulting to gvlSpecificationVersion=3` : undefined;
}

/** The Java variant accepts letters of either case, and its message says so. */
const uspError = (error: string): string => `us_privacy ${error.replace(`'N', 'Y', or '-'`, `'N' or 'n', 'Y' or 'y', '-'`)}`;
