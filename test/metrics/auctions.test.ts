import { describe, expect, test } from 'vitest';
import { checkCreatives } from '#src/auction/adjust/check-creatives.ts';
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid } from '#src/auction/bid.ts';
import type { BidderOutcome, CallOutcome } from '#src/auction/bidder-task.ts';
import { NO_TIME } from '#src/auction/fan-out/calls.ts';
import { NON_BID } from '#src/auction/non-bid.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { AuctionCounts } from '#src/metrics/auctions.ts';
import type { Bid, BidRequest } from '#src/openrtb/ortb.ts';
import { UidsCookie, uidEntry } from '#src/sync/uids.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { aBidder, aTask, hostInfo, incoming, validRequest } from '#test/helpers/auction.ts';
import { nonZero } from '#test/helpers/metrics.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { count, rejected } from './count-auctions.ts';

describe('requests', () => {
  test('count by type and result', () => {
    const auctions: Partial<Auction>[] = [
      {},
      { requestType: 'app' },
      { requestType: 'dooh', ...rejected('module') },
      { endpoint: 'amp', requestType: 'amp', ...rejected('invalid') },
      { endpoint: 'video', requestType: 'video', ...rejected('failed') },
      rejected('clientDisconnected'),
      rejected('accountDisabled'),
      rejected('accountMalformed'),
      rejected('blockedApp'),
    ];
    expect(count(['requests'], auctions)).toEqual({
      'requests{request_type="openrtb2-web",request_status="ok"}': 1,
      'requests{request_type="openrtb2-app",request_status="ok"}': 1,
      'requests{request_type="openrtb2-dooh",request_status="ok"}': 1,
      'requests{request_type="amp",request_status="badinput"}': 1,
      'requests{request_type="video",request_status="err"}': 1,
      'requests{request_type="openrtb2-web",request_status="networkerr"}': 1,
      'requests{request_type="openrtb2-web",request_status="blockedapp"}': 2,
      'requests{request_type="openrtb2-web",request_status="acctconfigerr"}': 1,
    });
  });

  test('that are not served count by what is blocked', () => {
    const auctions = ['a', 'b', 'b'].map((accountId) => ({ ...rejected('accountDisabled'), accountId }));
    expect(
      count(['requests_blocked'], [...auctions, { ...rejected('blockedApp'), requestType: 'app' }], { blocked_accounts: ['a'] }),
    ).toEqual({
      'requests_blocked{request_type="openrtb2-web",blocked="account"}': 1,
      'requests_blocked{request_type="openrtb2-web",blocked="inactive_account"}': 2,
      'requests_blocked{request_type="openrtb2-app",blocked="app"}': 1,
    });
  });

  test('have series of timeout notices before the first of them', () => {
    const services = testServices();
    new AuctionCounts(services);
    for (const success of ['ok', 'failed']) expect(services.metrics.expose()).toContain(`timeout_notification{success="${success}"} 0`);
  });

  test('have series for every status before the first of them', () => {
    const services = testServices();
    new AuctionCounts(services);
    expect(services.metrics.expose().match(/^requests\{.*\} 0$/gm)).toHaveLength(5 * 7);
    expect(services.metrics.expose().match(/^impressions_requests\{.*\} 0$/gm)).toHaveLength(16);
  });

  test('rejected for their queue time are counted', () => {
    const services = testServices();
    const counts = new AuctionCounts(services);
    for (const entry of ['auction', 'amp', 'video'] as const) counts.rejected(entry);
    expect(nonZero(services.metrics.expose())).toEqual({
      'requests{request_type="openrtb2-web",request_status="queuetimeout"}': 1,
      'requests{request_type="amp",request_status="queuetimeout"}': 1,
      'requests{request_type="video",request_status="queuetimeout"}': 1,
    });
  });

  test('have times only if they succeeded, and sizes always', () => {
    const body = incoming({ body: Buffer.alloc(700) });
    expect(count(['request_time_seconds', 'request_size_bytes'], [{ incoming: body }, { incoming: body, ...rejected('invalid') }])).toEqual(
      {
        'request_time_seconds_count{request_type="openrtb2-web"}': 1,
        'request_size_bytes_count{request_size="auction"}': 2,
      },
    );
  });

  test('without a cookie are counted for browsers only, if they are valid', () => {
    const known = new UidsCookie().with('alpha', uidEntry('u', 2_000_000_000_000));
    const auctions: Partial<Auction>[] = [
      {},
      { uids: known },
      { requestType: 'app' },
      { requestType: 'amp', endpoint: 'amp' },
      rejected('invalid'),
    ];
    expect(count(['requests_without_cookie'], auctions)).toEqual({
      'requests_without_cookie{request_type="openrtb2-web"}': 1,
      'requests_without_cookie{request_type="amp"}': 1,
    });
  });

  test('with debug output and with stored responses are counted, for accounts if the host enables it', () => {
    const auctions: Partial<Auction>[] = [
      { debug: { requested: true, shown: true, capture: true, override: false } },
      { storedAuctionResponses: new Map([['imp-1', '[]']]) },
    ];
    const families = ['debug_requests', 'stored_responses', 'account_debug_requests', 'account_stored_responses'];
    expect(count(families, auctions)).toEqual({ debug_requests: 1, stored_responses: 1 });
    const all = { metrics: { disabled_metrics: { account_debug: false, account_stored_responses: false } } };
    expect(count(families, auctions, all)).toEqual({
      debug_requests: 1,
      stored_responses: 1,
      'account_debug_requests{account="publisher"}': 1,
      'account_stored_responses{account="publisher"}': 1,
    });
  });

  test('count imps by media types, unless they are invalid', () => {
    const request: BidRequest = {
      ...validRequest(),
      imp: [
        { id: '1', banner: {}, video: {} },
        { id: '2', native: { request: '' } },
        { id: '3', banner: {}, video: {} },
      ],
    };
    expect(count(['impressions_requests'], [{}], {}, request)).toEqual({
      'impressions_requests{banner="true",video="true",audio="false",native="false"}': 2,
      'impressions_requests{banner="false",video="false",audio="false",native="true"}': 1,
    });
    const ended = (...states: string[]) => ({ ...rejected('invalid'), timeline: states.map((state) => ({ state, atUs: 0, tookUs: 1 })) });
    expect(count(['impressions_requests'], [ended('validate'), ended('validate', 'enrich')])).toEqual({
      'impressions_requests{banner="true",video="false",audio="false",native="false"}': 1,
    });
  });

  test('have their overhead split, and none if they were rejected', () => {
    const steps = ['validate', 'enrich', 'privacy', 'fanOut', 'collect', 'adjust', 'respond'];
    const timeline = steps.map((state) => ({ state, atUs: 0, tookUs: 30_000 }));
    const services = testServices();
    const counts = new AuctionCounts(services);
    counts.ended(endedAuction(services, validRequest(), { timeline }));
    counts.ended(endedAuction(services, validRequest(), { timeline, ...rejected('invalid') }));
    const sums = [...services.metrics.expose().matchAll(/^overhead_time_seconds_sum\{overhead_type="(.*)"\} (.*)$/gm)];
    expect(sums.map(([, type, sum]) => [type, Number(sum).toFixed(2)])).toEqual([
      ['pre-bidder', '0.09'],
      ['make-bidder-requests', '0.03'],
      ['make-auction-response', '0.06'],
    ]);
  });

  test('count for their accounts, of which a limited number have series of their own', () => {
    const auctions = ['a', 'b', 'a', 'c', 'd', ''].map((accountId) => ({ accountId }));
    expect(count(['account_requests'], auctions, { metrics: { max_accounts: 2 } })).toEqual({
      'account_requests{account="a"}': 2,
      'account_requests{account="b"}': 1,
      'account_requests{account="other"}': 2,
    });
  });
});

