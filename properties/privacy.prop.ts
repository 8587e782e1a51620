import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BidderPrivacy, unlimited } from '#src/auction/privacy/decision.ts';
import { maskRequest } from '#src/auction/privacy/mask.ts';
import { privacy } from '#src/auction/privacy.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import { type AccountInput, accountSchema } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { maskIp } from '#src/privacy/ip.ts';
import type { VendorEntry } from '#src/privacy/vendor-list.ts';
import { anAuction } from '#test/helpers/auction.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { vendor } from '#test/helpers/vendors.ts';
import { type Choices, choices, writeTcf } from './arbitraries/consent.ts';
import { runs } from './runs.ts';

const account = accountSchema.parse({});

/** A request in which every text that a decision may forbid identifies itself. */
const personalRequest = (lat: number, lon: number): BidRequest => ({
  id: 'request',
  imp: [
    { id: 'imp-1', ext: { tid: 'IMP-TID', bidder: { placement: 1 } } },
    { id: 'imp-2', ext: { tid: 'IMP-TID' } },
  ],
  source: { tid: 'SOURCE-TID', fd: 1 },
  regs: { gdpr: 1 },
  user: {
    id: 'ID-user',
    buyeruid: 'ID-buyer',
    yob: 1987,
    gender: 'ID-gender',
    keywords: 'UFPD-keywords',
    kwarray: ['UFPD-kwarray'],
    data: [{ name: 'UFPD-data' }],
    eids: [{ source: 'EID-source', uids: [{ id: 'EID-uid' }] }],
    geo: { lat, lon, city: 'place' },
    consent: 'kept-consent',
    ext: { data: { segment: 'UFPD-ext' }, eids: [{ source: 'EID-ext', uids: [{ id: 'EID-ext-uid' }] }], other: 'kept-ext' },
  },
  device: {
    ua: 'kept-agent',
    ip: '203.0.113.77',
    ipv6: '2001:1db8:1111:2222:3333:4444:5555:6666',
    ifa: 'ID-ifa',
    didsha1: 'ID-1',
    didmd5: 'ID-2',
    dpidsha1: 'ID-3',
    dpidmd5: 'ID-4',
    macsha1: 'ID-5',
    macmd5: 'ID-6',
    geo: { lat, lon, country: 'DEU' },
  },
});

const degrees = fc.double({ min: -89, max: 89, noNaN: true });
const flags = fc.record({
  mayPassIds: fc.boolean(),
  mayPassUfpd: fc.boolean(),
  mayPassEids: fc.boolean(),
  mayPassPreciseGeo: fc.boolean(),
  mayPassTid: fc.boolean(),
  emptiesGeo: fc.boolean(),
});
const decisions: fc.Arbitrary<BidderPrivacy> = flags.map((made) => ({ ...unlimited, ...made }));

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const field of Object.values(value)) freeze(field);
  }
  return value;
}

test('masking is idempotent and does not modify masked input', () => {
  fc.assert(
    fc.property(decisions, degrees, degrees, (decision, lat, lon) => {
      const request = freeze(personalRequest(lat, lon));
      const once = maskRequest(request, decision, account);
      expect(maskRequest(freeze(once), decision, account)).toEqual(once);
    }),
    runs(300),
  );
});

test('data that a decision forbids is in no byte of the masked request, and nothing else is removed', () => {
  fc.assert(
    fc.property(decisions, degrees, degrees, (decision, lat, lon) => {
      const json = JSON.stringify(maskRequest(personalRequest(lat, lon), decision, account));
      const mayPassProfile = decision.mayPassIds && decision.mayPassUfpd;
      const contains = (word: string): boolean => json.includes(word);
      expect({
        ids:
          contains('ID-user') ||
          contains('ID-buyer') ||
          contains('ID-gender') ||
          contains('"yob"') ||
          contains('ID-ifa') ||
          /ID-[1-6]/.test(json),
        ufpd: contains('UFPD-'),
        eids: contains('EID-'),
        tids: contains('TID'),
        address: contains('113.77') || contains(':3333:4444'),
        place: contains('DEU') && contains('place'),
        retained: contains('kept-agent') && contains('kept-ext') && contains('kept-consent'),
      }).toEqual({
        ids: mayPassProfile,
        ufpd: decision.mayPassUfpd,
        eids: mayPassProfile && decision.mayPassEids,
        tids: decision.mayPassTid,
        address: decision.mayPassPreciseGeo && decision.emptiesGeo === false,
        place: decision.emptiesGeo === false,
        retained: true,
      });
    }),
    runs(300),
  );
});

test('a location that is not exact has two decimals', () => {
  fc.assert(
    fc.property(degrees, degrees, (lat, lon) => {
      const { device } = maskRequest(personalRequest(lat, lon), { ...unlimited, mayPassPreciseGeo: false }, account);
      for (const [masked, exact] of [[device?.geo?.lat, lat] as const, [device?.geo?.lon, lon] as const]) {
        expect(masked === Number(masked?.toFixed(2))).toBe(true);
        expect(Math.abs((masked ?? 0) - exact)).toBeLessThanOrEqual(0.0150001);
      }
    }),
  );
});

test('an address retains its first bits only, or is removed', () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string({ maxLength: 50 }));
  fc.assert(
    fc.property(address, fc.integer({ min: 0, max: 128 }), (text, bits) => {
      const masked = maskIp(text, bits);
      expect(maskIp(masked, bits)).toBe(masked);
      if (bits === 0) expect(['', '0.0.0.0', '::']).toContain(masked);
    }),
    runs(300),
  );
});

