import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { segmentName } from '#src/analytics/spool/owners.ts';
import { encodeRecord } from '#src/analytics/spool/record.ts';
import { Segment } from '#src/analytics/spool/segment.ts';
import { Spool } from '#src/analytics/spool/spool.ts';
import { WoundClock } from '#test/helpers/clock.ts';

test('a segment of an ended process that cannot be opened does not hold up the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-spool-'));
  const pathOf = (number: number): string => join(folder, segmentName(1, number, 'ended'));
  for (const number of [0, 2]) {
    const segment = await Segment.create(pathOf(number));
    await segment.append(encodeRecord({ id: 'e', at: 1, channel: 'c', text: '{}' }), 1);
    await segment.close();
  }
  mkdirSync(pathOf(1));
  const failed = vi.fn();
  const listener = { changed: () => {}, written: () => {}, lost: () => {}, corrupt: () => {}, failed };
  const settings = { folder, maxBytes: 1e6, segmentBytes: 1e5, fsync: 'never', fsyncMs: 0 } as const;
  const spool = new Spool(settings, new WoundClock(), listener);
  await spool.flush();
  expect(spool.unread.count).toBe(2);
  expect(failed).toHaveBeenCalledOnce();
  await spool.close();
  rmSync(folder, { recursive: true });
});

test('a delivered segment that cannot be deleted does not keep the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-spool-'));
  const paths = [0, 1, 2].map((number) => join(folder, segmentName(1, number, 'ended')));
  for (const path of paths) await (await Segment.create(path)).close();
  const failed = vi.fn();
  const listener = { changed: () => {}, written: () => {}, lost: () => {}, corrupt: () => {}, failed };
  const removed = vi.spyOn(Segment.prototype, 'remove').mockImplementationOnce(async function (this: Segment) {
    await this.close();
    throw new Error('not permitted');
  });
  const settings = { folder, maxBytes: 1e6, segmentBytes: 1e5, fsync: 'never', fsyncMs: 0 } as const;
  const spool = new Spool(settings, new WoundClock(), listener);
  await spool.flush();
  expect(await spool.take(1, 100)).toBeUndefined();
  removed.mockRestore();
  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('not permitted'));
  await spool.close();
  expect(readdirSync(folder)).toHaveLength(1);
  rmSync(folder, { recursive: true });
});
