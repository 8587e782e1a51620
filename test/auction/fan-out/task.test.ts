import { describe, expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { fanOut } from '#src/auction/fan-out.ts';
import { unlimited } from '#src/auction/privacy/decision.ts';
import type { Adapter, BidderError, Call } from '#src/bidders/bidder.ts';
import { badInput } from '#src/bidders/errors.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { aBidder, anAuction, plainAdapter, validRequest } from '#test/helpers/auction.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';

/** Fans an auction with some imps out to the bidder alpha. */
function fannedOut(settings: HostConfigInput, adapter: Adapter, imps: number, over: Partial<Auction>): Auction {
  const services = testServices({ bidders: registryOf(aBidder('alpha', { adapter })), settings });
  const auction = anAuction(services, validRequest(['alpha'], imps), over);
  auction.privacy.set('alpha', unlimited);
  void fanOut(auction, services);
  return auction;
}

const callOf = (...impIds: string[]): Call => ({ method: 'POST', uri: 'http://bidder.example', headers: {}, body: '{}', impIds });
const making = (calls: Call[], errors: BidderError[] = []): Adapter => ({
  ...plainAdapter('alpha'),
  makeRequests: () => ({ calls, errors }),
});

const tmax_adjustments = {
  enabled: true,
  bidder_response_duration_min_ms: 100,
  bidder_network_latency_buffer_ms: 50,
  pbs_response_preparation_duration_ms: 60,
};

test('a request without a deadline has its own tmax, if any', () => {
  const request = { ...validRequest(), tmax: undefined };
  const services = testServices({ bidders: registryOf(aBidder('alpha')), settings: { tmax_adjustments } });
  const auction = anAuction(services, request);
  auction.privacy.set('alpha', unlimited);
  void fanOut(auction, services);
  expect(auction.tasks[0]?.request.tmax).toBeUndefined();
});

test('calls for which too little time is left have one error each, after those of the adapter', () => {
  const adapter = making([callOf('imp-1'), callOf('imp-3')], [badInput('bad imp')]);
  const auction = fannedOut({ tmax_adjustments }, adapter, 3, { deadlineAt: testServices().clock.now() + 160 });
  const noTime = { code: 1, message: 'exceeded tmax duration' };
  expect(auction.diagnostics.errors.get('alpha')).toEqual([{ code: 2, message: 'bad imp' }, noTime, noTime]);
  expect(auction.nonBids.map(({ impId, code }) => `${impId}: ${code}`)).toEqual(['imp-2: 200', 'imp-1: 100', 'imp-3: 100']);
});

describe('a stored bid response in the Java variant', () => {
  const stored = { bidder: 'alpha', impId: 'imp-1', body: '{}', replaceImpId: true };
  const taskOf = (calls: Call[], imps: number, over: Partial<Auction> = {}) =>
    fannedOut({ variant: 'java' }, making(calls), imps, { storedBidResponses: [stored], ...over }).tasks[0];

  test("replaces the response to the adapter's call for the only imp", () => {
    const call = callOf('imp-1');
    expect(taskOf([call], 1)).toMatchObject({ calls: [], storedResponses: [{ ...stored, call }], request: { imp: [{ id: 'imp-1' }] } });
    const over = { storedAuctionResponses: new Map([['imp-2', '[]']]) };
    expect(taskOf([call], 2, over)?.storedResponses).toEqual([{ ...stored, call }]);
  });

  test('is not used if the adapter makes several calls, or none', () => {
    const calls = [callOf('imp-1'), callOf('imp-1')];
    expect(taskOf(calls, 1)).toMatchObject({ calls, storedResponses: [] });
    expect(taskOf([], 1)).toMatchObject({ calls: [], storedResponses: [] });
  });

  test('replaces its imp in an auction with several', () => {
    const call = callOf('imp-2');
    expect(taskOf([call], 2)).toMatchObject({ calls: [call], storedResponses: [stored] });
  });
});
