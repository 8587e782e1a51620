/** Topic `gdpr-legal-basis`: one purpose of a consent string for one vendor. */

import { hasBasicBasis, hasFullBasis } from '#src/auction/privacy/tcf-basis.ts';
import { decodeTcf, listSpecVersion } from '#src/privacy/tcf.ts';
import type { VendorEntry } from '#src/privacy/vendor-list.ts';
import { valueIn } from '#test/helpers/result.ts';
import type { Row } from '../suites/tables.ts';
import { toEntry, type VendorRow } from './gdpr-permissions.ts';

type In = {
  op: string;
  purpose?: number;
  consent?: string;
  policyVersion?: number;
  enforcePurpose?: boolean;
  enforceVendors?: boolean;
  exceptions?: string[];
  basicVendors?: string[];
  vendor?: null;
  overrides?: { enforcePurpose?: boolean; enforceVendors?: boolean; allowLi?: boolean; blockVendorExceptions?: boolean };
};

const VENDOR = 32;
const BIDDER = 'appnexus';

function decide(input: In, entry: VendorEntry | undefined, purposes: readonly number[]): Record<string, boolean> {
  const consent = valueIn(decodeTcf(input.consent ?? ''));
  const settings = {
    algo: 'full',
    enforcePurpose: input.enforcePurpose ?? false,
    enforceVendors: input.enforceVendors ?? false,
    exceptions: new Set(input.exceptions),
  } as const;
  const vendor = {
    id: VENDOR,
    entry,
    core: BIDDER,
    isBasic: input.basicVendors?.includes(BIDDER) ?? false,
    consent: consent.vendorConsent(VENDOR),
    legitimateInterest: consent.vendorLegitimateInterest(VENDOR),
  };
  const { allowLi, blockVendorExceptions, ...overrides } = input.overrides ?? {};
  const all = { ...overrides, allowLegitimateInterest: allowLi, blockExceptions: blockVendorExceptions };
  const basis = input.op === 'basic' ? hasBasicBasis : hasFullBasis;
  return Object.fromEntries(purposes.map((purpose) => [String(purpose), basis(purpose, settings, consent, vendor, all)]));
}

export function run({ in: row, out }: Row, shared: Record<string, unknown>): Record<string, unknown> {
  const input = row as In;
  switch (input.op) {
    case 'full': {
      const entry = input.vendor === null ? undefined : toEntry(shared['vendor'] as VendorRow);
      return decide(input, entry, Object.keys(out).map(Number));
    }
    case 'basic': {
      const purpose = input.purpose ?? 0;
      return { allowed: decide(input, undefined, [purpose])[purpose] };
    }
    case 'spec-version':
      return { specVersion: listSpecVersion(input.policyVersion ?? 0) };
    case 'parse': {
      const decoded = decodeTcf(input.consent ?? '');
      if ('error' in decoded) return decoded;
      const { version, listVersion, listSpecVersion } = decoded.value;
      return { encodingVersion: version, listVersion, specVersion: listSpecVersion };
    }
    default:
      return {};
  }
}
