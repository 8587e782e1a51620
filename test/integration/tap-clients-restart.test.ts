/** The documented tap clients while a worker of the host is killed and replaced: every auction is printed once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAbsent, startTapProgram, TAP_PROGRAMS, type TapProgram } from '#test/helpers/tap-programs.ts';
import { type AuctorProcess, type LocalServer, startAuctor, startBidder } from './host.ts';
import { until } from './servers.ts';

let bidder: LocalServer;
let host: AuctorProcess;
let clients: TapProgram[] = [];

beforeAll(async () => {
  bidder = await startBidder();
  host = await startAuctor({ workers: 2, adapters: { generic: { enabled: true, endpoint: bidder.url } }, taps: { flush_ms: 5 } });
  const present = TAP_PROGRAMS.filter(([, program]) => !isAbsent(program));
  clients = present.map(([, program, file]) => startTapProgram(program, file, host.adminUrl));
});
afterAll(async () => {
  for (const { child } of clients) child.kill('SIGKILL');
  await host?.stop();
  await bidder?.close();
});

const imp = { id: 'top', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { generic: {} } } } };

/** The status of an auction; undefined: no worker listened. */
const auction = (id: string): Promise<number | undefined> =>
  host.post('/openrtb2/auction', { id, imp: [imp], site: { page: 'https://p.example' } }).then(
    ({ status }) => status,
    () => undefined,
  );

/** Pids of the workers that became ready, in order. */
const workers = (): number[] =>
  host.lines.flatMap((line) => {
    const { pid, worker, msg } = (line.startsWith('{"level"') ? JSON.parse(line) : {}) as { pid?: number; worker?: number; msg?: string };
    return worker !== undefined && pid !== undefined && msg === 'auctor is ready' ? [pid] : [];
  });

test('clients in all languages print every auction once, whichever worker ran it', async () => {
  let count = 0;
  await until('all clients are connected', async () => {
    expect(await auction(`before-${++count}`)).toBe(200);
    return clients.every((client) => client.requests().length > 0);
  });
  const [first] = workers();
  if (first === undefined) throw new Error('the host has no workers');
  process.kill(first, 'SIGKILL');
  await until('the worker is replaced', () => workers().length > 2);
  for (let i = 0; i < 5; i++) await until('a worker responds', async () => (await auction(`after-${i}`)) === 200);
  for (const client of clients) {
    await until('all auctions are printed', () => client.requests().filter((id) => id.startsWith('after-')).length === 5);
    expect(new Set(client.requests()).size).toBe(client.requests().length);
  }
});
