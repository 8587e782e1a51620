import { describe, expect, test } from 'vitest';
import { maskedCopy } from '#src/analytics/masked-copy.ts';
import type { AccountInput } from '#src/config/account.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const deny = (...names: string[]): AccountInput['privacy'] => ({
  allowactivities: Object.fromEntries(
    names.map((name) => [name, { rules: [{ condition: { componentType: ['analytics'], componentName: ['m'] }, allow: false }] }]),
  ),
});

function masked(request: Partial<BidRequest>, account: AccountInput = {}, name = 'm') {
  const services = testServices({ settings: { account_defaults: account, analytics: { honor_signals: false } } });
  const full = { ...validRequest(), ...request };
  const before = structuredClone(full);
  const copy = maskedCopy(endedAuction(services, full), { name, hasLegalBasis: false }, services);
  expect(full).toEqual(before);
  return copy;
}

const analytics = (entries: Record<string, unknown>): Partial<BidRequest> => ({ ext: { srv: { debug: true, analytics: entries } } });
const srvOf = (copy: ReturnType<typeof masked>): unknown => copy.request.ext?.srv;

describe("a module's copy", () => {
  test('is the request itself if nothing is masked', () => {
    const services = testServices();
    const auction = endedAuction(services);
    expect(maskedCopy(auction, { name: 'm', hasLegalBasis: false }, services).request).toBe(auction.request);
  });

  test('has only its own entry of ext.srv.analytics', () => {
    expect(srvOf(masked(analytics({ m: { a: 1 }, other: { b: 2 } })))).toEqual({ debug: true, analytics: { m: { a: 1 } } });
  });

  test('has no ext.srv.analytics without an entry of its own', () => {
    expect(srvOf(masked(analytics({ other: { b: 2 }, options: { enableclientdetails: true } })))).toEqual({ debug: true });
    expect(srvOf(masked(analytics({}), {}, 'constructor'))).toEqual({ debug: true });
  });

  test("merges the request's settings over the account's", () => {
    const account: AccountInput = { analytics: { modules: { m: { enabled: true, pbuid: 'x', rate: 1 } } } };
    const copy = masked(analytics({ m: { rate: 0.5 } }), account);
    expect(copy.settings).toEqual({ pbuid: 'x', rate: 0.5 });
    expect(srvOf(copy)).toEqual({ debug: true, analytics: { m: { pbuid: 'x', rate: 0.5 } } });
    expect(srvOf(masked(analytics({ other: 1 }), account))).toEqual({ debug: true, analytics: { m: { pbuid: 'x', rate: 1 } } });
  });

  test("has the account's settings even if the request has no analytics", () => {
    const copy = masked({}, { analytics: { modules: { m: { enabled: true, pbuid: 'x' } } } });
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

  test('has no user data and ids if transmitUfpd is denied', () => {
    const { request, isMasked } = masked(personal, { privacy: deny('transmitUfpd') });
    expect(isMasked).toBe(true);
    expect(request.user).toEqual({ consent: 'C', geo: { lat: 48.85341, lon: 2.3488 } });
    expect(request.device).toEqual({ ip: '203.0.113.77', ua: 'agent', geo: { lat: 48.85341, lon: 2.3488 } });
  });

  test('has a rounded location only if transmitPreciseGeo is denied', () => {
    const { request } = masked(personal, { privacy: deny('transmitPreciseGeo') });
    expect(request.device).toEqual({ ip: '203.0.113.0', ifa: 'ifa', ua: 'agent', geo: { lat: 48.85, lon: 2.35 } });
    expect(request.user?.buyeruid).toBe('b');
  });

  test('has bidder-specific first-party data without user data if transmitUfpd is denied', () => {
    const bidderconfig = [{ bidders: ['a'], config: { ortb2: { user: { keywords: 'k' } } } }];
    const { request } = masked({ ext: { srv: { bidderconfig, debug: true } } }, { privacy: deny('transmitUfpd') });
    expect(request.ext?.srv).toEqual({ bidderconfig: [{ bidders: ['a'], config: { ortb2: { user: {} } } }], debug: true });
  });

  test('has no ids by bidder if transmitUfpd is denied', () => {
    const { request } = masked({ user: { ext: { srv: { buyeruids: { alpha: 'u' } }, consent: 'C' } } }, { privacy: deny('transmitUfpd') });
    expect(request.user).toEqual({ ext: { consent: 'C' } });
  });

  test('is complete for modules the rules do not name', () => {
    expect(masked(personal, { privacy: deny('transmitUfpd') }, 'other').request).toEqual({ ...validRequest(), ...personal });
  });

  test('masks other objects with user and device the same way', () => {
    const copy = masked(personal, { privacy: deny('transmitUfpd') });
    expect(copy.maskOther({ podconfig: {}, ...personal })).toEqual({ podconfig: {}, user: copy.request.user, device: copy.request.device });
    expect(masked(personal).maskOther({ user: 'not an object' })).toEqual({ user: 'not an object' });
    expect(copy.maskOther(undefined)).toBeUndefined();
  });
});