test('accounts without verbosity have no series', () => {
  const settings: HostConfigInput = { account_defaults: { metrics: { verbosity_level: 'none' } } };
  expect(count(['account_requests'], [{}], settings)).toEqual({});
});

test("accounts have series by their own verbosity, or the host's", () => {
  const families = ['account_requests', 'account_debug_requests', 'account_requests_by_type', 'account_requests_rejected'];
  const debug = { requested: true, shown: true, capture: true, override: false };
  const shown = (accountId: string): Partial<Auction> => ({ accountId, debug });
  const names = (settings: HostConfigInput, accountId = 'a') =>
    Object.keys(count(families, [shown(accountId)], settings))
      .map((series) => series.slice(0, series.indexOf('{')))
      .sort();
  const own = (level: 'basic' | 'detailed'): HostConfigInput => ({ account_defaults: { metrics: { verbosity_level: level } } });
  const detailed = ['account_debug_requests', 'account_requests', 'account_requests_by_type'];
  expect(names({})).toEqual(['account_requests']);
  expect(names({ metrics: { disabled_metrics: { account_debug: false } } })).toEqual(['account_debug_requests', 'account_requests']);
  expect(names({ ...own('basic'), metrics: { disabled_metrics: { account_debug: false } } })).toEqual(['account_requests']);
  expect(names(own('detailed'))).toEqual(detailed);
  const lists: HostConfigInput = {
    metrics: { accounts: { default_verbosity: 'none', basic_verbosity: ['b'], detailed_verbosity: ['d'] } },
  };
  expect([names(lists, 'a'), names(lists, 'b'), names(lists, 'd')]).toEqual([[], ['account_requests'], detailed]);
  expect(names({ ...lists, ...own('basic') }, 'd')).toEqual(['account_requests']);
});

