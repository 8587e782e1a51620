import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
