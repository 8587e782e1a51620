import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { Segments } from '#src/cache/segments.ts';

const json = (content: string) => ({ type: 'json', content }) as const;

/** Puts a value that expires at 1000. */
const put = (segments: Segments, id: string, content: string): void => segments.put(id, json(content), Buffer.byteLength(content), 1000);

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

  test('take no more memory than the budget, and use it, whatever their sizes are', () => {
    const program = join(import.meta.dirname, 'memory-of-segments.ts');
    const printed = execFileSync(process.execPath, ['--expose-gc', program], { encoding: 'utf8' });
    const measured = Object.entries(JSON.parse(printed) as Record<string, { readonly peak: number; readonly stored: number }>);
    expect(measured.filter(([, { peak }]) => peak > 9 / 8)).toEqual([]);
    // Each entry counts more than the content of a tiny one.
    expect(measured.filter(([name, { stored }]) => stored < (name === 'tiny' ? 0.05 : 0.8))).toEqual([]);
    expect(measured).toHaveLength(6);
  });
});