test("detailed accounts include their bidders' results", () => {
  const settings: HostConfigInput = { account_defaults: { metrics: { verbosity_level: 'detailed' } } };
  const families = [
    'account_adapter_requests',
    'account_adapter_bids',
    'account_adapter_request_time_seconds',
    'account_requests_rejected',
  ];
  const auctions: Partial<Auction>[] = [
    {
      tasks: [aTask('alias', validRequest(), { core: 'alpha' })],
      outcomes: [outcome('alias', 'bids', responded(typed(), typed())), outcome('beta', 'no-bid', responded())],
    },
    { rejection: { kind: 'invalid', messages: [] } },
  ];
  expect(count(families, auctions, settings)).toEqual({
    'account_adapter_requests{account="publisher",adapter="alpha",has_bids="true"}': 1,
    'account_adapter_requests{account="publisher",adapter="beta",has_bids="false"}': 1,
    'account_adapter_bids{account="publisher",adapter="alpha"}': 2,
    'account_adapter_request_time_seconds_count{account="publisher",adapter="alpha"}': 1,
    'account_adapter_request_time_seconds_count{account="publisher",adapter="beta"}': 1,
    'account_requests_rejected{account="publisher"}': 1,
  });
});

test('bidders count by type of request and media for readers of the Java variant’s names only', () => {
  const families = ['adapter_requests_by_type', 'adapter_bids_by_type'];
  const alpha = { tasks: [aTask('alias', validRequest(), { core: 'alpha' })], outcomes: [outcome('alias', 'bids', responded(typed()))] };
  expect(count(families, [alpha], { variant: 'java' })).toEqual({
    'adapter_requests_by_type{adapter="alpha",request_type="openrtb2-web"}': 1,
    'adapter_bids_by_type{adapter="alpha",media_type="banner",delivery="nurl"}': 1,
  });
  expect(count(families, [alpha])).toEqual({});
});

test('a bidder that a module rejected counts under its own code: its name may be any of the caller', () => {
  const settings: HostConfigInput = { variant: 'java', account_defaults: { metrics: { verbosity_level: 'detailed' } } };
  const names = ['invented-1', 'invented-2'];
  const auctions = names.map((name) => ({ outcomes: [{ ...outcome(name, 'rejected'), core: 'alpha' }] }));
  expect(count(['adapter_requests', 'adapter_requests_by_type', 'account_adapter_requests'], auctions, settings)).toEqual({
    'adapter_requests{adapter="alpha",cookie="no",has_bids="false"}': 2,
    'adapter_requests_by_type{adapter="alpha",request_type="openrtb2-web"}': 2,
    'account_adapter_requests{account="publisher",adapter="alpha",has_bids="false"}': 2,
  });
});

