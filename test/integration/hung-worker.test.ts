/** A host of real processes whose workers hang, in a module that never returns or by a signal, and whose disk is full meanwhile. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTap } from '#test/helpers/tap-client.ts';
import { type AuctorProcess, startAuctor } from './host.ts';
import { until } from './servers.ts';

/** A module that never returns for requests of one id. */
const LOOPING = `export default {
  code: 'test.looping',
  defaultPlan: { raw_auction_request: 1000 },
  start: () => ({ hooks: { raw_auction_request({ id }) { while (id === 'loop'); } } }),
};`;

/** Limits the size of files that a process may write, as a full disk does. */
const canLimit = spawnSync('prlimit', ['--version']).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'auctor-hung-'));
const inFolder = (...path: string[]): string => join(folder, ...path);
let host: AuctorProcess;

beforeAll(async () => {
  mkdirSync(inFolder('modules', 'looping'), { recursive: true });
  writeFileSync(inFolder('modules', 'looping', 'module.js'), LOOPING);
  writeFileSync(inFolder('package.json'), '{"type":"module"}');
  mkdirSync(inFolder('data', 'accounts'), { recursive: true });
  writeFileSync(inFolder('data', 'accounts', 'publisher.json'), '{"id":"publisher","events":{"enabled":true}}');
  host = await startAuctor({
    workers: 2,
    // A busy machine may delay a start, which is no endless loop.
    worker_heartbeat: { timeout_ms: 4000 },
    hooks: { enabled: true, paths: [inFolder('modules')], modules: { test: { looping: { enabled: true } } } },
    // No program listens there.
    adapters: { generic: { enabled: true, endpoint: 'http://127.0.0.1:9/' } },
    accounts: { filesystem: { directorypath: inFolder('data') } },
    analytics: { file: { filename: inFolder('events'), format: 'json' } },
  });
});
afterAll(async () => {
  await host?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Process ids of all workers so far. */
const workers = (): number[] =>
  host.lines.filter((line) => line.includes('"adminPort":0')).map((line) => (JSON.parse(line) as { pid: number }).pid);

const auction = async (id: string): Promise<number> => {
  const imp = [{ id: 'i', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { generic: {} } } } }];
  return (await host.post('/openrtb2/auction', { id, site: { page: 'https://p.example/', publisher: { id: 'publisher' } }, imp })).status;
};

/** The file of events. */
const written = (): string => {
  const [name] = readdirSync(folder).filter((each) => each.startsWith('events-'));
  return name === undefined ? '' : readFileSync(inFolder(name), 'utf8');
};

const sendEvent = async (): Promise<void> => expect((await host.get('/event?t=win&b=bid&a=publisher')).status).toBe(204);

/** The lines of the file, all complete. */
function completeLines(): number {
  const text = written();
  expect(text.at(-1)).toBe('\n');
  const lines = text.split('\n').slice(0, -1);
  for (const line of lines) expect(JSON.parse(line)).toBeTypeOf('object');
  return lines.length;
}

test.skipIf(!canLimit)('a full disk loses events, never a part of a line, and the host goes on', async () => {
  await sendEvent();
  await until('the event is written', () => written() !== '');
  const limit = (bytes: number | string): void => {
    for (const pid of workers()) execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`]);
  };
  limit(written().length + 20);
  const before = completeLines();
  await sendEvent();
  await until('the loss is logged', () => host.lines.some((line) => line.includes('EFBIG')));
  expect(completeLines()).toBe(before);
  limit('unlimited');
  await sendEvent();
  await until('the next event is written', () => completeLines() > before);
});

test('a worker in an endless loop of a module is replaced, and the primary survives', async () => {
  const before = workers();
  await expect(auction('loop')).rejects.toThrow();
  await until('its successor is ready', () => workers().length > before.length);
  expect(await auction('served')).toBe(200);
  expect((await host.admin('GET', '/version')).status).toBe(200);
  if (written() !== '') completeLines();
});

test('a worker that is stopped is reported and replaced, and the primary survives', async () => {
  const tap = await openTap(`${host.adminUrl}/taps?kinds=admin`);
  await tap.next('snapshot');
  const before = workers();
  process.kill(before.at(-1) ?? 0, 'SIGSTOP');
  await tap.event(({ data }) => data['action'] === 'worker hangs');
  await until('its successor is ready', () => workers().length > before.length);
  tap.close();
  expect(await auction('served')).toBe(200);
  expect((await host.admin('GET', '/version')).status).toBe(200);
});
