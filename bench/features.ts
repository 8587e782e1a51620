/** What an auction may do beyond targeting: for each feature the settings of its host and its part of the request. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostConfigInput } from '#src/config/schema.ts';
import { parseVendorList } from '#src/feeds/vendor-list-file.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { VendorLists } from '#src/privacy/vendor-list.ts';

export const FEATURES = ['events', 'cache', 'floors', 'TCF', 'supply chain', 'file analytics'] as const;
export type Feature = (typeof FEATURES)[number];

/** Prefix of the files of the file logger. */
export const ANALYTICS_FILE = 'analytics';

/** TCF 2: consent to all purposes and to the vendors 1 to 19; vendor list 100. */
const CONSENT = 'CQdWToAQdWToAAfABBENBkEoAP_AAEPAAAYgAdv__9ttttttgB2___2222222AAA.YAAAAAAAAAAA';

const VENDOR = { purposes: [1, 2, 3, 4], legIntPurposes: [7, 9, 10], flexiblePurposes: [2], specialFeatures: [1] };
const VENDOR_LIST = JSON.stringify({
  gvlSpecificationVersion: 3,
  vendorListVersion: 100,
  vendors: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [i + 1, VENDOR])),
});

/** The vendor list for a host that is not started. */
export function listedVendors(): VendorLists {
  const list = parseVendorList(VENDOR_LIST);
  return { list: () => list, live: () => list };
}

function tcfSettings(folder: string): HostConfigInput['gdpr'] {
  const path = join(folder, 'vendor-list.json');
  writeFileSync(path, VENDOR_LIST);
  return { vendorlist: { v3: { deprecated: true, fallback_vendor_list_path: path }, live: { enabled: false } } };
}

/** Settings of a host with these features. @param folder for its files */
export function settingsFor(features: readonly Feature[], folder: string): HostConfigInput {
  const has = (feature: Feature): boolean => features.includes(feature);
  return {
    gdpr: { default_value: '0', vendor_list_wait_ms: 0, ...(has('TCF') && tcfSettings(folder)) },
    account_defaults: { events: { enabled: has('events') }, price_floors: { enabled: has('floors') } },
    price_floors: { enabled: has('floors') },
    ...(has('supply chain') && { host_schain_node: { asi: 'host.example', sid: '1234', hp: 1 } }),
    ...(has('file analytics') && { analytics: { file: { filename: join(folder, ANALYTICS_FILE) } } }),
  };
}

/** 36 rules by media type, domain and ad unit, CPM in USD. */
function floorRules(): object {
  const domains = ['news.example.com', ...Array.from({ length: 10 }, (_, i) => `site${i}.example.com`), '*'];
  const units = ['/1234/news/world/slot-0', '/1234/news/world/slot-1', '*'];
  const rules = domains.flatMap((domain, i) => units.map((unit, j) => [`banner|${domain}|${unit}`, (10 + i + 2 * j) / 100]));
  const schema = { fields: ['mediaType', 'siteDomain', 'adUnitCode'], delimiter: '|' };
  return { enabled: true, data: { currency: 'USD', modelgroups: [{ schema, values: Object.fromEntries(rules), default: 0.05 }] } };
}

const CHAIN = { complete: 1, ver: '1.0', nodes: [{ asi: 'reseller.example', sid: '99', hp: 1 }] };

/** The request with what these features read. */
export function requestWith(request: BidRequest, features: readonly Feature[]): BidRequest {
  const has = (feature: Feature): boolean => features.includes(feature);
  const { user, ext } = request;
  return {
    ...request,
    user: has('TCF') ? { ...user, ext: { ...user?.ext, consent: CONSENT } } : user,
    regs: { ext: { gdpr: has('TCF') ? 1 : 0 } },
    ext: {
      ...ext,
      srv: {
        ...ext?.srv,
        ...(has('cache') && { cache: { bids: {}, vastxml: {} } }),
        ...(has('floors') && { floors: floorRules() }),
        ...(has('supply chain') && { schains: [{ bidders: ['bench1', 'bench2'], schain: CHAIN }] }),
      },
    },
  } as BidRequest;
}
