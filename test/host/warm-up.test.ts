/** The auctions before a host is ready. */
import { afterAll, describe, expect, test } from 'vitest';
import generic from '#src/bidders/adapters/generic.ts';
import { type KnownBidder, makeRegistry } from '#src/bidders/registry.ts';
import { warmUp } from '#src/host/warm-up.ts';
import { systemClock } from '#src/platform/clock.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { type BidderServer, bidderServer } from '#test/helpers/host.ts';
import { nonZero } from '#test/helpers/metrics.ts';
import { registryOf, testConfig, testServices } from '#test/helpers/services.ts';

const partner: BidderServer = await bidderServer((_request, response) => response.end());
afterAll(() => partner.close());

const config = testConfig({ adapters: { generic: { enabled: true, endpoint: partner.origin, endpoint_compression: 'gzip' } } });
const core = makeRegistry([generic], config, { now: () => 0, random: () => 0n, uuid: () => '', version: '' }).known('generic');

describe('the warm-up', () => {
  test('runs auctions with bids of its own bidder, without calls of partners, metrics or log lines of the host', async () => {
    if (!core) throw new Error('generic is not known');
    const metrics = new MetricsRegistry();
    const lines: string[] = [];
    const log = (level: string) => (_data: object, message: string) => void lines.push(`${level}: ${message}`);
    const read: (number | undefined)[] = [];
    const adapter: KnownBidder['adapter'] = {
      ...core.adapter,
      makeBids: (...args) => {
        const made = core.adapter.makeBids(...args);
        read.push(made.result?.bids.length);
        return made;
      },
    };
    const services = testServices({
      clock: systemClock as never,
      metrics,
      log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') } as never,
      bidders: registryOf({ code: 'generic', syncKey: 'generic', info: core.info, adapter }),
    });
    await warmUp(services);
    expect([...new Set(read)]).toEqual([2]);
    expect({ requests: partner.requests, metrics: nonZero(metrics.expose()), lines }).toEqual({ requests: [], metrics: {}, lines: [] });
  });

  /** Calls of the warm-up's bidder on a host with these settings. */
  const callsOf = async (settings: object): Promise<number> => {
    if (!core) throw new Error('generic is not known');
    let calls = 0;
    const adapter: KnownBidder['adapter'] = {
      ...core.adapter,
      makeRequests: (...args) => {
        calls++;
        return core.adapter.makeRequests(...args);
      },
    };
    const bidders = registryOf({ code: 'generic', syncKey: 'generic', info: core.info, adapter });
    await warmUp(testServices({ clock: systemClock as never, settings, bidders }));
    return calls;
  };

  test('runs as many auctions as warm_up_auctions says', async () => {
    const calls: number[] = [];
    for (const warm_up_auctions of [0, 1, 2, 3]) calls.push(await callsOf({ warm_up_auctions }));
    // Three bidders each; the first auction is subject to the GDPR, without consent to a call.
    expect(calls).toEqual([0, 0, 3, 6]);
  });

  test.each(['go', 'java'])('calls its bidder on a host of the %s variant that requires known accounts', async (variant) => {
    const settings = { variant, account_required: true, account_defaults: { disabled: true }, warm_up_auctions: 2 };
    expect(await callsOf(settings)).toBe(3);
  });

  test('is left out without the bidder it needs', async () => {
    const services = testServices({ bidders: registryOf() });
    await warmUp(services);
    expect(services.transport.sent).toEqual([]);
  });
});