/** One auction of one bidder. */
interface Scene {
  readonly choices: Choices;
  readonly endpoint: Pick<VendorEntry, 'purposes' | 'legIntPurposes' | 'flexiblePurposes' | 'specialFeatures'>;
  readonly purpose2: { enforce_algo: string; enforce_purpose: boolean; enforce_vendors: boolean; vendor_exceptions: string[] };
  readonly isBasic: boolean;
  readonly gdpr: 0 | 1;
  readonly coppa: 0 | 1;
  readonly lmt: 0 | 1;
  readonly usp: '1YNN' | '1YYN';
  readonly denied: readonly string[];
}

const VENDOR = 7;
const purposes = fc.uniqueArray(fc.integer({ min: 1, max: 10 }), { maxLength: 10 });
const bit = fc.constantFrom<0 | 1>(0, 1);
const ACTIVITIES = ['fetchBids', 'transmitUfpd', 'transmitEids', 'transmitPreciseGeo', 'transmitTid'];
const scenes: fc.Arbitrary<Scene> = fc.record({
  choices,
  endpoint: fc.record({
    purposes,
    legIntPurposes: purposes,
    flexiblePurposes: purposes,
    specialFeatures: fc.constantFrom<number[]>([], [1]),
  }),
  purpose2: fc.record({
    enforce_algo: fc.constantFrom('full', 'basic'),
    enforce_purpose: fc.boolean(),
    enforce_vendors: fc.boolean(),
    vendor_exceptions: fc.constantFrom<string[]>([], ['alpha']),
  }),
  isBasic: fc.boolean(),
  gdpr: bit,
  coppa: bit,
  lmt: bit,
  usp: fc.constantFrom<'1YNN' | '1YYN'>('1YNN', '1YYN'),
  denied: fc.subarray(ACTIVITIES),
});

function decide(scene: Scene): BidderPrivacy | undefined {
  const settings: HostConfigInput = { gdpr: { default_value: '1', tcf2: { purpose2: scene.purpose2 } }, ccpa: { enforce: true } };
  const entry = vendor(scene.endpoint);
  const services = testServices({
    settings,
    bidders: registryOf({ code: 'alpha', info: { gvlVendorId: VENDOR } } as KnownBidder),
    vendorLists: {
      list: (specVersion, version) => ({ specVersion, version, vendor: () => entry }),
      live: () => undefined,
    },
  });
  const input: AccountInput = {
    gdpr: { basic_enforcement_vendors: scene.isBasic ? ['alpha'] : [] },
    privacy: { allowactivities: Object.fromEntries(scene.denied.map((activity) => [activity, { default: false }])) },
  };
  const request: BidRequest = {
    id: 'r',
    imp: [{ id: 'i', ext: { srv: { bidder: { alpha: {} } } } }],
    regs: { gdpr: scene.gdpr, coppa: scene.coppa, us_privacy: scene.usp },
    user: { consent: writeTcf(scene.choices) },
    device: { lmt: scene.lmt },
  };
  const auction = anAuction(services, request, { account: accountSchema.parse(input) });
  privacy(auction, services);
  return auction.privacy.get('alpha');
}

const withoutVendor = ({ ids, ...rest }: Choices['vendorConsents']) => ({ ...rest, ids: ids.filter((id) => id !== VENDOR) });

/** Weaker signals or stricter rules. */
const TIGHTER: readonly ((scene: Scene, seed: number) => Scene)[] = [
  (scene, seed) => ({ ...scene, choices: { ...scene.choices, consents: scene.choices.consents & seed } }),
  (scene, seed) => ({ ...scene, choices: { ...scene.choices, interests: scene.choices.interests & seed } }),
  (scene, seed) => ({ ...scene, choices: { ...scene.choices, specialFeatures: scene.choices.specialFeatures & seed & 0xfff } }),
  (scene) => ({ ...scene, choices: { ...scene.choices, vendorConsents: withoutVendor(scene.choices.vendorConsents) } }),
  (scene) => ({ ...scene, choices: { ...scene.choices, vendorInterests: withoutVendor(scene.choices.vendorInterests) } }),
  (scene, seed) => ({
    ...scene,
    choices: {
      ...scene.choices,
      restrictions: [...scene.choices.restrictions, { purpose: (seed % 10) + 1, type: seed % 3, ids: [VENDOR] }],
    },
  }),
  (scene) => ({ ...scene, gdpr: 1 }),
  (scene) => ({ ...scene, coppa: 1 }),
  (scene) => ({ ...scene, lmt: 1 }),
  (scene) => ({ ...scene, usp: '1YYN' }),
  (scene, seed) => ({ ...scene, denied: [...new Set([...scene.denied, ACTIVITIES[seed % ACTIVITIES.length] ?? 'fetchBids'])] }),
  (scene) => ({ ...scene, purpose2: { ...scene.purpose2, enforce_vendors: true, vendor_exceptions: [] } }),
  (scene) => ({ ...scene, endpoint: { ...scene.endpoint, purposes: [], flexiblePurposes: [] } }),
];

test('weaker signals or stricter rules never allow more', () => {
  fc.assert(
    fc.property(scenes, fc.nat(TIGHTER.length - 1), fc.nat(0xffffff), (scene, which, seed) => {
      const before = decide(scene);
      const after = decide(TIGHTER[which]?.(scene, seed) ?? scene);
      for (const name of ['mayCall', 'mayPassIds', 'mayPassUfpd', 'mayPassPreciseGeo', 'mayPassTid'] as const) {
        expect({ name, laxer: after?.[name] === true && before?.[name] === false }).toEqual({ name, laxer: false });
      }
      expect(after?.emptiesGeo !== true && before?.emptiesGeo === true).toBe(false);
      expect((after?.mayPassEids ?? true) && before?.mayPassEids === false).toBe(false);
    }),
    runs(400),
  );
});
