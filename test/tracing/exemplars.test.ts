import { expect, test } from 'vitest';
import type { Auction } from '#src/auction/auction.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { storeExemplars } from '#src/tracing/exemplars.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { testServices } from '#test/helpers/services.ts';

const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', at: 1_767_225_600_000 };

function stored(over: Partial<Auction>): unknown[] {
  const calls: unknown[] = [];
  const metrics = new MetricsRegistry();
  metrics.trace = (...call) => void calls.push(call);
  storeExemplars(endedAuction(testServices({}), undefined, over), trace, 0.25, metrics);
  return calls;
}

const outcomes: Auction['outcomes'] = [
  { bidder: 'own', core: 'alpha', kind: 'no-bid', ms: 120, calls: [] },
  { bidder: 'beta', kind: 'timeout', ms: 200, calls: [] },
];
const OF_BIDDERS = [
  ['adapter_request_time_seconds', { adapter: 'alpha' }, { ...trace, value: 0.12 }],
  ['adapter_request_time_seconds', { adapter: 'beta' }, { ...trace, value: 0.2 }],
];

test('the durations of an auction and of its bidders, by their adapters, have its trace', () => {
  const ofAuction = ['request_time_seconds', { request_type: 'openrtb2-web' }, { ...trace, value: 0.25 }];
  expect(stored({ outcomes })).toEqual([ofAuction, ...OF_BIDDERS]);
});

test('a rejected auction is in no histogram of auctions', () => {
  expect(stored({ outcomes, rejection: { kind: 'invalid', messages: [] } as never })).toEqual(OF_BIDDERS);
});
