/** Topic `gdpr-permissions`: TCF permissions of a bidder in an auction, of its sync, and of the host's cookie. */

import { privacySettings } from '#src/auction/privacy/settings.ts';
import { makeSyncPrivacy } from '#src/auction/privacy/sync-permission.ts';
import { defaultPermissions } from '#src/auction/privacy/tcf-permissions.ts';
import { privacy } from '#src/auction/privacy.ts';
import type { Services } from '#src/auction/services.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import { accountSchema } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { VendorEntry, VendorList } from '#src/privacy/vendor-list.ts';
import { anAuction } from '#test/helpers/auction.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

export type VendorRow = { id: number } & { [K in 'purposes' | 'legIntPurposes' | 'flexiblePurposes' | 'specialFeatures']?: number[] };
type ListRow = { [id: string]: VendorRow };
type PurposeRow = { enforcePurpose?: boolean; enforceVendors?: boolean; algo?: string; vendorExceptions?: string[] | null };
type In = {
  op: string;
  signal?: 'yes' | 'no' | 'ambiguous';
  consent?: string;
  default?: string;
  publisherId?: string;
  nonStandardPublishers?: string[];
  hostVendorId?: number;
  vendorIds?: { [bidder: string]: number };
  aliasVendorIds?: { [alias: string]: number };
  bidder?: string;
  coreBidder?: string;
  lists?: { [spec: string]: { [version: string]: string } };
  purposes?: { [number: string]: PurposeRow };
  specialFeature1?: { enforce?: boolean; vendorExceptions?: string[] | null } | null;
  basicVendors?: string[] | null;
  liveVendorIds?: number[] | null;
};

export const toEntry = (row: VendorRow): VendorEntry => ({
  purposes: row.purposes ?? [],
  legIntPurposes: row.legIntPurposes ?? [],
  flexiblePurposes: row.flexiblePurposes ?? [],
  specialFeatures: row.specialFeatures ?? [],
  specialPurposes: [],
  features: [],
  deleted: false,
});

const toList = (rows: ListRow, specVersion: number, version: number): VendorList => ({
  specVersion,
  version,
  vendor: (id) => (rows[id] ? toEntry(rows[id]) : undefined),
});

const renamed = (purpose: PurposeRow) => ({
  ...(purpose.enforcePurpose !== undefined && { enforce_purpose: purpose.enforcePurpose }),
  ...(purpose.enforceVendors !== undefined && { enforce_vendors: purpose.enforceVendors }),
  ...(purpose.algo !== undefined && { enforce_algo: purpose.algo }),
  ...(purpose.vendorExceptions !== undefined && { vendor_exceptions: purpose.vendorExceptions ?? [] }),
});

function hostOf(input: In): HostConfigInput {
  const { enforce = true, vendorExceptions } = input.specialFeature1 ?? {};
  return {
    gdpr: {
      default_value: input.default === '0' ? '0' : '1',
      host_vendor_id: input.hostVendorId ?? 0,
      non_standard_publishers: input.nonStandardPublishers ?? [],
      tcf2: {
        ...Object.fromEntries(Object.entries(input.purposes ?? {}).map(([number, purpose]) => [`purpose${number}`, renamed(purpose)])),
        special_feature1: { enforce, vendor_exceptions: vendorExceptions ?? [] },
      },
    },
  };
}

function servicesOf(input: In, lists: { [name: string]: ListRow }): Services {
  const bidders = Object.entries(input.vendorIds ?? {}).map(([code, gvlVendorId]) => ({ code, info: { gvlVendorId } }) as KnownBidder);
  const live = input.liveVendorIds ? Object.fromEntries(input.liveVendorIds.map((id) => [id, { id }])) : undefined;
  return testServices({
    settings: hostOf(input),
    bidders: registryOf(...bidders),
    vendorLists: {
      list(spec, version) {
        const rows = lists[input.lists?.[spec]?.[version] ?? ''];
        return rows && toList(rows, spec, version);
      },
      live: () => live && toList(live, 3, 1),
    },
  });
}

const SIGNALS = { yes: 1, no: 0, ambiguous: -1 } as const;

function runAuction(input: In, services: Services): Record<string, unknown> {
  const bidder = input.bidder ?? '';
  const signal = SIGNALS[input.signal ?? 'ambiguous'];
  const request = {
    id: 'r',
    imp: [{ id: 'i', ext: { srv: { bidder: { [bidder]: {} } } } }],
    regs: signal === -1 ? {} : { gdpr: signal },
    user: { consent: input.consent ?? '' },
    ext: { srv: { aliasgvlids: input.aliasVendorIds } },
  };
  const account = accountSchema.parse({ gdpr: { basic_enforcement_vendors: input.basicVendors ?? [] } });
  const auction = anAuction(services, request, { account, accountId: input.publisherId ?? '' });
  if (input.coreBidder && input.coreBidder !== bidder) auction.aliases.set(bidder, input.coreBidder);
  privacy(auction, services);
  const decision = auction.privacy.get(bidder);
  return { allowBidRequest: decision?.mayCall, passGeo: decision?.mayPassPreciseGeo, passId: decision?.mayPassIds };
}

export function run({ in: row }: Row, shared: Record<string, unknown>): Record<string, unknown> {
  const input = row as In;
  const services = servicesOf(input, shared['lists'] as { [name: string]: ListRow });
  const account = accountSchema.parse({ gdpr: { basic_enforcement_vendors: input.basicVendors ?? [] } });
  if (input.op === 'auction') return runAuction(input, services);
  if (input.op === 'defaults') {
    const { bid, geo, ids } = defaultPermissions(privacySettings(services.config, account).tcf);
    return { allowBidRequest: bid, passGeo: geo, passId: ids };
  }
  const signal = SIGNALS[input.signal ?? 'ambiguous'];
  const signals = { gdprSignal: signal, consent: input.consent ?? '', usPrivacy: '', gpp: '', gppSid: [] };
  const decisions = makeSyncPrivacy(signals, account, services);
  if (input.op === 'sync') return { allowed: decisions.allowsBidder(input.bidder ?? ''), error: null };
  const cookie = decisions.hostCookie();
  return { allowed: cookie.kind === 'allowed', error: cookie.kind === 'malformed' ? cookie.message : null };
}
