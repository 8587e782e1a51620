import { describe, expect, test } from 'vitest';
import { enrich } from '#src/auction/enrich.ts';
import { accountSchema } from '#src/config/account.ts';
import type { RequestSrv } from '#src/wire/ext.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
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
    expect(auction.request.tmax).toBe(500);
    expect(enriched(withSrv({}, { tmax: 0 })).deadlineAt).toBeUndefined();
  });

  test('tells bidders of the host, and fills the integration', () => {
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

  test('says nothing of the host, or more, where the host wants that', () => {
    const none = testServices({ settings: { server_info: 'none' } });
    expect(enriched(withSrv({ server: { externalurl: 'given' } }), { services: none }).request.ext?.srv?.server).toEqual({
      externalurl: 'given',
    });
    const full = testServices({ settings: { variant: 'java' } });
    expect(enriched(withSrv({}), { services: full }).request.ext?.srv?.server).toMatchObject({ endpoint: '/openrtb2/auction' });
  });

  test('reads what the answer is to hold', () => {
    const auction = enriched(withSrv({ targeting: { prefix: 'far too long' }, cache: { bids: {} }, multibid: [{ bidder: 'a' }] }));
    expect(auction.caching.bids).toBe(true);
    expect(auction.targeting?.prefix).toBe('hb');
    expect(auction.multibid).toEqual([]);
    expect(auction.findings.warnings.get('general')?.map(({ code }) => code)).toEqual([10006, 10015]);
  });

  test('warns first of all that debug output was asked for and refused', () => {
    const auction = enriched(withSrv({ debug: true, multibid: [{}] }), { account: { debug_allow: false } });
    expect(auction.debug).toMatchObject({ requested: true, shown: false });
    expect(auction.findings.warnings.get('general')?.[0]).toEqual({ code: 10002, message: 'debug turned off for account' });
    expect(auction.resolvedRequest).toBeUndefined();
  });

  test('keeps a copy of the request where it is shown or looked at', () => {
    const shown = enriched(withSrv({ debug: true }));
    expect(shown.resolvedRequest).toEqual(shown.request);
    expect(shown.resolvedRequest).not.toBe(shown.request);
    const rule = { key: 'k', source: 'bidrequest', value: 'imp.id' };
    const looked = enriched(withSrv({ adservertargeting: [rule] }));
    expect(looked.resolvedRequest?.id).toBe('request');
    expect(looked.adServerTargeting).toEqual([rule]);
    expect(enriched(withSrv({ adservertargeting: [] })).resolvedRequest).toBeUndefined();
  });

  test('warns of refused debug output in the words of the Java variant', () => {
    const services = testServices({ settings: { variant: 'java' } });
    const { warnings } = enriched(withSrv({ debug: true }), { services, account: { debug_allow: false } }).findings;
    expect(warnings).toEqual(new Map([['srv', [{ code: 999, message: 'Debug turned off for account' }]]]));
  });

  test('shows debug output to whoever knows the host token', () => {
    const services = testServices({ settings: { debug: { override_token: 'secret' } } });
    const auction = enriched(withSrv({}), { services, headers: { 'x-pbs-debug-override': 'secret' }, account: { debug_allow: false } });
    expect(auction.debug).toEqual({ requested: false, shown: true, capture: true, override: true });
  });

  test('merges bid adjustments of request and account', () => {
    const rules = { mediatype: { banner: { alpha: { '*': [{ adjtype: 'multiplier', value: 0.9 }] } } } };
    expect(enriched(withSrv({}), { account: { bidadjustments: rules } }).bidAdjustments).toEqual(rules);
  });

  test('leaves the rest be where the answer is stored whole', () => {
    const seatbidarr = [{ seat: 'a', bid: [{ id: 'b', impid: 'i', price: 1 }] }];
    const auction = enriched(withSrv({ storedauctionresponse: { seatbidarr }, bidderconfig: [{ bidders: ['a', 'a'] }] }));
    expect(auction.wholeStoredResponse).toEqual(seatbidarr);
    expect(auction.refusal).toBeUndefined();
  });

  test('refuses first-party data that makes no sense', () => {
    expect(enriched(withSrv({ bidderconfig: [{ bidders: ['a', 'a'] }] })).refusal?.kind).toBe('invalid');
  });
});
