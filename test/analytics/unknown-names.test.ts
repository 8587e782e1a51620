import { expect, test } from 'vitest';
import { unknownNamesLog } from '#src/analytics/unknown-names.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { endedAuction } from '#test/helpers/analytics.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

/** Log lines of a request with these names in `ext.srv.analytics`. */
function logged(names: readonly string[], settings: HostConfigInput, random: number): string[] | undefined {
  const warnings: string[] = [];
  const base = testServices({ settings });
  const log = { debug() {}, info() {}, error() {}, warn: (_: object, message: string) => void warnings.push(message) };
  const note = unknownNamesLog(new Set(['pubstack']), { ...base, log, random: { ...base.random, next: () => random } });
  const analytics = Object.fromEntries(names.map((name) => [name, {}]));
  note?.(endedAuction(base, { ...validRequest(), site: { page: 'https://p.example/' }, ext: { srv: { analytics } } }));
  return note && warnings;
}

test('a host of the Java variant logs unknown names, for one request in a hundred', () => {
  const settings: HostConfigInput = { variant: 'java' };
  const line = "Unknown adapters in ext.srv.analytics[].adapter: [other, more], referrer: 'https://p.example/'";
  expect(logged(['pubstack', 'other', 'more', 'options'], settings, 0.009)).toEqual([line]);
  expect(logged(['other'], settings, 0.01)).toEqual([]);
  expect(logged(['pubstack', 'options'], settings, 0)).toEqual([]);
  expect(
    logged(
      Array.from({ length: 50 }, (_, i) => `n${i}`),
      settings,
      0,
    )?.[0],
  ).toMatch(/\[n0, n1, .*, n9\]/);
});

test('a host of the Go variant logs none by default', () => {
  expect(logged(['other'], {}, 0)).toBeUndefined();
  expect(logged(['other'], { analytics: { unknown_names_sampling_rate: 1 } }, 0.99)?.length).toBe(1);
});
