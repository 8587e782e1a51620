/** The host at start and at rest: time until ready, the first auction compared with a warm one, resident memory; and what a second worker adds. */
import { cpuMs, rssMb, start } from './process.ts';
import { record } from './results.ts';
import { auctionUrl, load, type Scenario, startHost } from './scenario.ts';
import { median } from './stats.ts';

const PLAIN: Scenario = { bidders: 5, delay: 0, everything: false };
const WARMING = 2000;

/** Start in ms of wall time and CPU, resident memory once ready, and the first auctions. */
export async function runRest(quick: boolean): Promise<void> {
  const mock = await start('mock-bidders.ts', []);
  const origin = `http://127.0.0.1:${mock.hello['port']}`;
  const [ready, cpu, rss, ratios] = [[], [], [], []] as [number[], number[], number[], number[]];
  for (let turn = 0; turn < (quick ? 2 : 5); turn++) {
    const begun = performance.now();
    const host = await startHost(origin, PLAIN);
    ready.push(performance.now() - begun);
    const pid = host.child.pid ?? 0;
    cpu.push(cpuMs(pid));
    rss.push(rssMb(pid));
    // Whatever the client and the connections to bidders cost once is spent by the second auction.
    const { p99: first } = await load(auctionUrl(host), PLAIN, 1, 1);
    await load(auctionUrl(host), PLAIN, WARMING, 16);
    const { p99: warm } = await load(auctionUrl(host), PLAIN, 1, 1);
    ratios.push(first / warm);
    await host.stop();
  }
  await mock.stop();
  record('start: until ready', 'ms', ready, 1000);
  record('start: CPU until ready', 'ms', cpu);
  record('rest: RSS when ready', 'MB', rss, 110);
  record('start: first auction / the first of a warm host', '×', ratios, 2);
}

/** Auctions per second of two workers compared with one: on a machine with cores for workers, bidders and load. */
export async function runWorkers(quick: boolean): Promise<void> {
  const mock = await start('mock-bidders.ts', []);
  const origin = `http://127.0.0.1:${mock.hello['port']}`;
  const [one, two] = [await startHost(origin, PLAIN), await startHost(origin, { ...PLAIN, workers: 2 })];
  const requests = quick ? 500 : 2000;
  const rates: [number[], number[]] = [[], []];
  for (let round = -1; round < (quick ? 2 : 5); round++) {
    for (const [i, host] of [one, two].entries()) {
      const { ms } = await load(auctionUrl(host), PLAIN, requests, 32);
      if (round >= 0) rates[i]?.push((1000 * requests) / ms);
    }
  }
  record('workers: auctions/s of one', '/s', rates[0]);
  record('workers: auctions/s of two', '/s', rates[1]);
  console.log(
    `workers: two complete ${(median(rates[1]) / median(rates[0])).toFixed(2)} × the auctions of one (target ≥ 1.9 with at least 4 CPUs)`,
  );
  await Promise.all([one.stop(), two.stop(), mock.stop()]);
}
