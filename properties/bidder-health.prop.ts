import fc from 'fast-check';
import { expect, test } from 'vitest';
import { healthTransitions } from '#machines/bidder-health.ts';
import { HealthTracker } from '#src/bidders/health.ts';
import { hostSchema } from '#src/config/schema.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { failureShare, healthOf } from '#test/helpers/metrics.ts';
import { runs } from './runs.ts';

/** Runs of successful or failed calls. */
const streaks = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 60 })), { maxLength: 15 });

function aTracker(next: () => number, throttle_window = 20) {
  const { http_client } = hostSchema.parse({ http_client: { throttle: { enable_throttling: true, throttle_window } } });
  const metrics = new MetricsRegistry();
  const tracker = new HealthTracker(http_client, {
    random: { next },
    metrics,
    log: silentLog,
    transitions: healthTransitions,
  });
  return { tracker, metrics };
}

test('a bidder is healthy exactly while the moving failure rate is below a fifth', () => {
  fc.assert(
    fc.property(streaks, fc.integer({ min: 1, max: 100 }), (all, window) => {
      const { tracker, metrics } = aTracker(() => 0.999, window);
      let share = 0;
      for (const [well, count] of all) {
        for (let i = 0; i < count; i++) {
          tracker.note('a', well);
          share = share * (1 - 1 / window) + (well ? 0 : 1 / window);
          const found = failureShare(metrics, 'a');
          expect(found).toBeCloseTo(share, 10);
          expect(healthOf(metrics, 'a') === 'healthy').toBe(Number(found) < 0.2);
        }
      }
    }),
    runs(60),
  );
});

test("at least a tenth of a bidder's calls are sent, and a healthy bidder is never throttled", () => {
  fc.assert(
    fc.property(streaks, (all) => {
      let drawn = 0;
      const { tracker, metrics } = aTracker(() => (drawn++ % 100) / 100);
      for (const [well, count] of all) for (let i = 0; i < count; i++) tracker.note('a', well);
      let admitted = 0;
      for (let i = 0; i < 100; i++) if (tracker.admit('a') === undefined) admitted++;
      expect(admitted).toBeGreaterThanOrEqual(healthOf(metrics, 'a') === 'healthy' ? 100 : 10);
    }),
  );
});

test('a bidder recovers once it responds', () => {
  fc.assert(
    fc.property(streaks, (all) => {
      const { tracker, metrics } = aTracker(() => 0.999);
      for (const [well, count] of all) for (let i = 0; i < count; i++) tracker.note('a', well);
      for (let i = 0; i < 40; i++) tracker.note('a', true);
      expect(healthOf(metrics, 'a')).toBe('healthy');
    }),
  );
});
