import { describe, expect, test } from 'vitest';
import { enrich } from '#src/auction/enrich.ts';
import { accountSchema } from '#src/config/account.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { anAuction, incoming, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

const withSrv = (srv: RequestSrv, over: Partial<BidRequest> = {}): BidRequest => ({ ...validRequest(), ...over, ext: { srv } });

function enriched(request: BidRequest, { services = testServices(), account = {}, headers = {} } = {}) {
  const auction = anAuction(services, request, { account: accountSchema.parse(account), incoming: incoming({ headers }) });
  expect(enrich(auction, services)).toBeUndefined();
  return auction;
}

describe('enrich', () => {
  test('sets the deadline from the start of the auction', () => {
    const services = testServices({ settings: { auction_timeouts_ms: { default: 0, max: 300 } } });
    const auction = enriched(withSrv({}), { services });
    expect(auction.deadlineAt).toBe(auction.startedAt + 300);
    expect(auction.request.tmax).toBe(60_000);
    expect(enriched(withSrv({}, { tmax: 0 })).deadlineAt).toBeUndefined();
  });

  test('adds information about the host, and the default integration', () => {
    const services = testServices({ settings: { external_url: 'https://host.example', datacenter: 'eu' } });
    const auction = enriched(
      { ...validRequest(), ext: undefined, site: undefined, app: { id: 'a' } },
      {
        services,
        account: { default_integration: 'managed' },
      },
    );
    expect(auction.request.ext).toEqual({
      srv: {
        integration: 'managed',
        server: { externalurl: 'https://host.example', gvlid: 0, datacenter: 'eu' },
      },
    });
  });

  test.each([
    ['go', ['managed', ' ', 'own']],
    ['java', ['managed', 'managed', 'own']],
  ] as const)('keeps the integration of the request unless it is empty, or blank in the Java variant: %s', (variant, wanted) => {
    const services = testServices({ settings: { variant } });
    const integrationOf = (integration: string) =>
      enriched(withSrv({ integration }), { services, account: { default_integration: 'managed' } }).request.ext?.srv?.integration;
    expect(['', ' ', 'own'].map(integrationOf)).toEqual(wanted);
  });

  test('adds nothing about the host, or more, if configured', () => {
    const none = testServices({ settings: { server_info: 'none' } });
    expect(enriched(withSrv({ server: { externalurl: 'given' } }), { services: none }).request.ext?.srv?.server).toEqual({
      externalurl: 'given',
    });
    const full = testServices({ settings: { variant: 'java' } });
    expect(enriched(withSrv({}), { services: full }).request.ext?.srv?.server).toMatchObject({ endpoint: '/openrtb2/auction' });
  });

  test('parses the settings of the response', () => {
    const auction = enriched(withSrv({ targeting: { prefix: 'far too long' }, cache: { bids: {} }, multibid: [{ bidder: 'a' }] }));
    expect(auction.caching.bids).toBe(true);
    expect(auction.targeting?.prefix).toBe('hb');
    expect(auction.multibid).toEqual([]);
    expect(auction.diagnostics.warnings.get('general')?.map(({ code }) => code)).toEqual([10006, 10015]);
  });

  test('normalizes multibid of a request that validation has not normalized, or that a module has changed', () => {
    const services = testServices();
    const given = [{ bidder: 'a' }];
    const auction = anAuction(services, withSrv({ multibid: given }));
    auction.multibid = given;
    expect(enrich(auction, services)).toBeUndefined();
    expect([auction.multibid, auction.diagnostics.warnings.size]).toEqual([given, 0]);
    auction.request.ext = { srv: { multibid: [...given] } };
    expect(enrich(auction, services)).toBeUndefined();
    expect([auction.multibid, auction.diagnostics.warnings.get('general')?.map(({ code }) => code)]).toEqual([[], [10006]]);
    auction.multibid = given;
    auction.request.ext = { srv: {} };
    expect(enrich(auction, services)).toBeUndefined();
    expect(auction.multibid).toEqual([]);
  });

  test('warns first that requested debug output is not permitted', () => {
    const auction = enriched(withSrv({ debug: true, multibid: [{}] }), { account: { debug_allow: false } });
    expect(auction.debug).toMatchObject({ requested: true, shown: false });
    expect(auction.diagnostics.warnings.get('general')?.[0]).toEqual({ code: 10002, message: 'debug turned off for account' });
    expect(auction.resolvedRequest).toBeUndefined();
  });

  test('copies the request if it is shown or needed', () => {
    const shown = enriched(withSrv({ debug: true }));
    expect(shown.resolvedRequest).toEqual(shown.request);
    expect(shown.resolvedRequest).not.toBe(shown.request);
    const rule = { key: 'k', source: 'bidrequest', value: 'imp.id' };
    const polled = enriched(withSrv({ adservertargeting: [rule] }));
    expect(polled.resolvedRequest?.id).toBe('request');
    expect(polled.adServerTargeting).toEqual([rule]);
    expect(enriched(withSrv({ adservertargeting: [] })).resolvedRequest).toBeUndefined();
  });

  test("warns of denied debug output with the Java variant's message", () => {
    const services = testServices({ settings: { variant: 'java' } });
    const { warnings } = enriched(withSrv({ debug: true }), { services, account: { debug_allow: false } }).diagnostics;
    expect(warnings).toEqual(new Map([['srv', [{ code: 999, message: 'Debug turned off for account' }]]]));
  });

  test('shows debug output to holders of the host token', () => {
    const services = testServices({ settings: { debug: { override_token: 'secret' } } });
    const auction = enriched(withSrv({}), { services, headers: { 'x-pbs-debug-override': 'secret' }, account: { debug_allow: false } });
    expect(auction.debug).toEqual({ requested: false, shown: true, capture: true, override: true });
  });

  test('merges bid adjustments of request and account', () => {
    const rules = { mediatype: { banner: { alpha: { '*': [{ adjtype: 'multiplier', value: 0.9 }] } } } };
    expect(enriched(withSrv({}), { account: { bidadjustments: rules } }).bidAdjustments).toEqual(rules);
  });

  test('skips the rest if the response is stored', () => {
    const seatbidarr = [{ seat: 'a', bid: [{ id: 'b', impid: 'i', price: 1 }] }];
    const auction = enriched(withSrv({ storedauctionresponse: { seatbidarr }, bidderconfig: [{ bidders: ['a', 'a'] }] }));
    expect(auction.fullStoredResponse).toEqual(seatbidarr);
    expect(auction.rejection).toBeUndefined();
  });

  test('rejects invalid first-party data', () => {
    expect(enriched(withSrv({ bidderconfig: [{ bidders: ['a', 'a'] }] })).rejection?.kind).toBe('invalid');
  });
});
