import { expect, test } from 'vitest';
import { RateLimit } from '#src/http/rate-limit.ts';
import { WoundClock } from '#test/helpers/clock.ts';

test('an address regains its calls after a second, and a part of them sooner', () => {
  const clock = new WoundClock(0);
  const limit = new RateLimit(4, clock);
  const many = (): boolean[] => Array.from({ length: 5 }, () => limit.allows('a'));
  expect(many()).toEqual([true, true, true, true, false]);
  clock.wind(500);
  expect(many()).toEqual([true, true, false, false, false]);
  clock.wind(60_000);
  expect(many()).toEqual([true, true, true, true, false]);
  expect(limit.allows('b')).toBe(true);
});