test('enabled bidders have series before their first call', () => {
  const services = testServices({ bidders: registryOf(aBidder('on'), aBidder('off', { info: hostInfo({ enabled: false }) })) });
  new AuctionCounts(services);
  const series = services.metrics.expose().match(/^adapter_\w+\{.*\} 0$/gm) ?? [];
  expect(series.filter((line) => line.includes('adapter="on"')).map((line) => line.slice(0, line.indexOf('{')))).toEqual(
    expect.arrayContaining(['adapter_requests', 'adapter_errors', 'adapter_panics', 'adapter_gdpr_requests_blocked']),
  );
  expect(series.some((line) => line.includes('off'))).toBe(false);
});

const call = { method: 'POST', uri: '', headers: {}, impIds: ['imp-1'] } as const;
const typed = (over: Partial<Bid> = {}) => ({ bid: { id: 'b', impid: 'imp-1', price: 1, ...over }, type: 'banner' as const });
const responded = (...bids: ReturnType<typeof typed>[]): CallOutcome => ({
  call,
  ms: 30,
  response: { status: 200, headers: {}, body: '' },
  result: { currency: 'USD', bids },
});
const outcome = (bidder: string, kind: BidderOutcome['kind'], ...calls: CallOutcome[]): BidderOutcome => ({ bidder, kind, ms: 40, calls });

const filed = (bid: Partial<Bid>, over: Partial<AuctionBid> = {}): AuctionBid => ({
  ...typed(bid),
  seat: 'alias',
  bidder: 'alias',
  core: 'alpha',
  originalPrice: 1,
  originalCurrency: 'USD',
  ...over,
});

