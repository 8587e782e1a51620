import { describe, expect, test } from 'vitest';
import { slotCount, slotsOf } from '#src/auction/endpoints/video/imps.ts';

const slots = (seconds: number, durations: number[], isExact: boolean, fillsShortPods = false): string =>
  slotsOf(7, seconds, { durations, isExact, fillsShortPods })
    .map(({ minduration, maxduration }) => `${minduration ?? ''}-${maxduration}`)
    .join(' ');

describe('a pod', () => {
  test.each([
    [60, [15, 30], '-30 -30 -30 -30'],
    [70, [15, 30], '-30 -30 -30 -30'],
    [10, [15, 30], ''],
    [30, [30, 15], '-30 -30'],
  ])('of %d s for durations %j has the slots %s', (seconds, durations, wanted) => {
    expect(slots(seconds, durations, false)).toBe(wanted);
  });

  test.each([
    [60, [15, 30], '15-15 15-15 30-30 30-30'],
    [60, [30, 15], '30-30 30-30 15-15 15-15'],
    [75, [15, 30], '15-15 15-15 30-30 30-30 30-30'],
    [20, [10, 20, 30], '10-10 20-20 30-30'],
    [90, [30], '30-30 30-30 30-30'],
    [5, [30], '30-30'],
  ])('of %d s for exactly %j has the slots %s', (seconds, durations, wanted) => {
    expect(slots(seconds, durations, true)).toBe(wanted);
  });

  test('shorter than any ad has one slot per duration in the Java variant', () => {
    expect(slots(10, [15, 30], false, true)).toBe('-30 -30');
  });

  test('numbers its slots from 0', () => {
    expect(slotsOf(7, 30, { durations: [15], isExact: false, fillsShortPods: false }).map(({ id }) => id)).toEqual(['7_0', '7_1']);
  });

  test('may have more durations than fit on a stack', () => {
    const durations = Array.from({ length: 300_000 }, (_, i) => i + 1);
    expect(slotCount(10, { durations, isExact: false, fillsShortPods: false })).toBe(10);
  });
});
