import { describe, expect, it } from 'vitest';
import { writeTcf } from '#properties/arbitraries/consent.ts';
import type { Auction } from '#src/auction/auction.ts';
import { unlimited } from '#src/auction/privacy/decision.ts';
import { privacy } from '#src/auction/privacy.ts';
import type { Services } from '#src/auction/services.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import { type AccountInput, accountSchema } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { VendorList, VendorLists } from '#src/privacy/vendor-list.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { nonZero } from '#test/helpers/metrics.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { vendor } from '#test/helpers/vendors.ts';

const S1 = 'COzTVhaOzTVhaGvAAAENAiCIAP_AAH_AAAAAAEEUACCKAAA';
const RESTRICTS_7 = 'COwAdDhOwAdDhN4ABAENAPCgAAQAAv___wAAAFP_AAp_4AI6ACACAA';
const ONLY_P2 = 'CPuDXznPuDXznMOAAAENCZCAAEAAAAAAAAAAAAAAAAAA';

const VENDORS = new Map([
  [2, vendor({ purposes: [1] })],
  [6, vendor({ purposes: [1, 2, 4], legIntPurposes: [7], flexiblePurposes: [1, 2, 4, 7], specialFeatures: [1] })],
  [8, vendor({ purposes: [1, 7], legIntPurposes: [2, 4] })],
  [32, vendor({ purposes: [1, 2, 4, 7] })],
]);
const list: VendorList = { specVersion: 2, version: 34, vendor: (id) => VENDORS.get(id) };
const known: VendorLists = { list: () => list, live: () => undefined };

const BIDDERS = { appnexus: 2, pubmatic: 6, rubicon: 8, magnite: 32, idless: 0 };

interface Given {
  readonly bidders?: readonly string[];
  readonly request?: Partial<BidRequest>;
  readonly host?: HostConfigInput;
  readonly account?: AccountInput;
  readonly lists?: VendorLists;
  readonly over?: Partial<Auction>;
}

function services({ host, lists = known }: Given): Services {
  const bidders = Object.entries(BIDDERS).map(
    ([code, id]) => ({ code, syncKey: code, info: { gvlVendorId: id || undefined } }) as KnownBidder,
  );
  return testServices({
    settings: { ...host, gdpr: { default_value: '0', ...host?.gdpr } },
    vendorLists: lists,
    bidders: registryOf(...bidders),
  });
}

function run(given: Given): Auction {
  const ofHost = services(given);
  const bidder = Object.fromEntries((given.bidders ?? ['appnexus']).map((name) => [name, {}]));
  const request = { id: 'r', imp: [{ id: 'i', ext: { srv: { bidder } } }], ...given.request };
  const auction = anAuction(ofHost, request, { account: accountSchema.parse(given.account ?? {}), ...given.over });
  privacy(auction, ofHost);
  return auction;
}

/** Call, location, ids: T or F each. */
const outcome = (auction: Auction, bidder = 'appnexus'): string => {
  const { mayCall, mayPassPreciseGeo, mayPassIds } = auction.privacy.get(bidder) ?? unlimited;
  return [mayCall, mayPassPreciseGeo, mayPassIds].map((may) => (may ? 'T' : 'F')).join('');
};
const tcf = (consent: string, bidder: string, given: Given = {}): string =>
  outcome(run({ ...given, bidders: [bidder], request: { regs: { gdpr: 1 }, user: { consent }, ...given.request } }), bidder);

