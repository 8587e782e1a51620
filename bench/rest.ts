/** The host at start and at rest: time until ready, the first auction compared with a warm one, resident memory. */
import { type Loader, startLoader } from './loader.ts';
import { cpuMs, rssMb, start } from './process.ts';
import { record } from './results.ts';
import { auctionUrl, type Scenario, startHost } from './scenario.ts';
import { median } from './stats.ts';

const PLAIN: Scenario = { bidders: 5, delay: 0, everything: false };
const WARMING = 2000;
/** Warm auctions, one at a time. */
const SINGLE = 9;
/** ms without load before a single auction: it starts on an idle host. */
const IDLE_MS = 200;

/** Figures of one start. */
interface Rest {
  readonly readyMs: number;
  readonly cpuMs: number;
  readonly rssMb: number;
  /** The first auction compared with a warm one, each alone on an idle host. */
  readonly firstCpu: number;
  readonly firstLatency: number;
}

interface Single {
  readonly cpu: number;
  readonly latency: number;
}

/** One auction on an idle host. */
async function single(loader: Loader, url: string, pid: number): Promise<Single> {
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const before = cpuMs(pid);
  const { p50: latency } = await loader.send(url, 1, 1);
  return { cpu: cpuMs(pid) - before, latency };
}

/** @param singles warm auctions, one at a time */
async function measure(origin: string, loader: Loader, singles: number): Promise<Rest> {
  const begun = performance.now();
  const host = await startHost(origin, PLAIN);
  const readyMs = performance.now() - begun;
  const pid = host.child.pid ?? 0;
  const atRest = { readyMs, cpuMs: cpuMs(pid), rssMb: rssMb(pid) };
  const url = auctionUrl(host);
  const first = await single(loader, url, pid);
  await loader.send(url, WARMING, 16);
  const warm: Single[] = [];
  for (let i = 0; i < singles; i++) warm.push(await single(loader, url, pid));
  await host.stop();
  const firstCpu = first.cpu / median(warm.map(({ cpu }) => cpu));
  return { ...atRest, firstCpu, firstLatency: first.latency / median(warm.map(({ latency }) => latency)) };
}

/** Start in ms of wall time and CPU, resident memory once ready, and the first auction. */
export async function runRest(quick: boolean): Promise<void> {
  const mock = await start('mock-bidders.ts', []);
  const origin = `http://127.0.0.1:${mock.hello['port']}`;
  const loader = startLoader(PLAIN);
  // A host that does not count: the generator and the bidders are warm before the first auction of the others.
  await measure(origin, loader, 1);
  const all: Rest[] = [];
  for (let turn = 0; turn < (quick ? 3 : 4); turn++) all.push(await measure(origin, loader, SINGLE));
  loader.stop();
  await mock.stop();
  const of = (field: keyof Rest): number[] => all.map((rest) => rest[field]);
  record('start: until ready', 'ms', of('readyMs'), 1000);
  record('start: CPU until ready', 'ms', of('cpuMs'));
  record('rest: RSS when ready', 'MB', of('rssMb'), 110);
  record('start: first auction / a warm one, CPU', '×', of('firstCpu'), 2);
  record('start: first auction / a warm one, latency', '×', of('firstLatency'));
}
