import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimOrphans, renew, segmentName } from '#src/analytics/spool/owners.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'auctor-owners-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const AT = 1_700_000_000_000;

/** A segment of an owner whose process has ended, as `note` describes it. */
async function writeEnded(owner: string, note: object): Promise<void> {
  await renew(folder, 'model', AT);
  const model = JSON.parse(readFileSync(join(folder, 'model.owner'), 'utf8')) as object;
  writeFileSync(join(folder, `${owner}.owner`), JSON.stringify({ ...model, ...note }));
  writeFileSync(join(folder, segmentName(AT, 0, owner)), '');
}

const ended = (): number => spawnSync(process.execPath, ['--version']).pid;

test('segments of a process that ended are claimed at once', async () => {
  await writeEnded('other', { pid: ended() });
  expect(await claimOrphans(folder, 'own', AT)).toEqual([join(folder, segmentName(AT, 0, 'own'))]);
});

test.each([
  ['of another host', { host: 'elsewhere' }],
  ['in another container of the same name, with any number', { namespace: 'pid:[1]' }],
])('segments of a process %s are claimed when three claims find that it has not renewed its own for 20 s', async (_, note) => {
  for (const pid of [ended(), process.pid]) await writeEnded(`other-${pid}`, { ...note, pid });
  expect(await claimOrphans(folder, 'own', AT + 20_000)).toEqual([]);
  for (const at of [20_001, 25_001]) expect(await claimOrphans(folder, 'own', AT + at)).toEqual([]);
  expect((await claimOrphans(folder, 'own', AT + 30_001)).length).toBe(2);
  expect(readdirSync(folder).filter((name) => name.endsWith('.owner'))).toEqual(['model.owner']);
});

test('segments of a running process are left alone after a jump of the clock', async () => {
  const running = { pid: process.ppid };
  await writeEnded('other', running);
  for (let at = AT + 3_600_000; at < AT + 3_700_000; at += 5000) {
    expect(await claimOrphans(folder, 'own', at)).toEqual([]);
    expect(await claimOrphans(folder, 'own', at)).toEqual([]);
    await writeEnded('other', { ...running, at });
  }
});

test('a removed folder is there again with the next renewal', async () => {
  await renew(folder, 'own', AT);
  rmSync(folder, { recursive: true });
  await renew(folder, 'own', AT + 5000);
  expect(readdirSync(folder)).toEqual(['own.owner']);
});
