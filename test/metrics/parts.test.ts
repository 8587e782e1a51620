import { describe, expect, test } from 'vitest';
import type { BidCache } from '#src/cache/contract.ts';
import { AbortScope } from '#src/lang/abort-scope.ts';
import { measuredCache } from '#src/metrics/bid-cache.ts';
import { queueTimes } from '#src/metrics/queue-time.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { nonZero } from '#test/helpers/metrics.ts';

const address = { scheme: '', host: '', path: '' };

describe('the bid cache', () => {
  test('is timed by success, waiting or not', async () => {
    const metrics = new MetricsRegistry();
    const clock = new WoundClock();
    const cache = measuredCache(
      {
        address,
        put: (puts) => {
          if (puts.length === 0) return { ids: [], errors: ['full'] };
          return new Promise((resolve) => {
            clock.after(30, () => resolve({ ids: ['a'], errors: [] }));
          });
        },
      },
      metrics,
      clock,
    );
    expect([cache.address, cache.put([], 10)]).toEqual([address, { ids: [], errors: ['full'] }]);
    const later = cache.put([{ type: 'xml', value: '' }], 10);
    clock.wind(30);
    expect(await later).toEqual({ ids: ['a'], errors: [] });
    expect(nonZero(metrics.expose(), 'prebidcache_write_time_seconds', 'prebidcache_write_time_seconds_sum')).toEqual({
      'prebidcache_write_time_seconds_count{success="true"}': 1,
      'prebidcache_write_time_seconds_sum{success="true"}': 0.03,
      'prebidcache_write_time_seconds_count{success="false"}': 1,
    });
  });

  test('can be cancelled by its auction', () => {
    const received: unknown[] = [];
    const put: BidCache['put'] = (_puts, ...rest) => {
      received.push(rest);
      return { ids: [], errors: [] };
    };
    const scope = new AbortScope();
    void measuredCache({ address, put }, new MetricsRegistry(), new WoundClock()).put([], 10, scope);
    expect(received).toEqual([[10, scope]]);
  });
});

describe('time in the queue', () => {
  test("is the header's value, by whether the request continued", () => {
    const metrics = new MetricsRegistry();
    const note = queueTimes(metrics, 'X-Request-Time');
    note({ 'x-request-time': '3.5' }, true);
    note({ 'x-request-time': '40' }, false);
    note({ 'x-request-time': 'long' }, false);
    note({}, true);
    queueTimes(metrics, '')({ '': '1' }, true);
    expect(nonZero(metrics.expose(), 'request_queue_time', 'request_queue_time_sum')).toEqual({
      'request_queue_time_count{request_type="video",request_status="requestAcceptedLabel"}': 1,
      'request_queue_time_sum{request_type="video",request_status="requestAcceptedLabel"}': 3.5,
      'request_queue_time_count{request_type="video",request_status="requestRejectedLabel"}': 1,
      'request_queue_time_sum{request_type="video",request_status="requestRejectedLabel"}': 40,
    });
  });
});
