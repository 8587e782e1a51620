/** Output and exit status of the program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { requestOf } from '#test/helpers/demo-host.ts';
import { startAuctor, startDemoProcess } from './host.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

async function run(program: string, ...args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../src', program), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { status: status as number | null, out, err };
}

test('the program prints its options', async () => {
  const { status, out } = await run('main.ts', '--help');
  expect([status, out.split('\n')[0]]).toEqual([0, 'usage: npm start [-- --config FILE]']);
});

test('invalid settings end the program with a line for each error', async () => {
  const file = join(folder, 'wrong.yaml');
  writeFileSync(file, 'gdpr: { default_value: "0" }\nprot: 8000\ncache: { hots: x }\n');
  const { status, err } = await run('main.ts', '--config', file);
  expect([status, err.split('\n').slice(1)]).toEqual([
    1,
    ['  prot: unknown option (did you mean port?)', '  cache.hots: unknown option (did you mean host?)', ''],
  ]);
});

test('a host without a vendor id warns that its own cookie is not checked', async () => {
  const host = await startAuctor({ gdpr: { default_value: '0', vendorlist: { live: { enabled: false } } } });
  await host.stop();
  expect(host.said.some((line) => line.includes('gdpr.host_vendor_id was not specified'))).toBe(true);
});

test('a host without settings is the demo host, and stops on request', async () => {
  const host = await startDemoProcess();
  const { status, body } = await host.post('/openrtb2/auction', requestOf('demo'));
  const { seatbid } = JSON.parse(body) as { seatbid: { seat: string }[] };
  expect([status, seatbid.map(({ seat }) => seat).sort()]).toEqual([200, ['demo', 'generic']]);
  await host.stop();
  expect(host.said.some((line) => line.includes('stopping: waiting for auctions in flight'))).toBe(true);
  await expect(host.get('/status')).rejects.toThrow('fetch failed');
});

test('a replay without a file explains itself', async () => {
  const { status, err } = await run('replay/run.ts');
  expect([status, err.split('\n')[0]]).toEqual([2, 'usage: npm run replay -- FILE [--config FILE] [--print]']);
});
