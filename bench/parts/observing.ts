/**
 * Cost of observation as a share of the CPU time of a complete auction of five bidders: without any client, with rollups as metrics, and
 * with one tap of another process. Each sample is a turn compared with the mean of the turns without observers before and after it, in the
 * same host: a machine that becomes slower or faster meanwhile does not count.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Budget } from '../budget.ts';
import { startLoader } from '../loader.ts';
import { type Extra, sampleExtra } from '../observed.ts';
import type { PartLine } from '../parts.ts';
import { cpuMs, start } from '../process.ts';
import { auctionUrl, type Scenario, startHost } from '../scenario.ts';
import { median } from '../stats.ts';

const SCENARIO: Scenario = { bidders: 5, delay: 0, everything: false };
/** V8 still compiles after 5,000 auctions; those with taps below count too. */
const WARMING = 3000;
/** Of each tap: V8 has not compiled its code before. */
const [TAP_WARMING, FULL_TAP_WARMING] = [500, 3000];
const REQUESTS = 400;
const AT_ONCE = 16;
/** After each turn, longer than the host collects events: writing them is part of the cost, the host's other timers are part of every turn. */
const FLUSH_MS = 120;

const TAPS = [
  { name: 'one tap, all events', query: 'sample=1', target: 25, warming: FULL_TAP_WARMING },
  { name: 'one tap, rollups', query: 'kinds=rollup', target: 5, warming: TAP_WARMING },
  { name: 'one tap, ended auctions', query: 'kinds=auction', target: undefined, warming: TAP_WARMING },
  { name: 'one tap, all events with bodies', query: 'bodies=1', target: undefined, warming: TAP_WARMING },
] as const;
/** Turns, and the s of the line of taps in which they begin. */
const [TURNS, MIN_TURNS, SECONDS] = [24, 8, 55];
/** Taps without a target are measured in each turn of this number. */
const EVERY = 4;

const [MAX_NOBODY, MAX_ROLLUPS] = [3, 5];

/** Waits for the client's answer. */
function request(client: ChildProcess, message: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error('the client of taps exited'));
    client.once('exit', fail);
    client.once('message', (reply) => {
      client.off('exit', fail);
      resolve(reply);
    });
    client.send(message);
  });
}

interface Measured {
  /** CPU ms per auction without observers. */
  readonly bare: readonly number[];
  /** Extra CPU in percent, by tap. */
  readonly extra: ReadonlyMap<string, readonly number[]>;
}

/** A complete host with one tap after the other. */
async function measureTaps(turns: number): Promise<Measured> {
  const budget = new Budget(SECONDS);
  const mock = await start('mock-bidders.ts', []);
  const host = await startHost(`http://127.0.0.1:${mock.hello['port']}`, SCENARIO);
  const client = fork(join(import.meta.dirname, '../tap-client.ts'), { execArgv: [] });
  const loader = startLoader(SCENARIO);
  const pid = host.child.pid ?? 0;
  const round = async (requests = REQUESTS): Promise<number> => {
    const before = cpuMs(pid);
    await loader.send(auctionUrl(host), requests, AT_ONCE);
    await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
    return (cpuMs(pid) - before) / requests;
  };
  const tapped = async (query: string, requests = REQUESTS): Promise<number> => {
    await request(client, { url: `ws://127.0.0.1:${host.hello['adminPort']}/taps?${query}` });
    const ms = await round(requests);
    await request(client, {});
    return ms;
  };
  await loader.send(auctionUrl(host), WARMING, AT_ONCE);
  for (const { query, warming } of TAPS) await tapped(query, warming);
  const bare: number[] = [await round()];
  const extra = new Map<string, number[]>(TAPS.map(({ name }) => [name, []]));
  for (const turn of budget.turns(turns, MIN_TURNS)) {
    const measured = TAPS.filter(({ target }) => target !== undefined || turn % EVERY === 0);
    for (const { name, query } of turn % 2 === 0 ? measured : measured.toReversed()) {
      const before = bare.at(-1) ?? 0;
      const ms = await tapped(query);
      const after = await round();
      bare.push(after);
      extra.get(name)?.push((ms / ((before + after) / 2) - 1) * 100);
    }
  }
  loader.stop();
  client.kill();
  await Promise.all([host.stop(), mock.stop()]);
  return { bare, extra };
}

export async function measure(quick: boolean): Promise<PartLine[]> {
  const { bare, extra } = await measureTaps(quick ? MIN_TURNS : TURNS);
  const inMemory = await sampleExtra(quick ? 60 : 200);
  const auctionUs = median(bare) * 1000;
  const share = (of: keyof Extra): number[] => inMemory[of].map((micros) => (micros / auctionUs) * 100);
  return [
    { name: 'observing: an auction without observers', value: bare.map((ms) => ms * 1000) },
    { name: 'observing: no subscribers', value: share('nobody'), unit: '%', target: MAX_NOBODY },
    { name: 'observing: rollups as metrics', value: share('rollupMetrics'), unit: '%', target: MAX_ROLLUPS },
    ...TAPS.map(({ name, target }) => ({ name: `observing: ${name}`, value: extra.get(name) ?? [], unit: '%', target })),
  ];
}
