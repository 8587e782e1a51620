/** The cost of observation that needs no client: extra CPU of auctions in memory, compared by turns with auctions without any of it. */
import { observeAuction } from '#machines/observe.ts';
import { runAuction } from '#machines/run.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { publishEnd } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import { clusterPeers } from '#src/cluster/worker-peers.ts';
import { hostSchema } from '#src/config/schema.ts';
import { stages } from '#src/host/app.ts';
import { systemClock } from '#src/platform/clock.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { beginRecording } from '#src/replay/recording.ts';
import { EventBus } from '#streams/events.ts';
import { startRollupMetrics } from '#streams/rollup-metrics.ts';
import { incomingOf, runOnce, servicesInMemory } from './in-memory.ts';
import { benchRequest, bidderNames } from './request.ts';

const BIDDERS = 5;
const WARMING = 3000;
/** Auctions of a turn: short, so that two turns of a pair see the same machine. */
const AUCTIONS = 25;

/** One auction, as an endpoint runs it. */
const runObserved = (services: Services): Promise<unknown> =>
  new Promise((resolve) => {
    const recording = beginRecording(services);
    const used = recording?.services ?? services;
    const auction = newAuction('auction', incoming, used, (ended) => {
      publishEnd(ended, services);
      resolve(ended);
    });
    recording?.attach(auction);
    runAuction(auction, used, stages, observeAuction(auction, services));
  });

const incoming = incomingOf(benchRequest(bidderNames(BIDDERS)));

/** CPU µs per auction. */
async function microsOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < AUCTIONS; i++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / AUCTIONS;
}

/** Extra CPU µs per auction, one sample per pair of turns. */
export interface Extra {
  readonly nobody: readonly number[];
  readonly rollupMetrics: readonly number[];
}

/** Measures auctions that endpoints run without subscribers, and with rollups as metrics (without a scrape). */
export async function sampleExtra(pairs: number): Promise<Extra> {
  const bus = new EventBus();
  const services: Services = { ...(await servicesInMemory(BIDDERS)), bus };
  const { rollups } = hostSchema.parse({ gdpr: { default_value: '0' } }).metrics;
  const env = { bus, clock: systemClock, metrics: new MetricsRegistry(), peers: clusterPeers, worker: '0' };
  const bare = (): Promise<unknown> => runOnce(services, incoming);
  const observed = (): Promise<unknown> => runObserved(services);
  const extra = { nobody: [] as number[], rollupMetrics: [] as number[] };
  for (let i = 0; i < WARMING; i++) await (i % 2 === 0 ? bare() : observed());
  for (let pair = -pairs / 10; pair < pairs; pair++) {
    for (const kind of ['nobody', 'rollupMetrics'] as const) {
      const first = pair % 2 === 0 ? await microsOf(bare) : undefined;
      const stop = kind === 'rollupMetrics' ? startRollupMetrics(rollups, env) : undefined;
      const micros = await microsOf(observed);
      stop?.();
      const without = first ?? (await microsOf(bare));
      if (pair >= 0) extra[kind].push(micros - without);
    }
  }
  return extra;
}
