import { describe, expect, test } from 'vitest';
import { cutCopy } from '#src/analytics/cut.ts';
import type { AccountInput } from '#src/config/account.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const deny = (...names: string[]): AccountInput['privacy'] => ({
  allowactivities: Object.fromEntries(
    names.map((name) => [name, { rules: [{ condition: { componentType: ['analytics'], componentName: ['m'] }, allow: false }] }]),
  ),
});

function cut(request: Partial<BidRequest>, account: AccountInput = {}, name = 'm') {
  const services = testServices({ settings: { account_defaults: account, analytics: { honor_signals: false } } });
  const whole = { ...validRequest(), ...request };
  const before = structuredClone(whole);
  const copy = cutCopy(endedAuction(services, whole), { name, hasGround: false }, services);
  expect(whole).toEqual(before);
  return copy;
}

const analytics = (entries: Record<string, unknown>): Partial<BidRequest> => ({ ext: { srv: { debug: true, analytics: entries } } });
const srvOf = (copy: ReturnType<typeof cut>): unknown => copy.request.ext?.srv;

describe("a module's copy", () => {
  test('is the request itself where there is nothing to cut', () => {
    const services = testServices();
    const auction = endedAuction(services);
    expect(cutCopy(auction, { name: 'm', hasGround: false }, services).request).toBe(auction.request);
  });

  test('has of ext.srv.analytics only its own entry', () => {
    expect(srvOf(cut(analytics({ m: { a: 1 }, other: { b: 2 } })))).toEqual({ debug: true, analytics: { m: { a: 1 } } });
  });

  test('has no ext.srv.analytics where it has no entry there', () => {
    expect(srvOf(cut(analytics({ other: { b: 2 }, options: { enableclientdetails: true } })))).toEqual({ debug: true });
    expect(srvOf(cut(analytics({}), {}, 'constructor'))).toEqual({ debug: true });
  });

  test("joins the account's settings, the request's over them", () => {
    const account: AccountInput = { analytics: { modules: { m: { enabled: true, pbuid: 'x', rate: 1 } } } };
    const copy = cut(analytics({ m: { rate: 0.5 } }), account);
    expect(copy.settings).toEqual({ pbuid: 'x', rate: 0.5 });
    expect(srvOf(copy)).toEqual({ debug: true, analytics: { m: { pbuid: 'x', rate: 0.5 } } });
    expect(srvOf(cut(analytics({ other: 1 }), account))).toEqual({ debug: true, analytics: { m: { pbuid: 'x', rate: 1 } } });
  });

  test("has the account's settings even where the request says nothing of analytics", () => {
    const copy = cut({}, { analytics: { modules: { m: { enabled: true, pbuid: 'x' } } } });
    expect(copy.settings).toEqual({ pbuid: 'x' });
    expect(copy.request).toEqual(validRequest());
  });

  const personal: Partial<BidRequest> = {
    user: {
      id: 'u',
      buyeruid: 'b',
      yob: 1980,
      consent: 'C',
      eids: [{ source: 's', uids: [{ id: 'i' }] }],
      geo: { lat: 48.85341, lon: 2.3488 },
    },
    device: { ip: '203.0.113.77', ifa: 'ifa', ua: 'agent', geo: { lat: 48.85341, lon: 2.3488 } },
  };

  test('has no user data and ids where transmitUfpd is denied', () => {
    const { request, isMasked } = cut(personal, { privacy: deny('transmitUfpd') });
    expect(isMasked).toBe(true);
    expect(request.user).toEqual({ consent: 'C', geo: { lat: 48.85341, lon: 2.3488 } });
    expect(request.device).toEqual({ ip: '203.0.113.77', ua: 'agent', geo: { lat: 48.85341, lon: 2.3488 } });
  });

  test('has a rough place only where transmitPreciseGeo is denied', () => {
    const { request } = cut(personal, { privacy: deny('transmitPreciseGeo') });
    expect(request.device).toEqual({ ip: '203.0.113.0', ifa: 'ifa', ua: 'agent', geo: { lat: 48.85, lon: 2.35 } });
    expect(request.user?.buyeruid).toBe('b');
  });

  test('has the first-party data of single bidders without what is about the user where transmitUfpd is denied', () => {
    const bidderconfig = [{ bidders: ['a'], config: { ortb2: { user: { keywords: 'k' } } } }];
    const { request } = cut({ ext: { srv: { bidderconfig, debug: true } } }, { privacy: deny('transmitUfpd') });
    expect(request.ext?.srv).toEqual({ bidderconfig: [{ bidders: ['a'], config: { ortb2: { user: {} } } }], debug: true });
  });

  test('has no ids by bidder where transmitUfpd is denied', () => {
    const { request } = cut({ user: { ext: { srv: { buyeruids: { alpha: 'u' } }, consent: 'C' } } }, { privacy: deny('transmitUfpd') });
    expect(request.user).toEqual({ ext: { consent: 'C' } });
  });

  test('is whole for modules the rules do not name', () => {
    expect(cut(personal, { privacy: deny('transmitUfpd') }, 'other').request).toEqual({ ...validRequest(), ...personal });
  });

  test('cuts other objects with user and device the same way', () => {
    const copy = cut(personal, { privacy: deny('transmitUfpd') });
    expect(copy.maskOther({ podconfig: {}, ...personal })).toEqual({ podconfig: {}, user: copy.request.user, device: copy.request.device });
    expect(cut(personal).maskOther({ user: 'not an object' })).toEqual({ user: 'not an object' });
    expect(copy.maskOther(undefined)).toBeUndefined();
  });
});
