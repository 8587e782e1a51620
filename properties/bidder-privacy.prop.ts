import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { enrich } from '#src/auction/enrich.ts';
import { fanOut } from '#src/auction/fan-out.ts';
import { privacy } from '#src/auction/privacy.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { readTcf } from '#src/privacy/tcf.ts';
import { aBidder, anAuction, hostInfo } from '#test/helpers/auction.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { vendor } from '#test/helpers/vendors.ts';
import { choices, writeTcf } from './arbitraries/consent.ts';
import { runs } from './runs.ts';

const NAMES = ['alpha', 'beta'];
const PURPOSES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const entry = vendor({ purposes: PURPOSES, flexiblePurposes: PURPOSES, specialFeatures: [1] });

/** A user and device whose texts identify themselves; `of` says where they come from. */
const personal = (of: string) => ({
  user: {
    ...{ id: `ID-${of}`, buyeruid: `ID-buyer-${of}`, gender: `ID-gender-${of}`, keywords: `UFPD-${of}`, data: [{ id: `UFPD-data-${of}` }] },
    ...{ eids: [{ source: `EID-${of}`, uids: [{ id: '1' }] }], geo: { city: `USER-CITY-${of}` }, ext: { data: { a: `UFPD-ext-${of}` } } },
  },
  device: { ip: '203.0.113.77', ifa: `ID-ifa-${of}`, geo: { lat: 12.3456, city: `CITY-${of}` } },
});

const IMP_DATA = { data: { a: 'IMP-DATA' }, context: { data: { b: 'IMP-DATA' } } };

interface Scene {
  readonly variant: 'go' | 'java';
  readonly request: BidRequest;
  readonly denied: readonly string[];
}

const bit = fc.constantFrom(0, 1);
const some = fc.subarray(NAMES);
/** Restrictions are rare: each one hides an error in the others. */
const rarely = fc.constantFrom(0, 0, 0, 0, 1);
const ACTIVITIES = ['transmitUfpd', 'transmitEids', 'transmitPreciseGeo'];
const signals = fc.record({ gdpr: bit, coppa: rarely, us_privacy: fc.constantFrom('1YNN', '1YNN', '1YNN', '1YYN') });
const text = fc.option(choices.map(writeTcf), { nil: '' });
const scenes: fc.Arbitrary<Scene> = fc
  .record({
    variant: fc.constantFrom('go' as const, 'java' as const),
    denied: rarely.chain((isOn) => (isOn ? fc.subarray(ACTIVITIES) : fc.constant<string[]>([]))),
    ...{ signals, text, lmt: rarely, configured: some, listed: fc.option(some, { nil: undefined }) },
  })
  .map(({ variant, denied, signals: regs, text: consent, lmt, configured, listed }) => {
    const { user, device } = personal('request');
    const ortb2 = personal('own');
    return {
      variant,
      denied,
      request: {
        id: 'r',
        imp: [{ id: 'i', banner: { w: 1, h: 1 }, ext: { ...IMP_DATA, srv: { bidder: { alpha: {}, beta: {} } } } }],
        site: { page: 'https://p.example' },
        regs,
        user: { ...user, consent },
        device: { ...device, lmt },
        tmax: 500,
        ext: {
          srv: {
            bidderconfig: configured.map((bidder) => ({ bidders: [bidder], config: { ortb2 } })),
            ...(listed && { data: { bidders: listed } }),
          },
        },
      },
    } as Scene;
  });

/** Runs enrich, privacy and fan-out. */
function fannedOut({ variant, request, denied }: Scene): Auction {
  const info = { ...hostInfo({ openrtb: { version: '2.6', gppSupported: true, multiformatSupported: true } }), gvlVendorId: 7 };
  const services = testServices({
    settings: { variant, gdpr: { default_value: '0', strict_disclosed_vendors_treatment: false }, ccpa: { enforce: true } },
    bidders: registryOf(...NAMES.map((code) => aBidder(code, { info }))),
    vendorLists: { list: (specVersion, version) => ({ specVersion, version, vendor: () => entry }), live: () => undefined },
  });
  const base = anAuction(services, structuredClone(request));
  const allowactivities = Object.fromEntries(denied.map((activity) => [activity, { default: false }]));
  const account = { ...base.account, privacy: { ...base.account.privacy, allowactivities } };
  const auction = anAuction(services, structuredClone(request), { account });
  void enrich(auction, services);
  privacy(auction, services);
  void fanOut(auction, services);
  return auction;
}

test('data that a decision forbids is in no byte of a bidder request, whatever first-party data the request has', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const auction = fannedOut(scene);
      const read = readTcf(scene.request.user?.consent ?? '');
      const isJava = scene.variant === 'java';
      const listed = scene.request.ext?.srv?.data?.bidders;
      const masksAll = isJava && 'value' in read && !read.value.specialFeature(1);
      for (const { bidder, request } of auction.tasks) {
        const decision = auction.privacy.get(bidder);
        const json = JSON.stringify(request);
        const passesProfile = decision?.mayPassUfpd === true && (decision.mayPassIds || !isJava);
        const found = {
          ids: json.includes('ID-ifa') || json.includes('ID-buyer') || json.includes('ID-gender'),
          ufpd: json.includes('UFPD-'),
          eids: json.includes('EID-'),
          address: json.includes('113.77'),
          place: json.includes('12.3456'),
          city: isJava && json.includes('"CITY-'),
          userCity: isJava && json.includes('USER-CITY-'),
          impData: json.includes('IMP-DATA'),
        };
        const forbidden = {
          ids: !decision?.mayPassIds || !decision.mayPassUfpd,
          ufpd: !passesProfile,
          eids: decision?.mayPassEids === false || (!isJava && (!decision?.mayPassUfpd || !decision.mayPassIds)),
          address: masksAll || !decision?.mayPassPreciseGeo,
          place: !decision?.mayPassPreciseGeo,
          city: !decision?.mayPassPreciseGeo,
          userCity: !passesProfile,
          impData: isJava && listed !== undefined && !listed.includes(bidder),
        };
        for (const [what, isForbidden] of Object.entries(forbidden)) {
          if (isForbidden) expect({ what, found: found[what as keyof typeof found] }).toEqual({ what, found: false });
        }
      }
    }),
    runs(300),
  );
});
