import { beforeEach, describe, expect, test } from 'vitest';
import { AbortScope } from '#src/auction/abort-scope.ts';
import { silentLog } from '#src/outside/log.ts';
import { MetricsRegistry } from '#src/outside/metrics.ts';
import { Guard } from '#src/stores/guard.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const fails = async (): Promise<never> => Promise.reject(new Error('gone'));
const works = async (): Promise<string> => 'answer';
const never = (): Promise<never> => new Promise(() => {});

describe('a guard', () => {
  let clock: WoundClock;
  let metrics: MetricsRegistry;
  let said: string[];
  let resets: number;
  let guard: Guard;
  beforeEach(() => {
    clock = new WoundClock();
    metrics = new MetricsRegistry();
    said = [];
    resets = 0;
    const log = {
      ...silentLog,
      info: (_: object, text: string) => void said.push(text),
      error: (_: object, text: string) => void said.push(text),
    };
    guard = new Guard('db', { clock, log, metrics }, () => void resets++);
  });
  const sicken = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) await guard.run(fails, 50);
  };

  test('hands on answers and failures', async () => {
    expect(await guard.run(works, 50)).toEqual({ kind: 'answer', value: 'answer' });
    expect(await guard.run(fails, 50)).toMatchObject({ kind: 'failed', failure: 'lost', cause: { message: 'gone' } });
    expect(await guard.run(() => Promise.reject('text' as never), 50)).toMatchObject({ cause: { message: 'text' } });
  });

  test('ends waits in time', async () => {
    const waiting = guard.run(never, 50);
    clock.wind(50);
    expect(await waiting).toMatchObject({ failure: 'late', cause: { message: 'no answer within 50 ms' } });
    expect(clock.pending).toBe(0);
  });

  test('stops asking after three failures in a row, for longer and longer', async () => {
    await sicken();
    expect(await guard.run(works, 50)).toMatchObject({ failure: 'refused' });
    expect([resets, metrics.text().includes('store_up{store="db"} 0')]).toEqual([1, true]);
    clock.wind(100);
    expect(await guard.run(fails, 50)).toMatchObject({ failure: 'lost' });
    clock.wind(199);
    expect(await guard.run(works, 50)).toMatchObject({ failure: 'refused' });
    clock.wind(1);
    expect(await guard.run(works, 50)).toMatchObject({ kind: 'answer' });
    expect(await guard.run(works, 50)).toMatchObject({ kind: 'answer' });
    expect(metrics.text()).toContain('store_up{store="db"} 1');
    expect(said).toEqual(['a store does not answer: what is cached serves', 'a store answers again']);
  });

  test('lets one call through after a pause, not all', async () => {
    await sicken();
    clock.wind(100);
    const probe = guard.run(never, 50);
    expect(await guard.run(works, 50)).toMatchObject({ failure: 'refused' });
    clock.wind(50);
    expect(await probe).toMatchObject({ failure: 'late' });
  });

  test('takes some errors for answers', async () => {
    for (let i = 0; i < 5; i++) expect(await guard.run(fails, 50, { isAnswer: () => true })).toMatchObject({ failure: 'lost' });
    expect(await guard.run(works, 50)).toMatchObject({ kind: 'answer' });
  });

  test('judges nobody by a call that whoever waited gave up', async () => {
    for (let i = 0; i < 5; i++) {
      const scope = new AbortScope();
      const given = guard.run(never, 50, { scope });
      scope.abort();
      expect(await given).toMatchObject({ failure: 'lost' });
    }
    expect(await guard.run(works, 50)).toMatchObject({ kind: 'answer' });
  });

  test('refuses to pile up calls', async () => {
    for (let i = 0; i < 1000; i++) void guard.run(never, 50);
    expect(await guard.run(works, 50)).toMatchObject({ failure: 'refused', cause: { message: 'too many calls are under way' } });
    clock.wind(50);
  });
});
