import { bufferTime, delay, interval, NEVER, of, take, timeout, timer } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { clockScheduler } from '#streams/clock-scheduler.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { drawn } from '#test/helpers/marbles.ts';

describe('a scheduler over a clock', () => {
  test('runs timer, interval, delay, bufferTime and timeout', () => {
    drawn(({ clock, cold, expectObservable }) => {
      const scheduler = clockScheduler(clock);
      expectObservable(timer(3, scheduler)).toBe('---(0|)', [0]);
      expectObservable(interval(2, scheduler).pipe(take(3))).toBe('--0-1-(2|)', [0, 1, 2]);
      expectObservable(cold('a-b|').pipe(delay(2, scheduler))).toBe('--a-(b|)');
      expectObservable(cold('ab--c|').pipe(bufferTime(3, scheduler))).toBe('---x-(y|)', { x: ['a', 'b'], y: ['c'] });
      expectObservable(cold('a----b|').pipe(timeout({ each: 3, with: () => of('late'), scheduler }))).toBe('a--(l|)', {
        a: 'a',
        l: 'late',
      });
    });
  });

  test('drops its timers without subscribers', () => {
    const clock = new WoundClock();
    const scheduler = clockScheduler(clock);
    const subscriptions = [
      interval(2, scheduler).subscribe(),
      timer(3, scheduler).subscribe(),
      NEVER.pipe(timeout({ each: 5, scheduler })).subscribe(),
    ];
    expect(clock.pending).toBe(3);
    for (const subscription of subscriptions) subscription.unsubscribe();
    expect(clock.pending).toBe(0);
  });

  test('replaces pending work with later scheduled work', () => {
    const clock = new WoundClock();
    const ran: (number | undefined)[] = [];
    const action = clockScheduler(clock).schedule<number>((state) => ran.push(state), 5, 1);
    clock.wind(4);
    (action as unknown as { schedule(state: number, delay: number): void }).schedule(2, 5);
    clock.wind(4);
    expect(ran).toEqual([]);
    clock.wind(1);
    expect(ran).toEqual([2]);
  });

  test('has the time of its clock', () => {
    const clock = new WoundClock(1000);
    clock.wind(5);
    expect(clockScheduler(clock).now()).toBe(1005);
  });
});
