import { describe, expect, it } from 'vitest';
import { type Choices, writeBits, writeTcf } from '#properties/arbitraries/consent.ts';
import {
  auctionPermissions,
  lacksDisclosure,
  mayMeasure,
  maySetHostCookie,
  maySync,
  tcfLegalBasis,
  usableConsent,
} from '#src/auction/privacy/tcf-permissions.ts';
import { tcfSettings } from '#src/auction/privacy/tcf-settings.ts';
import { accountSchema } from '#src/config/account.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { decodeTcf, type TcfConsent } from '#src/privacy/tcf.ts';
import type { VendorList } from '#src/privacy/vendor-list.ts';
import { costRatio } from '#test/helpers/cost.ts';

const all: Choices = {
  created: 16_000_000_000,
  cmpId: 7,
  listVersion: 9,
  policyVersion: 4,
  specialFeatures: 0,
  consents: 0xffffff,
  interests: 0xffffff,
  oneTreatment: 0,
  vendorConsents: { maxId: 10, ids: [5], asRanges: false },
  vendorInterests: { maxId: 10, ids: [5], asRanges: true },
  restrictions: [],
};
const list: VendorList = {
  specVersion: 3,
  version: 9,
  vendor: (id) =>
    id === 5
      ? {
          purposes: [1, 2, 7],
          legIntPurposes: [],
          flexiblePurposes: [],
          specialFeatures: [1],
          specialPurposes: [],
          features: [],
          deleted: false,
        }
      : undefined,
};
const lists = { list: (spec: number, version: number) => (spec === 3 && version === 9 ? list : undefined), live: () => undefined };
const settings = (host: HostConfigInput['gdpr'] = {}, variant: 'go' | 'java' = 'go') =>
  tcfSettings(hostSchema.parse({ variant, gdpr: host }), accountSchema.parse({}).gdpr);

function consent(over: Partial<Choices> = {}, tail = ''): TcfConsent {
  const decoded = decodeTcf(writeTcf({ ...all, ...over }) + tail);
  if ('error' in decoded) throw new Error(decoded.error);
  return decoded.value;
}
const bidder = { core: 'alpha', gvlId: 5 };
const legalBasis = (of: TcfConsent, by = settings()) => tcfLegalBasis(usableConsent({ value: of }, by), lists, by);

describe('syncing under TCF', () => {
  it('needs purpose 1, a vendor id and a known list', () => {
    expect(maySync(settings(), legalBasis(consent()), bidder)).toBe(true);
    expect(maySync(settings(), legalBasis(consent()), { ...bidder, gvlId: 0 })).toBe(false);
    expect(maySync(settings(), legalBasis(consent({ listVersion: 8 })), bidder)).toBe(false);
    expect(maySync(settings(), legalBasis(consent({ consents: 0 })), bidder)).toBe(false);
  });

  it("follows the publisher's treatment of purpose 1 if the country has its own rules", () => {
    const treated = legalBasis(consent({ oneTreatment: 1, consents: 0 }));
    const interpretation = (purpose_one_treatment_interpretation: 'ignore' | 'access-allowed' | 'no-access-allowed') =>
      maySync(settings({ purpose_one_treatment_interpretation }), treated, bidder);
    expect(maySync(settings(), treated, bidder)).toBe(true);
    expect([interpretation('ignore'), interpretation('access-allowed'), interpretation('no-access-allowed')]).toEqual([false, true, false]);
  });

  it('is unrestricted if purpose 1 is not enforced, and uses the basic algorithm if configured', () => {
    expect(maySync(settings({ tcf2: { purpose1: { enforce_purpose: false } } }), legalBasis(consent({ consents: 0 })), bidder)).toBe(true);
    const basic = settings({ tcf2: { purpose1: { enforce_algo: 'basic' } } });
    expect(
      maySync(basic, legalBasis(consent({ vendorConsents: { maxId: 10, ids: [6], asRanges: false } })), { core: 'beta', gvlId: 6 }),
    ).toBe(true);
  });

  it('needs no consent of a basic vendor itself with the basic algorithm, which such a vendor does not imply', () => {
    const other = legalBasis(consent({ vendorConsents: { maxId: 10, ids: [6], asRanges: false }, interests: 0 }));
    const syncs = (enforce_algo: 'basic' | 'full', basic_enforcement_vendors: string[]) => {
      const { gdpr } = accountSchema.parse({ gdpr: { basic_enforcement_vendors, purpose1: { enforce_algo } } });
      return maySync(tcfSettings(hostSchema.parse({}), gdpr), other, bidder);
    };
    expect([syncs('basic', ['alpha']), syncs('basic', []), syncs('full', ['alpha'])]).toEqual([true, false, false]);
  });

  it("uses the host's own vendor id, without exceptions", () => {
    const cookie = (host_vendor_id: number, over: Partial<Choices> = {}) =>
      maySetHostCookie(settings({ host_vendor_id, tcf2: { purpose1: { vendor_exceptions: [''] } } }), legalBasis(consent(over)));
    expect([cookie(0), cookie(5), cookie(6), cookie(5, { consents: 0 })]).toEqual([true, true, false, false]);
    expect(maySetHostCookie(settings({ host_vendor_id: 5 }), undefined)).toBe(false);
  });
});