describe('TCF', () => {
  it('decides by vendor, purposes and legal bases', () => {
    expect([tcf(S1, 'appnexus'), tcf(S1, 'pubmatic'), tcf(S1, 'rubicon')]).toEqual(['FFF', 'TTT', 'TFT']);
    expect(tcf(S1, 'appnexus', { account: { gdpr: { basic_enforcement_vendors: ['appnexus'] } } })).toBe('TTT');
    expect([tcf(RESTRICTS_7, 'appnexus')[2], tcf(RESTRICTS_7, 'magnite')[2], tcf(RESTRICTS_7, 'rubicon').slice(1)]).toEqual([
      'F',
      'F',
      'FT',
    ]);
  });

  it("uses an alias's own vendor id", () => {
    const alias = (id: number | undefined) =>
      tcf(S1, 'alias', {
        request: { regs: { gdpr: 1 }, user: { consent: S1 }, ext: { srv: { aliasgvlids: id === undefined ? {} : { alias: id } } } },
        over: { aliases: new Map([['alias', 'appnexus']]) },
      });
    expect([alias(6), alias(1), alias(undefined)]).toEqual(['TTT', 'FFF', 'FFF']);
  });

  it('decides for a bidder without an id by exceptions and the basic algorithm only', () => {
    const purpose2 = (setting: object): Given => ({ host: { gdpr: { tcf2: { purpose2: setting } } } });
    expect(tcf(ONLY_P2, 'idless')).toBe('FFF');
    expect(tcf(ONLY_P2, 'idless', purpose2({ vendor_exceptions: ['idless'] }))).toBe('TFT');
    expect(tcf(ONLY_P2, 'idless', { account: { gdpr: { basic_enforcement_vendors: ['idless'] } } })).toBe('TFT');
  });

  it('allows only what is not enforced without a usable string or list', () => {
    const unknown: VendorLists = { list: () => undefined, live: () => undefined };
    expect([tcf('', 'pubmatic'), tcf('malformed', 'pubmatic'), tcf(S1, 'pubmatic', { lists: unknown })]).toEqual(['FFF', 'FFF', 'FFF']);
    const open = { gdpr: { tcf2: { purpose2: { enforce_purpose: false }, special_feature1: { enforce: false } } } };
    expect(tcf('', 'pubmatic', { host: open })).toBe('TTF');
  });

  it('treats a vendor deleted from the newest list as unknown', () => {
    const live = (id: number, deleted: boolean): VendorLists => ({
      list: () => list,
      live: () => ({ ...list, vendor: (wantedId) => (wantedId === id ? vendor({ deleted }) : undefined) }),
    });
    expect([tcf(S1, 'pubmatic', { lists: live(6, false) }), tcf(S1, 'pubmatic', { lists: live(6, true) })]).toEqual(['TTT', 'FFF']);
    expect(tcf(S1, 'pubmatic', { lists: live(7, false) })).toBe('FFF');
  });

  it('reads the settings of either variant', () => {
    const java = {
      gdpr: { purposes: { p2: { enforce_purpose: 'no' as const, enforce_vendors: false } }, special_features: { sf1: { enforce: false } } },
    };
    expect(tcf('', 'pubmatic', { host: java })).toBe('TTF');
    const basic = { gdpr: { purposes: { p2: { enforce_purpose: 'basic' as const, enforce_vendors: false } } } };
    expect(tcf(S1, 'appnexus', { host: basic })[0]).toBe('T');
  });

  it('enforces vendors without a consent string in the Java variant, except for exceptions', () => {
    const java = (p2: object, account: AccountInput = {}): string =>
      tcf('', 'pubmatic', { host: { variant: 'java', gdpr: { purposes: { p2 } } }, account });
    expect([java({ enforce_purpose: 'no' }), java({ enforce_purpose: 'no', enforce_vendors: false })]).toEqual(['FFF', 'TFF']);
    expect(java({ vendor_exceptions: ['pubmatic'] })).toBe('TFF');
    expect(java({ enforce_purpose: 'no' }, { gdpr: { basic_enforcement_vendors: ['pubmatic'] } })).toBe('TFF');
    expect(tcf('', 'pubmatic', { host: { variant: 'java' }, account: { gdpr: { purpose2: { enforce_purpose: false } } } })).toBe('FFF');
  });

  it('ties ids to consent to purpose 4 in the Java variant, and eids to any purpose from 2 on', () => {
    const all = { maxId: 40, ids: [6, 8, 32], asRanges: true };
    const none = { maxId: 1, ids: [], asRanges: false };
    const bits = (purposes: readonly number[]): number => purposes.reduce((sum, purpose) => sum | (1 << (24 - purpose)), 0);
    const decide = (bidder: string, consents: readonly number[], interests: readonly number[] = []): unknown => {
      const consent = writeTcf({
        ...{ created: 16_000_000_000, cmpId: 7, listVersion: 34, policyVersion: 2, specialFeatures: 0, oneTreatment: 0, restrictions: [] },
        ...{ vendorConsents: all, vendorInterests: interests.length > 0 ? all : none },
        ...{ consents: bits(consents), interests: bits(interests) },
      });
      const given: Given = { bidders: [bidder], request: { regs: { gdpr: 1 }, user: { consent } }, host: { variant: 'java' } };
      const { mayCall, mayPassIds, mayPassEids } = run(given).privacy.get(bidder) ?? unlimited;
      return { mayCall, mayPassIds, mayPassEids };
    };
    expect(decide('magnite', [2, 4])).toEqual({ mayCall: true, mayPassIds: true, mayPassEids: true });
    expect(decide('magnite', [2])).toEqual({ mayCall: true, mayPassIds: false, mayPassEids: true });
    expect(decide('magnite', [1])).toEqual({ mayCall: false, mayPassIds: false, mayPassEids: false });
    // A legitimate interest counts for purpose 2, not for purpose 4.
    expect(decide('rubicon', [], [4])).toEqual({ mayCall: false, mayPassIds: false, mayPassEids: false });
    expect(decide('rubicon', [], [2])).toEqual({ mayCall: true, mayPassIds: false, mayPassEids: true });
  });

  it('reserves eids for bidders with consent to purpose 4 if configured', () => {
    const vendors = { maxId: 40, ids: [8, 32], asRanges: true };
    const consent = (purposes: readonly number[]) =>
      writeTcf({
        ...{ created: 16_000_000_000, cmpId: 7, listVersion: 34, policyVersion: 2, specialFeatures: 0, oneTreatment: 0, restrictions: [] },
        ...{ vendorConsents: vendors, vendorInterests: vendors, interests: 0xffffff },
        consents: purposes.reduce((bits, purpose) => bits | (1 << (24 - purpose)), 0),
      });
    const decide = (purposes: readonly number[], eid: object, exceptionOf4: string[] = []) =>
      run({
        bidders: ['rubicon'],
        request: { regs: { gdpr: 1 }, user: { consent: consent(purposes) } },
        host: { gdpr: { purposes: { p4: { vendor_exceptions: exceptionOf4, eid: { require_consent: true, ...eid } } } } },
      }).privacy.get('rubicon');
    expect(decide([2, 4, 7], {})).toMatchObject({ mayPassIds: true, mayPassEids: true });
    const withoutP4 = decide([2, 7], { exceptions: ['kept.example'] });
    expect([withoutP4?.mayPassIds, withoutP4?.mayPassEids, withoutP4?.allowedEidSources]).toEqual([true, false, new Set(['kept.example'])]);
    expect(withoutP4?.reasons).toContainEqual({ rule: 'tcf', removes: 'eids', detail: 'purpose 4' });
    expect(decide([2, 7], {}, ['rubicon'])?.mayPassEids).toBe(true);
  });

  it('exempts configured publishers', () => {
    const auction = run({ request: { regs: { gdpr: 1 } }, host: { gdpr: { non_standard_publishers: ['p'] } }, over: { accountId: 'p' } });
    expect([outcome(auction), auction.privacyContext?.gdprApplies]).toEqual(['TTT', false]);
  });

  it('is switched by request type, account and host, in this order', () => {
    const applies = (account: AccountInput['gdpr'], host: HostConfigInput['gdpr'] = {}) =>
      run({ request: { regs: { gdpr: 1 } }, account: { gdpr: account }, host: { gdpr: host } }).privacyContext?.gdprApplies;
    expect([
      applies({}),
      applies({ enabled: false }),
      applies({ enabled: false, channel_enabled: { web: true } }),
      applies({}, { tcf2: { enabled: false } }),
      applies({ enabled: true }, { tcf2: { enabled: false } }),
      applies({ enabled: true }, { enabled: false }),
    ]).toEqual([true, false, true, false, true, false]);
  });

  it('uses the country if there is no signal', () => {
    const applies = (country: string, default_value: '0' | '1') =>
      run({ request: { user: { geo: { country } } }, host: { gdpr: { default_value } } }).privacyContext;
    expect(applies('DEU', '0')).toMatchObject({ gdprSignal: -1, gdprApplies: true });
    expect(applies('USA', '1')).toMatchObject({ gdprSignal: -1, gdprApplies: false });
    expect(applies('DE', '1')).toMatchObject({ gdprSignal: -1, gdprApplies: true });
  });

  it('may derive the signal from a decodable string', () => {
    const host = { gdpr: { consent_string_means_in_scope: true } };
    const context = run({ request: { regs: { gdpr: 0 }, user: { consent: S1 } }, host }).privacyContext;
    expect(context).toMatchObject({ gdprSignal: 1, gdprApplies: true });
  });
});

