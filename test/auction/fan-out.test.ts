import { describe, expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { fanOut } from '#src/auction/fan-out.ts';
import { type BidderPrivacy, unlimited } from '#src/auction/privacy/decision.ts';
import type { Services } from '#src/auction/services.ts';
import type { BidderInfo, RequestInfo } from '#src/bidders/bidder.ts';
import { accountSchema } from '#src/config/account.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { Ext, RequestSrv } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { noUids } from '#src/sync/uids.ts';
import { aBidder, anAuction, hostInfo, plainAdapter, validRequest } from '#test/helpers/auction.ts';
import { noRates } from '#test/helpers/conversions.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { cookieOf } from '#test/helpers/sync.ts';

const withSrv = (srv: RequestSrv, bidders = ['alpha'], imps = 1): BidRequest => ({ ...validRequest(bidders, imps), ext: { srv } });

interface Setting {
  readonly request?: BidRequest;
  readonly over?: Partial<Auction>;
  readonly info?: Partial<BidderInfo>;
  readonly settings?: HostConfigInput;
  readonly decisions?: { readonly [bidder: string]: BidderPrivacy | undefined };
  readonly services?: Partial<Services>;
}

/** Fans an auction out to the bidders alpha, beta and gamma. */
function fannedOut({ request = validRequest(), over = {}, info: own = {}, settings, decisions = {}, services: parts = {} }: Setting = {}) {
  const bidders = registryOf(...['alpha', 'beta', 'gamma'].map((code) => aBidder(code, { info: hostInfo(own) })));
  const services = testServices({ bidders, ...(settings && { settings }), ...parts });
  const auction = anAuction(services, request, over);
  for (const imp of request.imp) for (const bidder of Object.keys(imp.ext?.srv?.bidder ?? {})) auction.privacy.set(bidder, unlimited);
  for (const [bidder, decision] of Object.entries(decisions)) {
    if (decision) auction.privacy.set(bidder, decision);
    else auction.privacy.delete(bidder);
  }
  void fanOut(auction, services);
  return auction;
}

const sent = (auction: Auction, index = 0) => JSON.parse(JSON.stringify(auction.tasks[index]?.request)) as BidRequest;

describe('fanOut', () => {
  test("makes one task per bidder with that bidder's imps", () => {
    const auction = fannedOut({ request: validRequest(['alpha', 'beta'], 2) });
    expect(
      auction.tasks.map(({ bidder, core, impIds, calls, storedResponses, timeoutMs }) => ({
        bidder,
        core,
        impIds,
        calls: calls.length,
        storedResponses,
        timeoutMs,
      })),
    ).toEqual([
      { bidder: 'alpha', core: 'alpha', impIds: ['imp-1', 'imp-2'], calls: 1, storedResponses: [], timeoutMs: undefined },
      { bidder: 'beta', core: 'beta', impIds: ['imp-1', 'imp-2'], calls: 1, storedResponses: [], timeoutMs: undefined },
    ]);
    expect(sent(auction)).toEqual({
      id: 'request',
      imp: [
        { id: 'imp-1', banner: { format: [{ w: 300, h: 250 }] }, ext: { bidder: { placement: 0 } } },
        { id: 'imp-2', banner: { format: [{ w: 300, h: 250 }] }, ext: { bidder: { placement: 1 } } },
      ],
      site: { page: 'https://publisher.example/page', publisher: { id: 'publisher' } },
      tmax: 60_000,
    });
    expect(auction.tasks[0]?.request.site).toBe(auction.request.site);
    expect(auction.nonBids).toEqual([]);
  });

  test('calls no bidder if the response is stored', () => {
    expect(fannedOut({ over: { fullStoredResponse: [] } }).tasks).toEqual([]);
  });

  test('skips unknown names', () => {
    expect(fannedOut({ request: validRequest(['nobody', 'alpha']) }).tasks.map(({ bidder }) => bidder)).toEqual(['alpha']);
  });

  test('does not call bidders blocked by privacy, and reports those without a decision', () => {
    const request = validRequest(['alpha', 'beta', 'gamma']);
    const auction = fannedOut({ request, decisions: { alpha: { ...unlimited, mayCall: false }, beta: undefined } });
    expect(auction.tasks.map(({ bidder }) => bidder)).toEqual(['gamma']);
    expect(auction.diagnostics.warnings.get('srv')).toEqual([{ code: 10017, message: 'bidder "beta" blocked by privacy settings' }]);
    expect(auction.nonBids).toEqual([{ seat: 'beta', impId: 'imp-1', code: 204 }]);
  });

  test("removes restricted data, from the bidder's own data too", () => {
    const request: BidRequest = { ...validRequest(), user: { id: 'u' } };
    const decision = { ...unlimited, mayPassIds: false, mayPassUfpd: false };
    const fpd = new Map([['alpha', { user: { id: 'own', yob: 1990, data: [{ id: 'd' }] } }]]);
    const auction = fannedOut({
      request,
      over: { fpd, uids: { ...noUids, get: () => 'cookie' } },
      decisions: { alpha: decision },
    });
    expect(sent(auction).user).toEqual({});
  });

  test('gives each bidder its own id, eids and first-party data', () => {
    const eids = [{ source: 'free' }, { source: 'kept' }];
    const request: BidRequest = {
      ...withSrv({ data: { eidpermissions: [{ source: 'kept', bidders: ['beta'] }] } }, ['alpha', 'beta']),
      user: { eids, ext: { srv: { buyeruids: { alpha: 'a' } } } },
    };
    const fpd = new Map([['beta', { user: { keywords: 'k', eids } }]]);
    const auction = fannedOut({ request, over: { fpd } });
    expect(sent(auction, 0).user).toEqual({ buyeruid: 'a', eids: [{ source: 'free' }] });
    expect(sent(auction, 1).user).toEqual({ keywords: 'k', eids });
    expect(auction.request.user?.ext?.srv).toEqual({ buyeruids: { alpha: 'a' } });
  });

  test('counts every call that loses an id, whatever its source', () => {
    const request = { ...validRequest(['alpha', 'beta', 'gamma']), user: { ext: { srv: { buyeruids: { Beta: 'given' } } } } };
    const metrics = new MetricsRegistry();
    const masked = { ...unlimited, mayPassIds: false };
    fannedOut({
      request,
      over: { uids: cookieOf({ alpha: 'stored' }, 0) },
      decisions: { alpha: masked, beta: masked, gamma: masked },
      services: { metrics },
    });
    expect(
      metrics
        .expose()
        .split('\n')
        .filter((line) => line.startsWith('adapter_buyeruids_scrubbed')),
    ).toEqual(['adapter_buyeruids_scrubbed{adapter="alpha"} 1', 'adapter_buyeruids_scrubbed{adapter="beta"} 1']);
  });

  test('never replaces the id in the request', () => {
    const request: BidRequest = { ...validRequest(), user: { buyeruid: 'given', ext: { srv: { buyeruids: { alpha: 'a' } } } } };
    expect(sent(fannedOut({ request })).user).toEqual({ buyeruid: 'given' });
  });

  test('shares data that all bidders see', () => {
    const request: BidRequest = { ...validRequest(), user: { id: 'u' } };
    const auction = fannedOut({ request, over: { fpd: new Map([['alpha', { user: request.user, site: { id: 'own' } }]]) } });
    expect(auction.tasks[0]?.request.user).toBe(request.user);
    expect(auction.tasks[0]?.request.site).toEqual({ id: 'own' });
  });

  test("adds the supply chain, the account's codes and the account's DSA", () => {
    const account = accountSchema.parse({
      alternatebiddercodes: { enabled: true, bidders: { alpha: { enabled: true } } },
      privacy: { dsa: { default: '{"dsarequired":2}', gdpr_only: true } },
    });
    const request = { ...validRequest(), ext: undefined };
    const privacyContext = { gdprApplies: true } as Auction['privacyContext'];
    const auction = fannedOut({ request, over: { account, privacyContext }, settings: { host_schain_node: { asi: 'host.example' } } });
    expect(sent(auction)).toMatchObject({
      ext: { srv: { alternatebiddercodes: account.alternatebiddercodes } },
      regs: { ext: { dsa: { dsarequired: 2 } } },
      source: { schain: { ver: '1.0', nodes: [{ asi: 'host.example' }] } },
    });
  });

  test("down-converts requests to the bidder's version, and fills old privacy fields", () => {
    const request: BidRequest = { ...validRequest(), regs: { gpp: 'DBAA', gpp_sid: [2] }, user: { consent: 'c' } };
    const openrtb = { version: '2.5', gppSupported: false, multiformatSupported: true } as const;
    const auction = fannedOut({ request, info: { openrtb } });
    expect(sent(auction)).toMatchObject({ regs: { ext: { gdpr: 1 } }, user: { ext: { consent: 'c' } } });
    expect(auction.request.regs).toEqual({ gpp: 'DBAA', gpp_sid: [2] });
  });

  test('rejects an auction with an imp that its patch makes invalid', () => {
    const request = validRequest();
    if (request.imp[0]?.ext?.srv) request.imp[0].ext.srv.imp = { alpha: { banner: { format: [{ w: -1, h: -1 }] } } };
    const auction = fannedOut({ request });
    expect(auction.rejection).toEqual({
      kind: 'failed',
      messages: [
        'merging bidder imp first party data for imp imp-1 results in an invalid imp: [request.imp[0].banner.format[0].w must be a positive number]',
      ],
    });
    expect(auction.tasks).toEqual([]);
  });

  test('validates the id of a patched imp, and skips its native request', () => {
    const changed = (patch: Ext) => {
      const request = validRequest();
      if (request.imp[0]?.ext?.srv) request.imp[0].ext.srv.imp = { alpha: patch };
      return fannedOut({ request });
    };
    expect(changed({ id: null }).rejection).toEqual({
      kind: 'failed',
      messages: [
        'merging bidder imp first party data for imp imp-1 results in an invalid imp: [request.imp[0] missing required field: "id"]',
      ],
    });
    const native = { request: '{"context":99}' };
    const auction = changed({ native });
    expect(auction.rejection).toBeUndefined();
    expect(sent(auction).imp[0]?.native).toEqual(native);
  });

  test('skips imps that are limited to guaranteed line items', () => {
    const request = validRequest(['alpha', 'beta'], 2);
    if (request.imp[0]?.ext?.srv) request.imp[0].ext.srv.bidder = { alpha: { pgdealsonly: true } };
    const auction = fannedOut({ request });
    expect(auction.tasks.map(({ bidder, impIds }) => [bidder, impIds])).toEqual([
      ['alpha', ['imp-2']],
      ['beta', ['imp-2']],
    ]);
    expect(auction.nonBids).toEqual([{ seat: 'alpha', impId: 'imp-1', code: 200 }]);
    const all = validRequest();
    if (all.imp[0]?.ext?.srv) all.imp[0].ext.srv.bidder = { alpha: { pgdealsonly: true } };
    expect(fannedOut({ request: all }).tasks).toEqual([]);
  });
});

describe('tasks', () => {
  test('omit what the bidder does not support, with reasons', () => {
    const auction = fannedOut({ request: validRequest(['alpha'], 2), info: { capabilities: { site: ['video'] } } });
    expect(auction.tasks.map(({ calls, impIds }) => [calls, impIds])).toEqual([[[], ['imp-1', 'imp-2']]]);
    expect(auction.diagnostics.warnings.get('alpha')?.map(({ message }) => message)).toEqual([
      "request.imp[0] uses banner, but this bidder doesn't support it",
      "request.imp[1] uses banner, but this bidder doesn't support it",
      "Bid request didn't contain media types supported by the bidder",
    ]);
    expect(auction.nonBids).toEqual([
      { seat: 'alpha', impId: 'imp-1', code: 202 },
      { seat: 'alpha', impId: 'imp-2', code: 202 },
    ]);
  });

  test('pass the preferred media type to the adapter only if needed', () => {
    const infos: RequestInfo[] = [];
    const adapter = {
      ...plainAdapter('alpha'),
      makeRequests: (_: unknown, info: RequestInfo) => {
        infos.push(info);
        return { calls: [], errors: [{ code: 2, message: 'bad' }] };
      },
    };
    const single = hostInfo({ openrtb: { version: '2.6', gppSupported: true, multiformatSupported: false } });
    const bidders = registryOf(aBidder('alpha', { adapter }), aBidder('beta', { adapter, info: single }));
    const request = withSrv({ biddercontrols: { alpha: { prefmtype: 'banner' }, beta: { prefmtype: 'banner' } } }, ['alpha', 'beta']);
    const auction = fannedOut({
      request,
      services: { bidders },
      over: { endpoint: 'amp' },
    });
    expect(infos.map(({ preferredMediaType, endpoint }) => ({ preferredMediaType, endpoint }))).toEqual([
      { preferredMediaType: undefined, endpoint: 'amp' },
      { preferredMediaType: 'banner', endpoint: 'amp' },
    ]);
    expect(auction.diagnostics.errors.get('beta')).toEqual([{ code: 2, message: 'bad' }]);
    expect(auction.nonBids.map(({ seat, code }) => [seat, code])).toEqual([
      ['alpha', 200],
      ['beta', 200],
    ]);
  });

  test('contain stored responses beside the calls for the other imps', () => {
    const stored = { bidder: 'alpha', impId: 'imp-1', body: '{}', replaceImpId: true };
    const auction = fannedOut({ request: validRequest(['alpha'], 2), over: { storedBidResponses: [stored] } });
    const [task] = auction.tasks;
    expect(task?.storedResponses).toEqual([stored]);
    expect(task?.calls[0]?.impIds).toEqual(['imp-2']);
    expect(task?.request.imp.map(({ id }) => id)).toEqual(['imp-2', 'imp-1']);
    const only = fannedOut({ over: { storedBidResponses: [stored] } });
    expect(only.tasks[0]?.calls).toEqual([]);
    expect(only.diagnostics.errors.size).toBe(0);
    const unfit = fannedOut({ info: { capabilities: { app: ['banner'] } }, over: { storedBidResponses: [stored] } });
    expect([unfit.diagnostics.warnings.size, unfit.tasks[0]?.storedResponses]).toEqual([0, [stored]]);
  });

  test('omit imps with stored auction responses', () => {
    const auction = fannedOut({ request: validRequest(['alpha'], 2), over: { storedAuctionResponses: new Map([['imp-1', '[]']]) } });
    expect(auction.tasks[0]?.impIds).toEqual(['imp-2']);
  });

  test('are not executed if too little time is left', () => {
    const tmax_adjustments = {
      enabled: true,
      bidder_response_duration_min_ms: 100,
      bidder_network_latency_buffer_ms: 50,
      pbs_response_preparation_duration_ms: 60,
    };
    const settings = { tmax_adjustments, cache: { expected_millis: 10 } };
    const caching = { bids: true, vast: false, winningOnly: false };
    const now = testServices().clock.now();
    const enough = fannedOut({ settings, over: { caching, deadlineAt: now + 660 } });
    expect(enough.tasks[0]?.request.tmax).toBe(540);
    expect(enough.tasks[0]?.calls).toHaveLength(1);
    const short = fannedOut({ settings, over: { caching, deadlineAt: now + 160 } });
    expect(short.tasks[0]).toMatchObject({ calls: [], request: { tmax: 40 } });
    expect(short.diagnostics.errors.get('alpha')).toEqual([{ code: 1, message: 'exceeded tmax duration' }]);
    expect(short.nonBids).toEqual([{ seat: 'alpha', impId: 'imp-1', code: 100 }]);
  });

  test('have a timeout of their own in the Java variant', () => {
    const services = testServices();
    const auction = fannedOut({
      settings: { variant: 'java', auction: { biddertmax: { percent: 85 } } },
      request: { ...validRequest(), tmax: 1000 },
      info: { tmaxDeductionMs: 20 },
      over: { startedAt: services.clock.now() - 120 },
    });
    expect(auction.tasks[0]).toMatchObject({ request: { tmax: 680 }, timeoutMs: 850 });
    const open = fannedOut({ settings: { variant: 'java' }, request: { ...validRequest(), tmax: undefined } });
    expect(open.tasks[0]).toMatchObject({ request: { tmax: 4970 }, timeoutMs: undefined });
  });
});

describe('floors', () => {
  const floored = (srv: RequestSrv, bidders = ['alpha']): BidRequest => {
    const request = withSrv(srv, bidders);
    for (const imp of request.imp) Object.assign(imp, { bidfloor: 1, bidfloorcur: 'USD' });
    return request;
  };
  const floors = (auction: Auction) => auction.tasks.map(({ request }) => request.imp[0]?.bidfloor);

  test("raise floors by the bidder's factor, in its copy only", () => {
    const request = floored({ bidadjustmentfactors: { alpha: 0.8 } }, ['alpha', 'beta']);
    expect(floors(fannedOut({ request }))).toEqual([1.25, 1]);
    expect(request.imp[0]?.bidfloor).toBe(1);
    const account = accountSchema.parse({ price_floors: { adjust_for_bid_adjustment: false } });
    expect(floors(fannedOut({ request, over: { account } }))).toEqual([1, 1]);
    expect(floors(fannedOut({ request: withSrv({ bidadjustmentfactors: { alpha: 0.8 } }) }))).toEqual([undefined]);
  });

  test('raise floors by rules as well in the Java variant, unless the request disables it', () => {
    const bidAdjustments = { mediatype: { banner: { alpha: { '*': [{ adjtype: 'multiplier', value: 0.5 }] } } } };
    const settings = { variant: 'java' } as const;
    expect(floors(fannedOut({ request: floored({}), over: { bidAdjustments }, settings }))).toEqual([2]);
    expect(floors(fannedOut({ request: floored({}), over: { bidAdjustments } }))).toEqual([1]);
    const request = floored({ floors: { enforcement: { bidAdjustment: false } } });
    expect(floors(fannedOut({ request, over: { bidAdjustments }, settings }))).toEqual([1]);
  });

  test('omit floors for the listed bidders', () => {
    const request = floored({ floors: { enforcement: { noFloorSignalBidders: ['alpha'] } } }, ['alpha', 'beta']);
    const auction = fannedOut({ request });
    expect(floors(auction)).toEqual([undefined, 1]);
    expect('bidfloorcur' in (auction.tasks[0]?.request.imp[0] ?? {})).toBe(false);
    expect(auction.diagnostics.warnings.get('srv')).toEqual([{ code: 999, message: 'noFloorSignal to bidder alpha', debugOnly: true }]);
  });

  test('have different floors if the rules distinguish bidders', () => {
    const group = { fields: ['bidder'], delimiter: '|', values: { beta: 3 }, default: 2, raw: {} };
    const model = { floors: { raw: {} }, group } as unknown as NonNullable<Auction['floors']>;
    const request = floored({}, ['alpha', 'beta']);
    const auction = fannedOut({ request, over: { floors: model } });
    expect(floors(auction)).toEqual([2, 3]);
    const rate = { ...model, floors: { raw: {}, floorMin: 1, floorMinCur: 'EUR' } } as unknown as NonNullable<Auction['floors']>;
    expect(floors(fannedOut({ request, over: { floors: rate, convert: noRates } }))).toEqual([1, 1]);
  });

  test('contain the floor in the extension as well if bidders see it', () => {
    const request = floored({ bidadjustmentfactors: { alpha: 0.5 } });
    if (request.imp[0]?.ext?.srv) request.imp[0].ext.srv.floors = { floorRule: 'alpha', floorRuleValue: 2, floorValue: 2 };
    const group = { fields: ['bidder'], delimiter: '|', values: { alpha: 3 }, raw: {} };
    const model = { floors: { raw: {} }, group } as unknown as NonNullable<Auction['floors']>;
    const settings = { variant: 'java', bidder_request_fields: 'wide' } as const;
    const auction = fannedOut({ request, over: { floors: model }, settings });
    expect(sent(auction).imp[0]).toMatchObject({
      bidfloor: 6,
      ext: { srv: { floors: { floorRule: 'alpha', floorRuleValue: 3, floorValue: 6 } } },
    });
    const silent = fannedOut({
      request: { ...request, ext: { srv: { floors: { enforcement: { noFloorSignalBidders: ['*'] } } } } },
      settings,
    });
    expect(sent(silent).imp[0]?.ext?.srv?.floors).toEqual({ floorRule: 'alpha', floorRuleValue: 2 });
  });
});
