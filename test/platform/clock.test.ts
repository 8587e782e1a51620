import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '#src/platform/clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

const DAY_MS = 86_400_000;

test('a delay of more than 25 days, such as the interval of a refresh, is waited for completely', () => {
  vi.useFakeTimers();
  const called = vi.fn();
  systemClock.after(60 * DAY_MS, called);
  vi.advanceTimersByTime(60 * DAY_MS - 1);
  expect(called).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(called).toHaveBeenCalledTimes(1);
});

test.each([1, 30])('such a delay can be cancelled after %i days', (days) => {
  vi.useFakeTimers();
  const called = vi.fn();
  const cancel = systemClock.after(60 * DAY_MS, called);
  vi.advanceTimersByTime(days * DAY_MS);
  cancel();
  vi.advanceTimersByTime(60 * DAY_MS);
  expect(called).not.toHaveBeenCalled();
});
