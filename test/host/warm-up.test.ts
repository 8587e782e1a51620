/** The auctions before a host is ready. */
import { afterAll, describe, expect, test } from 'vitest';
import generic from '#src/bidders/adapters/generic.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import { warmUp } from '#src/host/warm-up.ts';
import { systemClock } from '#src/platform/clock.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { type BidderServer, bidderServer } from '#test/helpers/host.ts';
import { nonZero } from '#test/helpers/metrics.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';

const server: BidderServer = await bidderServer((_request, response) => response.end());
afterAll(() => server.close());

const core = {
  code: 'generic',
  syncKey: 'generic',
  info: { ...generic.info, enabled: true, endpoint: server.origin, endpointCompression: 'gzip' },
  adapter: { makeRequests: () => ({ calls: [], errors: [] }), makeBids: () => ({ bids: [], errors: [] }) },
} as unknown as KnownBidder;

describe('the warm-up', () => {
  test('runs auctions without calls of bidders, metrics or log lines of the host', async () => {
    const metrics = new MetricsRegistry();
    const lines: string[] = [];
    const log = (level: string) => (_data: object, message: string) => void lines.push(`${level}: ${message}`);
    const seen: number[] = [];
    const adapter = {
      ...core.adapter,
      makeRequests: (request: { readonly imp: readonly object[] }) => {
        seen.push(request.imp.length);
        return { calls: [], errors: [] };
      },
    } as unknown as KnownBidder['adapter'];
    const services = testServices({
      clock: systemClock as never,
      metrics,
      log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') } as never,
      bidders: registryOf({ ...core, adapter }),
    });
    await warmUp(services);
    expect([...new Set(seen)]).toEqual([2]);
    expect({ requests: server.requests, metrics: nonZero(metrics.expose()), lines }).toEqual({ requests: [], metrics: {}, lines: [] });
  });

  test('is left out without the bidder it needs', async () => {
    const services = testServices({ bidders: registryOf() });
    await warmUp(services);
    expect(services.transport.sent).toEqual([]);
  });
});
