import fc from 'fast-check';
import { expect, test } from 'vitest';
import { healthCourse } from '#machines/bidder-health.ts';
import { hostSchema } from '#src/config/schema.ts';
import { silentLog } from '#src/outside/log.ts';
import { MetricsRegistry } from '#src/outside/metrics.ts';
import { HealthBook } from '#streams/health.ts';
import { runs } from './runs.ts';

/** Streaks of calls that go well or not. */
const streaks = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 60 })), { maxLength: 15 });

function aBook(next: () => number, throttle_window = 20): HealthBook {
  const { http_client } = hostSchema.parse({ http_client: { throttle: { enable_throttling: true, throttle_window } } });
  return new HealthBook(http_client, { random: { next }, metrics: new MetricsRegistry(), log: silentLog, course: healthCourse });
}

test('a bidder is healthy exactly while less than a fifth of its calls fail, as a moving share', () => {
  fc.assert(
    fc.property(streaks, fc.integer({ min: 1, max: 100 }), (all, window) => {
      const book = aBook(() => 0.999, window);
      let share = 0;
      for (const [well, count] of all) {
        for (let i = 0; i < count; i++) {
          book.note('a', well);
          share = share * (1 - 1 / window) + (well ? 0 : 1 / window);
          expect(book.failureShare('a')).toBeCloseTo(share, 10);
          expect(book.state('a') === 'healthy').toBe(book.failureShare('a') < 0.2);
        }
      }
    }),
    runs(60),
  );
});

test('whatever a bidder did, at least a tenth of its calls go out, and a healthy one is never refused', () => {
  fc.assert(
    fc.property(streaks, (all) => {
      let drawn = 0;
      const book = aBook(() => (drawn++ % 100) / 100);
      for (const [well, count] of all) for (let i = 0; i < count; i++) book.note('a', well);
      let admitted = 0;
      for (let i = 0; i < 100; i++) if (book.admit('a') === undefined) admitted++;
      expect(admitted).toBeGreaterThanOrEqual(book.state('a') === 'healthy' ? 100 : 10);
    }),
  );
});

test('whatever a bidder did, it recovers once it answers', () => {
  fc.assert(
    fc.property(streaks, (all) => {
      const book = aBook(() => 0.999);
      for (const [well, count] of all) for (let i = 0; i < count; i++) book.note('a', well);
      for (let i = 0; i < 40; i++) book.note('a', true);
      expect(book.state('a')).toBe('healthy');
    }),
  );
});
