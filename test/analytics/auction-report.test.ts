import { describe, expect, test } from 'vitest';
import type { AuctionReport } from '#src/analytics/auction-report.ts';
import type { Auction } from '#src/auction/auction.ts';
import type { AccountInput } from '#src/config/account.ts';
import { newHookLog } from '#src/modules/outcome.ts';
import type { ResponseExt } from '#src/openrtb/ext.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { incoming, validRequest } from '#test/helpers/auction.ts';
import { auctionReport } from '#test/helpers/reports.ts';
import { testServices } from '#test/helpers/services.ts';

const denied: AccountInput = { privacy: { allowactivities: { transmitUfpd: { default: false } } } };

function report(over: Partial<Auction> = {}, account: AccountInput = {}): AuctionReport {
  const services = testServices({ settings: { account_defaults: account } });
  const auction = endedAuction(services, validRequest(), over);
  return auctionReport(auction, services, { name: 'm', at: 1_700_000_000_500, tookMs: 500 });
}

const ext: ResponseExt = {
  debug: { resolvedrequest: { user: { id: 'u' } } },
  errors: { alpha: [{ code: 999, message: 'Get "http://alpha.example/bid?uid=u": refused' }] },
  responsetimemillis: { alpha: 3 },
};
const response = { id: 'request', seatbid: [], ext };

describe('an auction report', () => {
  test('contains status and reasons of rejected requests', () => {
    const rejected = report({
      response: undefined,
      rejection: { kind: 'invalid', messages: ['request.imp missing'] },
      clientResponse: { status: 400, headers: {}, body: 'Invalid request: request.imp missing\n' },
    });
    expect([rejected.status, rejected.errors, rejected.response, rejected.responseJson('srv')]).toEqual([
      400,
      ['request.imp missing'],
      undefined,
      undefined,
    ]);
    expect(report({ clientResponse: undefined }).status).toBe(500);
  });

  test("has the bytes of the response for the caller's extension key", () => {
    const body = '{"id":"request","as":"sent"}';
    const reported = report({ clientResponse: { status: 200, headers: {}, body }, extKey: 'prebid' });
    expect(reported.responseJson('prebid')).toBe(body);
    expect(JSON.parse(reported.responseJson('srv') ?? '')).toEqual({ id: 'request', cur: 'USD', seatbid: [] });
  });

  test('contains the complete response if nothing was masked', () => {
    expect(report({ response }).response).toEqual(response);
  });

  test('omits everything that repeats the request if that was masked', () => {
    const reported = report({ response, clientResponse: { status: 200, headers: {}, body: JSON.stringify(response) } }, denied);
    const errors = { alpha: [{ code: 999, message: 'Get "http://alpha.example/bid?": refused' }] };
    const shown = { id: 'request', seatbid: [], ext: { errors, responsetimemillis: { alpha: 3 } } };
    expect(reported.response).toEqual(shown);
    expect(JSON.parse(reported.responseJson('srv') ?? '')).toEqual(shown);
  });

  test('sums up bidders', () => {
    const call = { method: 'POST', uri: '', headers: {}, impIds: [] } as const;
    const bid = { bid: { id: 'b', impid: 'imp-1', price: 1 }, type: 'banner' } as const;
    const reported = report({
      outcomes: [
        { bidder: 'alpha', kind: 'bids', ms: 12, calls: [{ call, ms: 12, result: { currency: 'USD', bids: [bid, bid] } }] },
        { bidder: 'beta', kind: 'timeout', ms: 90, calls: [] },
      ],
    });
    expect(reported.bidders).toEqual([
      { bidder: 'alpha', outcome: 'bids', ms: 12, bids: 2 },
      { bidder: 'beta', outcome: 'timeout', ms: 90, bids: 0 },
    ]);
  });

  test('contains non-bids and hook results, requested by the caller or not', () => {
    const hooks = newHookLog();
    const result = {
      module: 'm',
      hook: 'h',
      status: 'success',
      action: 'update',
      message: '',
      errors: [],
      warnings: [],
      debug: ['d'],
    } as const;
    hooks.outcomes.push({
      stage: 'processed_auction_request',
      entity: '',
      ms: 1,
      groups: [{ ms: 1, results: [{ ...result, patches: [], ms: 1 }] }],
    });
    const over = { hooks, nonBids: [{ seat: 'alpha', impId: 'imp-1', code: 101 }] };
    expect(report(over).seatNonBids).toEqual([{ seat: 'alpha', nonbid: [{ impid: 'imp-1', statuscode: 101 }] }]);
    const [stage] = report(over).hookOutcomes;
    expect(stage).toMatchObject({
      stage: 'processed_auction_request',
      groups: [{ invocation_results: [{ status: 'success', debug_messages: ['d'] }] }],
    });
    expect(JSON.stringify(report(over, denied).hookOutcomes)).not.toContain('debug_messages');
    expect(report().hookOutcomes).toEqual([]);
  });

  test('of an AMP page has its targeting and origin', () => {
    const clientResponse = { status: 200, headers: {}, body: '{"targeting":{"hb_pb":"1.00"},"ortb2":{}}\n' };
    const query = { __amp_source_origin: 'https://page.example' };
    const amp = report({ endpoint: 'amp', clientResponse, incoming: incoming({ query, headers: { origin: 'https://cdn.example' } }) });
    expect([amp.kind, amp.targeting, amp.origin]).toEqual(['amp', { hb_pb: '1.00' }, 'https://page.example']);
    expect(report({ endpoint: 'amp', clientResponse, incoming: incoming({ headers: { origin: 'https://cdn.example' } }) }).origin).toBe(
      'https://cdn.example',
    );
  });

  test('of a video request has its request and response, masked like the auction request', () => {
    const over = (): Partial<Auction> => {
      const videoRequest = { podconfig: { pods: [] }, user: { buyeruids: {}, id: 'u', yob: 1980 } };
      const input = { ...endedAuction(testServices()).input, body: JSON.stringify(videoRequest) };
      return { endpoint: 'video', input, clientResponse: { status: 200, headers: {}, body: '{"adPods":[],"ext":{"debug":{}}}' } };
    };
    expect([report(over()).videoRequest, report(over()).videoResponse]).toEqual([
      { podconfig: { pods: [] }, user: { buyeruids: {}, id: 'u', yob: 1980 } },
      { adPods: [], ext: { debug: {} } },
    ]);
    expect([report(over(), denied).videoRequest, report(over(), denied).videoResponse]).toEqual([
      { podconfig: { pods: [] }, user: {} },
      { adPods: [] },
    ]);
    expect(report({ endpoint: 'video' }).videoRequest).toBeUndefined();
  });
});
