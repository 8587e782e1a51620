import { describe, expect, test } from 'vitest';
import { toBytes, toMillis } from '#src/config/units.ts';

describe('sizes', () => {
  test.each([
    ['2MB', 2_000_000],
    ['64 KiB', 65_536],
    ['1.5kb', 1500],
    ['100', 100],
    ['7B', 7],
    [2048, 2048],
  ])('%s is %i bytes', (text, bytes) => {
    expect(toBytes(text)).toBe(bytes);
  });

  test.each(['', 'MB', '2 parsecs', '-1MB', -1, 1.5, '1e3'])('%s is invalid', (text) => {
    expect(toBytes(text)).toBeUndefined();
  });
});

describe('durations', () => {
  test.each([
    ['900s', 900_000],
    ['15m', 900_000],
    ['2h', 7_200_000],
    ['1h30m', 5_400_000],
    ['1.5s', 1500],
    ['250ms', 250],
    ['20', 20],
    [30, 30],
  ])('%s is %i ms', (text, millis) => {
    expect(toMillis(text)).toBe(millis);
  });

  test.each(['', 's', '5 minutes', '-5s', -1, Number.NaN])('%s is invalid', (text) => {
    expect(toMillis(text)).toBeUndefined();
  });
});