describe('bidders', () => {
  const aliased = (): Partial<Auction> => ({ tasks: [aTask('alias', validRequest(), { core: 'alpha' })] });

  test('count under their own code, by known user and by bids', () => {
    const known = { ...validRequest(), user: { buyeruid: 'u' } };
    const auctions: Partial<Auction>[] = [
      { ...aliased(), outcomes: [outcome('alias', 'bids', responded(typed({ adm: '<p>' }), typed({ nurl: 'n' })))] },
      { tasks: [aTask('beta', known)], outcomes: [outcome('beta', 'no-bid', responded())] },
    ];
    const families = ['adapter_requests', 'adapter_bids', 'adapter_request_time_seconds', 'bidder_server_response_time_seconds'];
    expect(count(families, auctions)).toEqual({
      'adapter_requests{adapter="alpha",cookie="no",has_bids="true"}': 1,
      'adapter_requests{adapter="beta",cookie="exists",has_bids="false"}': 1,
      'adapter_bids{adapter="alpha",delivery="adm"}': 1,
      'adapter_bids{adapter="alpha",delivery="nurl"}': 1,
      'adapter_request_time_seconds_count{adapter="alpha"}': 1,
      'adapter_request_time_seconds_count{adapter="beta"}': 1,
      bidder_server_response_time_seconds_count: 2,
    });
  });

  test('in apps need no cookie to be known', () => {
    const request = { ...validRequest(), app: {} };
    expect(count(['adapter_requests'], [{ outcomes: [outcome('beta', 'no-bid')] }], {}, request)).toEqual({
      'adapter_requests{adapter="beta",cookie="exists",has_bids="false"}': 1,
    });
  });

  test('have the prices of accepted bids, in thousandths', () => {
    const services = testServices();
    const auction = endedAuction(services);
    auction.seats.set('alias', { seat: 'alias', currency: 'USD', bids: [filed({ price: 1.2 }), filed({ price: 0.1 })] });
    new AuctionCounts(services).ended(auction);
    const text = services.metrics.expose();
    expect(text).toContain('adapter_prices_sum{adapter="alpha"} 1300');
    expect(text).toContain('adapter_prices_bucket{le="250",adapter="alpha"} 1');
    expect(text).toContain('adapter_prices_bucket{le="1500",adapter="alpha"} 2');
  });

  test('count each kind of failure once per auction; unknown names are not counted', () => {
    const services = testServices({ bidders: registryOf(aBidder('alpha'), aBidder('beta')) });
    const auction = endedAuction(services, validRequest(), aliased());
    const { diagnostics } = auction;
    for (const code of [1, 2, 2, 3, 4, 5, 999]) diagnostics.error('alias', code, 'text');
    diagnostics.error('alias', 999, 'text', { panic: true });
    diagnostics.error('beta', NO_TIME.code, NO_TIME.message);
    diagnostics.error('general', 999, 'text');
    diagnostics.error('made-up', 1, 'text');
    diagnostics.warn('beta', 2, 'text');
    new AuctionCounts(services).ended(auction);
    expect(nonZero(services.metrics.expose(), 'adapter_errors', 'adapter_panics', 'tmax_timeout')).toEqual({
      'adapter_panics{adapter="alpha"}': 1,
      'adapter_errors{adapter="alpha",adapter_error="timeout"}': 1,
      'adapter_errors{adapter="alpha",adapter_error="badinput"}': 1,
      'adapter_errors{adapter="alpha",adapter_error="badserverresponse"}': 1,
      'adapter_errors{adapter="alpha",adapter_error="failedtorequestbid"}': 1,
      'adapter_errors{adapter="alpha",adapter_error="validation"}': 1,
      'adapter_errors{adapter="alpha",adapter_error="unknown_error"}': 1,
      'adapter_errors{adapter="beta",adapter_error="tmaxtimeout"}': 1,
      tmax_timeout: 1,
    });
  });

  test('count creatives that failed checks, for accounts too', () => {
    const nonBids: Auction['nonBids'] = [
      { seat: 'alias', impId: 'imp-1', code: NON_BID.creativeSize, bid: filed({}) },
      { seat: 'alias', impId: 'imp-1', code: NON_BID.notSecure, bid: filed({}) },
      { seat: 'alias', impId: 'imp-1', code: NON_BID.timeout },
    ];
    const families = ['size_err', 'secure_err'].flatMap((what) => [
      `adapter_response_validation_${what}`,
      `account_response_validation_${what}`,
    ]);
    const both = (what: string) => ({
      [`adapter_response_validation_${what}{adapter="alpha",success="success"}`]: 1,
      [`account_response_validation_${what}{account="publisher",success="success"}`]: 1,
    });
    expect(count(families, [{ nonBids }])).toEqual({ ...both('size_err'), ...both('secure_err') });
    expect(Object.keys(count(families, [{ nonBids }], { metrics: { disabled_metrics: { account_adapter_details: true } } }))).toHaveLength(
      2,
    );
  });

  test('count creatives that only caused warnings', () => {
    const services = testServices({ settings: { validations: { banner_creative_max_size: 'warn', secure_markup: 'warn' } } });
    const request = { ...validRequest(), imp: validRequest().imp.map((imp) => ({ ...imp, secure: 1 })) };
    const auction = endedAuction(services, request);
    const bids = [filed({ w: 900, h: 900, adm: '<img src="http://x">' }), filed({ w: 300, h: 250, adm: '<img src="https://x">' })];
    auction.seats.set('alias', { seat: 'alias', currency: 'USD', bids });
    checkCreatives(auction, services);
    new AuctionCounts(services).ended(auction);
    const families = ['size_warn', 'secure_warn'].map((what) => `adapter_response_validation_${what}`);
    expect(nonZero(services.metrics.expose(), ...families)).toEqual({
      'adapter_response_validation_size_warn{adapter="alpha",success="success"}': 1,
      'adapter_response_validation_secure_warn{adapter="alpha",success="success"}': 1,
    });
  });
});
