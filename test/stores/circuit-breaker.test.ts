import { beforeEach, describe, expect, test } from 'vitest';
import { AbortScope } from '#src/lang/abort-scope.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { Guard } from '#src/stores/circuit-breaker.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const fails = async (): Promise<never> => Promise.reject(new Error('gone'));
const works = async (): Promise<string> => 'response';
const never = (): Promise<never> => new Promise(() => {});

describe('a circuit breaker', () => {
  let clock: WoundClock;
  let metrics: MetricsRegistry;
  let logged: string[];
  let resets: number;
  let guard: Guard;
  beforeEach(() => {
    clock = new WoundClock();
    metrics = new MetricsRegistry();
    logged = [];
    resets = 0;
    const log = {
      ...silentLog,
      info: (_: object, message: string) => void logged.push(message),
      error: (_: object, message: string) => void logged.push(message),
    };
    guard = new Guard('db', { clock, log, metrics }, () => void resets++);
  });
  const degrade = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) await guard.run(fails, 50);
  };

  test('passes on responses and failures', async () => {
    expect(await guard.run(works, 50)).toEqual({ kind: 'response', value: 'response' });
    expect(await guard.run(fails, 50)).toMatchObject({ kind: 'failed', failure: 'lost', cause: { message: 'gone' } });
    expect(await guard.run(() => Promise.reject('text' as never), 50)).toMatchObject({ cause: { message: 'text' } });
  });

  test('enforces timeouts', async () => {
    const waiting = guard.run(never, 50);
    clock.wind(50);
    expect(await waiting).toMatchObject({ failure: 'timeout', cause: { message: 'no response within 50 ms' } });
    expect(clock.pending).toBe(0);
  });

  describe('for callers with less time than a service has', () => {
    let guardWithMin: Guard;
    beforeEach(() => {
      guardWithMin = new Guard('db', { clock, log: silentLog, metrics, minTimeoutMs: 25 }, () => void resets++);
    });
    /** Three calls with a timeout of 1 ms, each judged 25 ms after its begin. */
    const callBriefly = async (work: () => Promise<unknown>, scope?: AbortScope): Promise<void> => {
      for (let i = 0; i < 3; i++) {
        const given = guardWithMin.run(work, 1, { scope });
        clock.wind(1);
        expect(await given).toMatchObject({ failure: 'timeout' });
        scope?.abort();
        for (const ms of [14, 10]) {
          clock.wind(ms);
          await new Promise(setImmediate);
        }
      }
    };

    test('does not count a response after their time as a failure', async () => {
      await callBriefly(() => new Promise((resolve) => void clock.after(10, () => resolve('x'))));
      expect(await guardWithMin.run(works, 50)).toMatchObject({ kind: 'response' });
    });

    test('does not count calls that end themselves in that time', async () => {
      await callBriefly(() => Promise.reject(new Error('context deadline exceeded')));
      expect(await guardWithMin.run(works, 50)).toMatchObject({ kind: 'response' });
    });

    test('counts a service that does not respond at all, also after they have gone', async () => {
      await callBriefly(never, new AbortScope());
      expect([resets, await guardWithMin.run(works, 50)]).toMatchObject([1, { failure: 'rejected' }]);
    });

    test('counts it if they cancel their calls', async () => {
      for (let i = 0; i < 3; i++) {
        const scope = new AbortScope();
        const given = guardWithMin.run(never, 50, { scope });
        scope.abort();
        expect(await given).toMatchObject({ failure: 'lost' });
        clock.wind(25);
        await new Promise(setImmediate);
      }
      expect([resets, await guardWithMin.run(works, 50)]).toMatchObject([1, { failure: 'rejected' }]);
    });
  });

  test('uses the host’s limits: failures within a time window, then pauses of equal length', async () => {
    const limits = { failures: 2, withinMs: 1000, pauseMs: 500, maxPauseMs: 500 };
    const own = new Guard('db', { clock, log: silentLog, metrics, limits });
    await own.run(fails, 50);
    clock.wind(1001);
    await own.run(fails, 50);
    expect(await own.run(works, 50)).toMatchObject({ kind: 'response' });
    await own.run(fails, 50);
    await own.run(fails, 50);
    clock.wind(499);
    expect(await own.run(works, 50)).toMatchObject({ failure: 'rejected' });
    clock.wind(1);
    expect(await own.run(fails, 50)).toMatchObject({ failure: 'lost' });
    clock.wind(500);
    expect(await own.run(works, 50)).toMatchObject({ kind: 'response' });
  });

  test('stops calling after three consecutive failures, for growing pauses', async () => {
    await degrade();
    expect(await guard.run(works, 50)).toMatchObject({ failure: 'rejected' });
    expect([resets, metrics.expose().includes('store_up{store="db"} 0')]).toEqual([1, true]);
    clock.wind(100);
    expect(await guard.run(fails, 50)).toMatchObject({ failure: 'lost' });
    clock.wind(199);
    expect(await guard.run(works, 50)).toMatchObject({ failure: 'rejected' });
    clock.wind(1);
    expect(await guard.run(works, 50)).toMatchObject({ kind: 'response' });
    expect(await guard.run(works, 50)).toMatchObject({ kind: 'response' });
    expect(metrics.expose()).toContain('store_up{store="db"} 1');
    expect(logged).toEqual(['store unavailable: serving cached data', 'store recovered']);
  });

  test('pauses no longer for failures of calls that were in flight before', async () => {
    const inFlight = Array.from({ length: 8 }, () => guard.run(fails, 50));
    const late = guard.run(never, 50);
    await Promise.all(inFlight);
    clock.wind(50);
    await late;
    clock.wind(49);
    expect(await guard.run(works, 50)).toMatchObject({ failure: 'rejected' });
    clock.wind(1);
    expect(await guard.run(works, 50)).toMatchObject({ kind: 'response' });
  });

  test('drops connections once for each pause, not for each call that was in flight before', async () => {
    await Promise.all(Array.from({ length: 8 }, () => guard.run(fails, 50)));
    expect(resets).toBe(1);
    clock.wind(100);
    await guard.run(fails, 50);
    expect(resets).toBe(2);
  });

  test('calls again at once when the clock is set back during a pause', async () => {
    await degrade();
    clock.wind(-3_600_000);
    expect(await guard.run(works, 50)).toEqual({ kind: 'response', value: 'response' });
  });

  test('lets one call through after a pause, not all', async () => {
    await degrade();
    clock.wind(100);
    const probe = guard.run(never, 50);
    expect(await guard.run(works, 50)).toMatchObject({ failure: 'rejected' });
    clock.wind(50);
    expect(await probe).toMatchObject({ failure: 'timeout' });
  });

  test('treats some errors as responses', async () => {
    for (let i = 0; i < 5; i++) expect(await guard.run(fails, 50, { isResponse: () => true })).toMatchObject({ failure: 'lost' });
    expect(await guard.run(works, 50)).toMatchObject({ kind: 'response' });
  });

  test('ignores the result of a cancelled call', async () => {
    for (let i = 0; i < 5; i++) {
      const scope = new AbortScope();
      const given = guard.run(never, 50, { scope });
      scope.abort();
      expect(await given).toMatchObject({ failure: 'lost' });
    }
    expect(await guard.run(works, 50)).toMatchObject({ kind: 'response' });
  });

  test('limits concurrent calls', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const given = Array.from({ length: 1000 }, () => guard.run(() => promise, 50));
    expect(await guard.run(works, 50)).toMatchObject({ failure: 'rejected', cause: { message: 'too many calls in flight' } });
    resolve('response');
    await Promise.all(given);
    expect(await guard.run(works, 50)).toEqual({ kind: 'response', value: 'response' });
  });
});
