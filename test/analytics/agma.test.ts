import { describe, expect, test } from 'vitest';
import { writeTcf } from '#properties/arbitraries/consent.ts';
import agma, { codeFor } from '#src/analytics/agma.ts';
import type { AnalyticsModule } from '#src/analytics/module.ts';
import type { Auction } from '#src/auction/auction.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { analyticsEnv, endedAuction, type Posted } from '#test/helpers/analytics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { rules } from '#test/helpers/dialects.ts';
import { auctionReport } from '#test/helpers/reports.ts';
import { testServices } from '#test/helpers/services.ts';

const accounts = [{ code: 'c1', publisher_id: 'abc', site_app_id: 'xyz' }];

/** A string with these purposes and vendors, all by consent. */
const consent = (purposes: readonly number[], vendors: readonly number[]): string =>
  writeTcf({
    created: 16_000_000_000,
    cmpId: 7,
    listVersion: 48,
    policyVersion: 2,
    specialFeatures: 0,
    consents: purposes.reduce((bits, purpose) => bits + 2 ** (24 - purpose), 0),
    interests: 0,
    oneTreatment: 0,
    vendorConsents: { maxId: Math.max(...vendors), ids: vendors, asRanges: true },
    vendorInterests: { maxId: 1, ids: [], asRanges: false },
    restrictions: [],
  });

const good = consent([9], [1122]);

function create(options: object = {}, status = 200, posted: Posted[] = []): AnalyticsModule {
  const module = agma.create(agma.options.parse({ enabled: true, accounts, ...options }), analyticsEnv(status, posted));
  if (!module) throw new Error('is off');
  return module;
}

const request = (over: Partial<BidRequest> = {}): BidRequest => ({
  ...validRequest(),
  site: { id: 'xyz', publisher: { id: 'abc' } },
  user: { id: 'u', consent: good },
  ...over,
});

const services = testServices();

function reported(bidRequest: BidRequest, over: Partial<Auction> = {}): string | undefined {
  const auction = endedAuction(services, bidRequest, { startedAt: Date.UTC(2026, 0, 2), ...over });
  return create().encode(auctionReport(auction, services, { name: 'agma', hasLegalBasis: true }))?.text;
}

describe('agma', () => {
  test('receives a site, app, device and user with consent', () => {
    const bidRequest = request({ device: { ua: 'agent' }, user: { id: 'u', consent: good, ext: { srv: { buyeruids: { a: 'b' } } } } });
    expect(JSON.parse(reported(bidRequest) ?? '')).toEqual({
      type: 'auction',
      id: 'request',
      code: 'c1',
      site: { id: 'xyz', publisher: { id: 'abc' } },
      device: { ua: 'agent' },
      user: { id: 'u', consent: good, ext: { prebid: { buyeruids: { a: 'b' } } } },
      created_at: '2026-01-02T00:00:00.000Z',
    });
  });

  test('checks the consent itself, in the Java variant after the vendor check', () => {
    const java = agma.create(agma.options.parse({ enabled: true, accounts }), analyticsEnv(200, [], { rules: rules.java }));
    const own = { kinds: ['auction', 'amp', 'video'], extension: 'prebid', needsConsent: true };
    expect(create()).toMatchObject({ ...own, gvlId: 0 });
    expect(java).toMatchObject({ ...own, gvlId: 1122 });
  });

  test('reads consent from the older location too', () => {
    expect(JSON.parse(reported(request({ user: { ext: { consent: good } } })) ?? '')).toMatchObject({
      type: 'auction',
      user: { ext: { consent: good } },
    });
  });

  test.each([
    ['no user', request({ user: undefined })],
    ['no consent string', request({ user: { id: 'u' } })],
    ['an undecodable consent string', request({ user: { consent: 'x' } })],
    ['no consent to purpose 9', request({ user: { consent: consent([1, 7], [1122]) } })],
    ['no consent to the vendor', request({ user: { consent: consent([9], [12]) } })],
    ['a site it has no account for', request({ site: { id: 'other', publisher: { id: 'abc' } } })],
  ])('receives no auction with %s', (_, bidRequest) => {
    expect(reported(bidRequest)).toBeUndefined();
  });

  test('receives no failed auction', () => {
    expect(reported(request(), { clientResponse: { status: 500, headers: {}, body: '' } })).toBeUndefined();
  });

  test('does not start without an account', () => {
    expect(() => create({ accounts: [] })).toThrow('Please configure at least one account for Agma Analytics');
  });

  test('posts its events as one array, once', async () => {
    const posted: Posted[] = [];
    const module = create(
      { buffers: { count: 2, size: '1KB', timeout: '1m' }, endpoint: { url: 'http://agma.example/v1', gzip: true } },
      200,
      posted,
    );
    expect(module.delivery).toMatchObject({ batch: { count: 2, bytes: 1000, ms: 60_000 }, retry: { attempts: 1 }, timeoutMs: 2000 });
    const items = [
      { id: 'a', text: '{"a":1}', at: 0 },
      { id: 'b', text: '{"b":2}', at: 0 },
    ];
    await module.send({ channel: '', items }, new AbortController().signal);
    const headers = { 'content-type': 'application/json', 'x-prebid': 'auctor/1' };
    expect(posted).toEqual([{ url: 'http://agma.example/v1', body: '[{"a":1},{"b":2}]', headers, gzip: true }]);
  });

  test('treats any status except 200 as a failure', async () => {
    await expect(create({}, 400).send({ channel: '', items: [] }, new AbortController().signal)).rejects.toThrow(
      '[agmaAnalytics] Wrong code received 400 instead of 200',
    );
  });

  test("reads the Java variant's buffers", () => {
    const { delivery } = create({ buffers: { size_bytes: 10, timeout_ms: 20, count: 3 }, endpoint: { timeout_ms: 30 } });
    expect([delivery.batch, delivery.timeoutMs]).toEqual([{ count: 3, bytes: 10, ms: 20 }, 30]);
  });
});

describe("agma's account", () => {
  const configured = [
    { code: 'site', publisher_id: 'p', site_app_id: 's' },
    { code: 'app', publisher_id: 'p', site_app_id: 'bundle' },
    { code: 'any', publisher_id: 'q', site_app_id: '' },
  ];
  test.each([
    ['publisher and site', { site: { id: 's', publisher: { id: 'p' } } }, 'site'],
    ['publisher and app, by its bundle where it has no id', { app: { bundle: 'bundle', publisher: { id: 'p' } } }, 'app'],
    ['the app where there is a site too', { site: { id: 's', publisher: { id: 'p' } }, app: { id: 'bundle' } }, 'app'],
    ['the publisher alone', { site: { id: 'whatever', publisher: { id: 'q' } } }, 'any'],
    ['nothing', { site: {} }, undefined],
    ['an unknown site', { site: { id: 'x', publisher: { id: 'p' } } }, undefined],
  ])('is matched by %s', (_, bidRequest, code) => {
    expect(codeFor({ id: '', imp: [], ...bidRequest }, configured)).toBe(code);
  });
});