describe('a blocked bidder', () => {
  it('causes a warning and non-bids for its imps, while the others continue', () => {
    const auction = run({ bidders: ['appnexus', 'pubmatic'], request: { regs: { gdpr: 1 }, user: { consent: S1 } } });
    expect(auction.diagnostics.warnings.get('srv')).toEqual([{ code: 10017, message: 'bidder "appnexus" blocked by privacy settings' }]);
    expect(auction.nonBids).toEqual([{ seat: 'appnexus', impId: 'i', code: 204 }]);
    expect([outcome(auction, 'appnexus'), outcome(auction, 'pubmatic')]).toEqual(['FFF', 'TTT']);
    expect(auction.privacy.get('appnexus')?.reasons).toEqual([
      { rule: 'tcf', removes: 'call', detail: 'purpose 2' },
      { rule: 'tcf', removes: 'ids', detail: 'purposes 2 to 10' },
      { rule: 'tcf', removes: 'geo', detail: 'special feature 1' },
    ]);
  });
});

describe('US Privacy', () => {
  const masks = (usPrivacy: string, host: boolean, account: boolean | undefined, nosale?: string[], more: object = {}) =>
    outcome(
      run({
        request: { regs: { us_privacy: usPrivacy, ...more }, ext: { srv: { nosale } } },
        host: { ccpa: { enforce: host } },
        account: { ccpa: { enabled: account } },
      }),
    ) === 'TFF';

  it('masks if the sale is opted out of and that is enforced', () => {
    expect([
      masks('1-Y-', true, true),
      masks('1-N-', true, true),
      masks('1-Y-', false, true),
      masks('1-Y-', true, false),
      masks('1-Y-', true, undefined),
      masks('1-Y-', false, undefined),
      masks('invalid', true, true),
    ]).toEqual([true, false, true, false, true, false, false]);
  });

  it('exempts the bidders of the no-sale list', () => {
    expect([masks('1-Y-', true, true, ['*']), masks('1-Y-', true, true, ['appnexus']), masks('1-Y-', true, true, ['rubicon'])]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("is not disabled by a contradiction with GPP's string", () => {
    const gpp = 'DBACNYA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YYN';
    expect(masks('1YNN', true, true, undefined, { gpp, gpp_sid: [6] })).toBe(true);
  });
});

describe('COPPA, limited tracking and activities', () => {
  it('remove ids and the location', () => {
    expect(run({ request: { regs: { coppa: 1 } } }).privacy.get('appnexus')).toMatchObject({
      mayCall: true,
      mayPassIds: false,
      mayPassEids: false,
      mayPassPreciseGeo: false,
      emptiesGeo: true,
      reasons: [
        { rule: 'coppa', removes: 'ids' },
        { rule: 'coppa', removes: 'geo' },
      ],
    });
    expect(run({ request: { device: { lmt: 1 } } }).privacy.get('appnexus')).toMatchObject({ mayPassIds: false, emptiesGeo: false });
    expect(run({ request: { device: { lmt: 1 } }, host: { lmt: { enforce: false } } }).privacy.get('appnexus')).toBe(unlimited);
    expect(run({ request: { regs: { coppa: 1 } }, host: { coppa: { enforce: false } } }).privacy.get('appnexus')).toBe(unlimited);
  });

  it("deny what rules name, for the bidder's name in the request", () => {
    const denied = (activity: string) =>
      run({
        bidders: ['alias', 'rubicon'],
        over: { aliases: new Map([['alias', 'appnexus']]) },
        account: { privacy: { allowactivities: { [activity]: { rules: [{ condition: { componentName: ['ALIAS'] }, allow: false }] } } } },
      });
    const changed = (activity: string) => {
      const { reasons: _, ...decision } = denied(activity).privacy.get('alias') ?? unlimited;
      return Object.entries(decision).filter(([, value]) => value === false);
    };
    expect(changed('fetchBids')).toContainEqual(['mayCall', false]);
    expect(changed('transmitUfpd')).toContainEqual(['mayPassUfpd', false]);
    expect(changed('transmitEids')).toContainEqual(['mayPassEids', false]);
    expect(changed('transmitPreciseGeo')).toContainEqual(['mayPassPreciseGeo', false]);
    expect(changed('transmitTid')).toContainEqual(['mayPassTid', false]);
    expect(denied('transmitTid').privacy.get('rubicon')).toMatchObject({ mayPassTid: true, reasons: [] });
  });

  it("let the request's own setting decide about transaction ids", () => {
    const deny: AccountInput = { privacy: { allowactivities: { transmitTid: { default: false } } } };
    const tids = (createtids: boolean, account: AccountInput) =>
      run({ request: { ext: { srv: { createtids } } }, account }).privacy.get('appnexus')?.mayPassTid;
    expect([tids(false, {}), tids(true, {}), tids(true, deny)]).toEqual([false, true, true]);
  });
});

it('the privacy state reads the signals once', () => {
  const { privacyContext } = run({
    request: {
      regs: { us_privacy: '1YNN', gpp: 'DBABLA~BVVqAAAAAWA.QA', gpp_sid: [7], coppa: 1, ext: { gpc: 1 } },
      user: { consent: 'none' },
      device: { lmt: 1 },
    },
  });
  expect(privacyContext).toEqual({
    gdprSignal: 0,
    gdprApplies: false,
    consent: 'none',
    tcf: undefined,
    usPrivacy: '1YNN',
    saleOptOut: false,
    gpp: 'DBABLA~BVVqAAAAAWA.QA',
    gppSid: [7],
    coppa: true,
    lmt: true,
    gpc: '1',
  });
});

it('the privacy state counts signals and blocked bidders', () => {
  const ofHost = services({ host: { ccpa: { enforce: true } } });
  for (const us_privacy of ['1YYN', '1YNN']) {
    const request: BidRequest = {
      id: 'r',
      imp: [{ id: 'i', ext: { srv: { bidder: { appnexus: {}, rubicon: {} } } } }],
      regs: { gdpr: 1, coppa: 1, us_privacy },
      user: { consent: S1, buyeruid: 'b' },
      device: { lmt: 1 },
    };
    privacy(anAuction(ofHost, request, { account: accountSchema.parse({}) }), ofHost);
  }
  const lines = ofHost.metrics.expose().split('\n');
  const value = (name: string) =>
    lines.filter((line) => line.startsWith(name) && !line.endsWith(' 0')).map((line) => line.split(' ').at(-1));
  expect([
    value('privacy_ccpa'),
    value('privacy_coppa'),
    value('privacy_lmt'),
    value('privacy_tcf'),
    value('privacy_consent_strings'),
    value('adapter_gdpr_requests_blocked'),
  ]).toEqual([['1', '1'], ['2'], ['2'], ['2'], ['2'], ['2']]);
});

it('counts requests by their consent string where the GDPR is enforced, in scope or not', () => {
  const count = (gdpr: object) => {
    const ofHost = services({ host: { gdpr: { default_value: '0', ...gdpr } } });
    for (const consent of [S1, 'x', 'y', '']) {
      privacy(anAuction(ofHost, { ...validRequest(), user: { consent } }, { account: accountSchema.parse({}) }), ofHost);
    }
    return nonZero(ofHost.metrics.expose(), 'privacy_consent_strings', 'privacy_tcf');
  };
  expect(count({})).toEqual({
    'privacy_consent_strings{state="valid"}': 1,
    'privacy_consent_strings{state="invalid"}': 2,
    'privacy_consent_strings{state="missing"}': 1,
  });
  expect(count({ enabled: false })).toEqual({});
});

describe('addresses under a consent string', () => {
  const device = { ip: '80.215.195.122', ipv6: '2a01:4f8:aaaa:bbbb:cccc:dddd:eeee:ffff' };
  const masked = { ip: '80.215.195.0', ipv6: '2a01:4f8:aaaa:bb00::' };
  const seen = (given: Given, consent = ONLY_P2) =>
    run({ ...given, request: { regs: { gdpr: 0 }, user: { consent }, device } }).request.device;

  it('are masked for all in the Java variant without an opt-in to precise geolocation, in scope or not', () => {
    expect(seen({ host: { variant: 'java' } })).toEqual(masked);
    expect(seen({ host: { variant: 'java' } }, S1)).toBe(device);
    expect(seen({ host: { variant: 'java' } }, 'unreadable')).toBe(device);
    expect(seen({ host: { variant: 'java' }, account: { gdpr: { enabled: false } } })).toBe(device);
  });

  it('are unchanged in the Go variant by default', () => {
    expect(seen({})).toBe(device);
    expect(seen({ host: { gdpr: { mask_addresses_without_precise_geo: true } } })).toEqual(masked);
  });
});
