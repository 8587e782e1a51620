/** What the Java variant tells those who debug of consent strings it cannot use (privacy.md sections 9 and 10). */
import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/findings.ts';
import type { PrivacyContext } from '#src/auction/privacy/decision.ts';
import type { PrivacySettings } from '#src/auction/privacy/settings.ts';
import { readTcf } from '#src/auction/privacy/tcf.ts';
import { lacksDisclosure } from '#src/auction/privacy/tcf-permissions.ts';
import type { TcfSettings } from '#src/auction/privacy/tcf-settings.ts';
import { parseUsp } from '#src/auction/privacy/usp.ts';

/** The newest policy whose vendor lists are known. */
const LATEST_POLICY = 5;
const FIRST_VERSION = 'B';

/** Leaves what is wrong with the TCF string and the US Privacy string, if anything, among the findings. */
export function tellOfConsents({ request, channel, findings }: Auction, { consent }: PrivacyContext, settings: PrivacySettings): void {
  const warning = settings.gdpr.isEnabled(channel) && consent.trim() !== '' ? tcfWarning(consent, settings.tcf) : undefined;
  if (warning !== undefined) findings.warn(OWN, 999, warning, { debugOnly: true });
  const usPrivacy = request.regs?.us_privacy;
  const fault = typeof usPrivacy === 'string' ? parseUsp(usPrivacy.toUpperCase()).fault : undefined;
  if (fault !== undefined)
    findings.error(OWN, 999, `CCPA consent ${usPrivacy} has invalid format: ${uspFault(fault)}`, { debugOnly: true });
}

function tcfWarning(text: string, settings: TcfSettings): string | undefined {
  const read = readTcf(text);
  if (read.kind === 'fault') {
    return text.startsWith(FIRST_VERSION)
      ? `Parsing consent string:"${text}" failed. TCF version 1 is deprecated and treated as corrupted TCF version 2`
      : `Parsing consent string:"${text}" - failed. ${read.cause}`;
  }
  if (lacksDisclosure(read, settings)) return 'Invalid TCF string: `disclosedVendors` list is empty.';
  const { policyVersion } = read;
  return policyVersion > LATEST_POLICY ? `Unknown tcfPolicyVersion ${policyVersion}, defaulting to gvlSpecificationVersion=3` : undefined;
}

/** Letters may be of either case there, and the text says so. */
const uspFault = (fault: string): string => `us_privacy ${fault.replace(`'N', 'Y', or '-'`, `'N' or 'n', 'Y' or 'y', '-'`)}`;