it('without its vendor list a string counts as no consent, in the Java variant the choices of the user decide', () => {
  const of = (variant: 'go' | 'java', over: Partial<Choices> = {}) => {
    const by = settings({}, variant);
    const without = legalBasis(consent({ listVersion: 8, specialFeatures: 0xfff, ...over }), by);
    const { bid, ids, geo } = auctionPermissions(by, without, bidder);
    return [bid, ids, geo, maySync(by, without, bidder)];
  };
  expect(of('go')).toEqual([false, false, false, false]);
  expect(of('java')).toEqual([true, true, false, true]);
  expect(of('java', { consents: 0, interests: 0 })).toEqual([false, false, false, false]);
  expect(of('java', { vendorConsents: { maxId: 10, ids: [6], asRanges: false }, interests: 0 })).toEqual([false, false, false, false]);
});

describe('purpose 1 and purposes that are not enforced', () => {
  const others = { maxId: 10, ids: [6], asRanges: false };
  const unchosen = { consents: 0, interests: 0, vendorConsents: others, vendorInterests: others };
  const vendor6 = { core: 'beta', gvlId: 6 };

  it('need consent to the vendor or its legitimate interest, in no vendor list, in the Java variant', () => {
    const off = { enforce_purpose: 'no' as const };
    const of = (variant: 'go' | 'java', tcfBidder: typeof bidder, over: Partial<Choices> = unchosen, rule: object = off) => {
      const by = settings({ host_vendor_id: tcfBidder.gvlId, purposes: { p1: rule, p2: rule, p4: rule, p7: rule } }, variant);
      const basis = legalBasis(consent(over), by);
      const { bid, ids } = auctionPermissions(by, basis, tcfBidder);
      return [maySync(by, basis, tcfBidder), maySetHostCookie(by, basis), bid, ids, mayMeasure(by, basis, tcfBidder)];
    };
    expect([of('java', vendor6), of('java', bidder)]).toEqual([Array(5).fill(true), Array(5).fill(false)]);
    expect(of('java', vendor6, { ...unchosen, vendorConsents: { ...others, ids: [5] } })).toEqual([true, true, true, false, true]);
    expect(of('java', bidder, unchosen, { ...off, enforce_vendors: false })).toEqual(Array(5).fill(true));
    expect(of('go', vendor6)).toEqual([true, true, false, false, false]);
  });

  it('lets basic vendors sync by consent to the purpose, and excepted bidders without a vendor id, in the Java variant', () => {
    const of = (variant: 'go' | 'java', tcfBidder: typeof bidder, over: Partial<Choices> = {}) => {
      const { gdpr } = accountSchema.parse({ gdpr: { basic_enforcement_vendors: ['beta'], purpose1: { vendor_exceptions: ['gamma'] } } });
      const by = tcfSettings(hostSchema.parse({ variant }), gdpr);
      return maySync(by, legalBasis(consent(over), by), tcfBidder);
    };
    const consentedBeta = of('java', vendor6, { vendorConsents: { ...others, ids: [5] }, interests: 0 });
    expect([consentedBeta, of('java', vendor6, unchosen), of('go', vendor6)]).toEqual([true, false, false]);
    const unlisted = (core: string) => ({ core, gvlId: 0 });
    expect([of('java', unlisted('gamma'), unchosen), of('java', unlisted('delta')), of('go', unlisted('gamma'))]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('strings that must state the disclosed vendors (TCF 2.3)', () => {
  const recent = { created: Date.UTC(2026, 2, 2) / 100 };
  const disclosing = (id: number) =>
    `.${writeBits([
      [1, 3],
      [10, 16],
      [1, 1],
      [1, 12],
      [0, 1],
      [id, 16],
    ])}`;
  const strict = settings({ strict_disclosed_vendors_treatment: true });

  it('count as absent without the segment, and for a vendor it lacks', () => {
    const calls = (tail: string, over: Partial<Choices> = recent) =>
      auctionPermissions(strict, legalBasis(consent(over, tail), strict), bidder).bid;
    expect([calls(''), calls(disclosing(6)), calls(disclosing(5)), calls('', {})]).toEqual([false, false, true, true]);
    const syncs = (tail: string) => maySync(strict, legalBasis(consent(recent, tail), strict), bidder);
    expect([syncs(''), syncs(disclosing(6)), syncs(disclosing(5))]).toEqual([false, false, true]);
    const measures = (tail: string) => mayMeasure(strict, legalBasis(consent(recent, tail), strict), bidder);
    expect([measures(disclosing(6)), measures(disclosing(5))]).toEqual([false, true]);
  });

  it('count as absent if the segment lists no vendor', () => {
    const nobody = `.${writeBits([
      [1, 3],
      [10, 16],
      [0, 11],
    ])}`;
    expect([nobody, disclosing(6)].map((tail) => lacksDisclosure(consent(recent, tail), strict))).toEqual([true, false]);
  });

  it('take the same time to check however many ranges list the vendors', async () => {
    const disclosingTimes = (count: number) => {
      const ranges = Array.from({ length: count }, (): [number, number][] => [
        [0, 1],
        [65535, 16],
      ]);
      return consent(recent, `.${writeBits([[1, 3], [65535, 16], [1, 1], [count, 12], ...ranges.flat()])}`);
    };
    const [many, one] = [disclosingTimes(4000), disclosingTimes(1)];
    expect([many, one].map((each) => lacksDisclosure(each, strict))).toEqual([false, false]);
    const ratio = await costRatio(
      () => lacksDisclosure(many, strict),
      () => lacksDisclosure(one, strict),
      20,
    );
    expect(ratio).toBeLessThan(20);
  });

  it('are required by default in the Java variant only', () => {
    expect([settings().strictDisclosure, settings({}, 'java').strictDisclosure]).toEqual([false, true]);
  });
});

it('a module may measure with purpose 7, or if that is not enforced', () => {
  expect(mayMeasure(settings(), legalBasis(consent()), bidder)).toBe(true);
  expect(mayMeasure(settings(), legalBasis(consent()), { core: 'module', gvlId: 0 })).toBe(false);
  expect(mayMeasure(settings(), undefined, bidder)).toBe(false);
  expect(mayMeasure(settings({ tcf2: { purpose7: { enforce_purpose: false } } }), undefined, bidder)).toBe(true);
});
