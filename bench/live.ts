/** Memory of live auctions: their bidders wait, so that all are in flight at once. */
import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { rssMb, start } from './process.ts';
import { record, recordFailure } from './results.ts';
import { auctionUrl, type Scenario, startHost } from './scenario.ts';

const [BIDDERS, MAX_MB] = [5, 60];
/** ms bidders wait: longer than all auctions take to start. */
const DELAY_MS = 120_000;
const TMAX_MS = 2 * DELAY_MS;
/** Auctions of one step, and how fast they arrive. */
const STEP = 800;
const STEPS = 3;
const PER_SECOND = 200;
/**
 * Auctions before the first step, which end without bids. 1,200 of them are live at once: V8 then has committed both halves of the young
 * generation, which it does once and for any number of auctions.
 */
const [WARMING, WARMING_PER_SECOND, WARMING_TMAX_MS] = [2400, 400, 3000];
/** ms a step may take. */
const PATIENCE_MS = 60_000;
/** ms after the last call until memory is read. */
const SETTLE_MS = 1000;

const LINE = 'rest: RSS of a further 1,000 live auctions';

/** Waits until a process has this many sockets: that of the client and one per bidder for each live auction. */
async function sockets(pid: number, count: number): Promise<boolean> {
  const endAt = performance.now() + PATIENCE_MS;
  while (readdirSync(`/proc/${pid}/fd`).length < count) {
    if (performance.now() > endAt) return false;
    await pause(100);
  }
  await pause(SETTLE_MS);
  return true;
}

/** MB after each step. */
async function measure(url: string, pid: number): Promise<readonly number[]> {
  const memory: number[] = [];
  const warming = [WARMING_PER_SECOND, WARMING / WARMING_PER_SECOND].map(String);
  await start('fixed-rate.ts', [url, String(BIDDERS), ...warming, 'plain', String(WARMING_TMAX_MS)]);
  for (let step = 1; step <= STEPS; step++) {
    const args = [url, String(BIDDERS), String(PER_SECOND), String(STEP / PER_SECOND), 'plain', String(TMAX_MS)];
    // Its auctions fail when the host is stopped.
    start('fixed-rate.ts', args).catch(() => {});
    if (!(await sockets(pid, step * STEP * (BIDDERS + 1)))) break;
    memory.push(rssMb(pid));
  }
  return memory;
}

/** Records the resident memory that further live auctions take, after the first ones. */
export async function runLive(): Promise<void> {
  const mock = await start('mock-bidders.ts', []);
  const waiting: Scenario = { bidders: BIDDERS, delay: DELAY_MS, everything: false, unlimited: true };
  const host = await startHost(`http://127.0.0.1:${mock.hello['port']}`, waiting);
  const memory = await measure(auctionUrl(host), host.child.pid ?? 0);
  host.child.kill('SIGKILL');
  await mock.stop();
  const [first, last] = [memory[0] ?? 0, memory[STEPS - 1]];
  if (last === undefined) recordFailure(LINE, 'the auctions were not all in flight: is the limit of open files (ulimit -n) 16,000?');
  else record(LINE, 'MB', [((last - first) * 1000) / (STEP * (STEPS - 1))], MAX_MB);
}
