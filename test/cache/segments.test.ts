import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { Segments } from '#src/cache/segments.ts';

const json = (content: string) => ({ type: 'json', content }) as const;

/** Puts a value that expires at 1000. */
const put = (segments: Segments, id: string, content: string): void => segments.put(id, json(content), Buffer.byteLength(content), 1000);

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes allocated outside the heap. One collection finds what is unused, the next one counts without it. */
const allocated = (): number => {
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
};

const BUDGET = 16 * 1024 * 1024;
const SEGMENT = BUDGET / 16;
const values = (count: number, length: (index: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => Math.floor(length(i)));

describe('values in segments', () => {
  test('a value is returned as it was stored, in any script', () => {
    const segments = new Segments(10_000);
    for (const [id, content] of [
      ['a', '{"adm":"x"}'],
      ['b', 'żółw €'],
      ['c', '😀'],
      ['d', ''],
    ] as const)
      put(segments, id, content);
    expect(['a', 'b', 'c', 'd', 'e'].map((id) => segments.find(id, 0)?.content)).toEqual(['{"adm":"x"}', 'żółw €', '😀', '', undefined]);
  });

  test('an expired value is removed when it is looked for', () => {
    const segments = new Segments(10_000);
    put(segments, 'a', 'x');
    expect([segments.has('a', 999), segments.bytes, segments.has('a', 1000), segments.find('a', 0), segments.bytes]).toEqual([
      true,
      130,
      false,
      undefined,
      0,
    ]);
  });

  test('the oldest values are discarded for new ones, but not those that were read', () => {
    const segments = new Segments(16 * 400);
    for (let i = 0; i < 100; i++) {
      put(segments, `id-${i}`, 'x'.repeat(60));
      expect(segments.find('id-0', 0)?.content).toBe('x'.repeat(60));
    }
    const stored = Array.from({ length: 100 }, (_, i) => i).filter((i) => segments.has(`id-${i}`, 0));
    expect([stored[0], stored[1], stored.at(-1)]).toEqual([0, 71, 99]);
    expect(segments.bytes).toBeLessThanOrEqual(segments.maxBytes);
  });

  test('values that are read again and again take no memory beyond the budget', () => {
    const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
    const segments = new Segments(16 * 1000);
    const ids = Array.from({ length: 20 }, (_, i) => `id-${i}`);
    for (const id of ids) put(segments, id, 'x'.repeat(200));
    for (let round = 0; round < 50; round++) for (const id of ids) expect(segments.find(id, 0)).toBeDefined();
    expect(allocate.mock.calls.length).toBeLessThanOrEqual(17);
    allocate.mockRestore();
  });

  test('a value larger than a segment has its own', () => {
    const segments = new Segments(16 * 400);
    put(segments, 'small', 'x');
    put(segments, 'large', 'y'.repeat(5000));
    put(segments, 'next', 'z');
    expect(['small', 'large', 'next'].map((id) => segments.find(id, 0)?.content.length)).toEqual([1, 5000, 1]);
  });

  test('values in a segment that is used again are those written last', () => {
    const segments = new Segments(1600);
    for (let i = 0; i < 50; i++) put(segments, `id-${i}`, String(i).repeat(20));
    const stored = Array.from({ length: 50 }, (_, i) => i).filter((i) => segments.has(`id-${i}`, 0));
    expect(stored.length).toBeGreaterThan(3);
    for (const i of stored) expect(segments.find(`id-${i}`, 0)?.content).toBe(String(i).repeat(20));
  });

  test.each<[name: string, lengths: number[], stored: number]>([
    ['a little over half a segment', values(60, () => SEGMENT * 0.55), 0.9],
    ['a little over a third of a segment', values(100, () => SEGMENT * 0.35), 0.9],
    ['small ones after each that is larger than a segment', values(60, (i) => (i % 2 === 0 ? 100 : SEGMENT * 1.05)), 0.9],
    ['any size', values(2000, (i) => SEGMENT * ((i * 0.618) % 1) ** 8), 0.85],
    ['of the size of bids', values(20_000, () => 1500), 0.8],
    ['tiny', values(200_000, () => 10), 0.05],
  ])('values of these sizes take no more memory than the budget, and use it: %s', (_name, lengths, share) => {
    const before = allocated();
    const segments = new Segments(BUDGET);
    let peak = 0;
    for (const [i, length] of lengths.entries()) {
      put(segments, `id-${i}`, 'x'.repeat(length));
      if (i % Math.ceil(lengths.length / 12) === 0) peak = Math.max(peak, allocated() - before);
    }
    let stored = 0;
    for (const [i, length] of lengths.entries()) stored += segments.has(`id-${i}`, 0) ? length : 0;
    expect(peak).toBeLessThanOrEqual((BUDGET * 9) / 8);
    expect(stored).toBeGreaterThanOrEqual(BUDGET * share);
  });
});
