/**
 * Complete auctions of five bidders, observed according to the argument; a process of its own, so that no variant pays for another's
 * garbage. Bidders respond from memory. Prints one JSON line: CPU µs per auction, median of its rounds.
 */
import '#machines/xstate-closures.ts';
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { observeAuction } from '#machines/observe.ts';
import { runAuction } from '#machines/run.ts';
import { makeGuard } from '#src/admin/guard.ts';
import { registerObservability } from '#src/admin/observability.ts';
import type { Incoming } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { publishEnd } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import { findDefinitions } from '#src/bidders/definitions.ts';
import { makeRegistry } from '#src/bidders/registry.ts';
import { clusterPeers } from '#src/cluster/worker-peers.ts';
import { type HostConfig, hostSchema } from '#src/config/schema.ts';
import { stages } from '#src/host/app.ts';
import type { Exchanged, Outgoing } from '#src/net/transport.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { systemRandom } from '#src/platform/random.ts';
import { createAdapterEnv } from '#src/replay/adapter-env.ts';
import { beginRecording, recordingOf } from '#src/replay/recording.ts';
import { LocalSource } from '#src/taps/source.ts';
import { EventBus } from '#streams/events.ts';
import { startRollupMetrics } from '#streams/rollup-metrics.ts';
import { rollups } from '#streams/rollups.ts';
import { testServices } from '#test/helpers/services.ts';
import { benchRequest, benchResponse, bidderNames } from './request.ts';

/** `bare`: without any observers; `nobody`: as an endpoint runs it; `metrics`: with rollups as metrics; else the query of one tap. */
const [mode = 'bare'] = process.argv.slice(2);

const NAMES = bidderNames(5);
const WARM_UP = 4;
const ROUNDS = 12;
const AUCTIONS = 200;
const AT_ONCE = 10;

const request = benchRequest(NAMES);
const response = JSON.stringify(benchResponse(request));
const incoming: Incoming = {
  method: 'POST',
  path: '/openrtb2/auction',
  query: {},
  headers: { 'user-agent': 'bench' },
  remoteAddress: '203.0.113.7',
  body: Buffer.from(JSON.stringify(request).replaceAll('"srv"', '"prebid"')),
};

const config: HostConfig = hostSchema.parse({
  gdpr: { default_value: '0' },
  adapters: Object.fromEntries(NAMES.map((name) => [name, { alias_of: 'generic', enabled: true, endpoint: 'http://bidder.example/bid' }])),
});

const transport = {
  send(_outgoing: Outgoing, done: (exchanged: Exchanged) => void) {
    setImmediate(done, { kind: 'response', response: { status: 200, headers: {}, body: response } });
    return () => {};
  },
  close: async () => {},
};

const bidders = makeRegistry(await findDefinitions(), config, createAdapterEnv(systemClock, systemRandom, 'bench'));
const bus = new EventBus();
const services: Services = { ...testServices({ bidders, transport, random: systemRandom }), config, clock: systemClock, bus };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** As an endpoint does. */
const observed = (): Promise<void> =>
  new Promise((resolve) => {
    const recording = beginRecording(services);
    const asked = recording?.services ?? services;
    const auction = newAuction('auction', incoming, asked, (ended) => {
      resolve();
      publishEnd(ended, services);
    });
    recording?.attach(auction);
    runAuction(auction, asked, stages, observeAuction(auction, services));
  });

const bare = (): Promise<void> =>
  new Promise((resolve) => {
    const auction = newAuction('auction', incoming, services, () => resolve());
    runAuction(auction, services, stages);
  });

/** One tap in another process, which discards its events. */
async function openTap(query: string): Promise<() => void> {
  const admin = Fastify();
  const { max_body_bytes: maxBodyBytes, rollups: options } = config.taps;
  const source = new LocalSource({ bus, log: silentLog, maxBodyBytes, recordingOf, rollups: rollups(bus, systemClock, options) });
  const env = { config, version: 'bench', demo: false, guard: makeGuard(config), clock: systemClock, source, bus };
  registerObservability(admin, { ...env, publicOrigin: () => undefined });
  await admin.listen({ port: 0 });
  const { port } = admin.server.address() as AddressInfo;
  const child = spawn(process.execPath, ['-e', `new WebSocket('ws://127.0.0.1:${port}/taps?${query}').onmessage = () => {}`]);
  while (!bus.hasSubscribers('auction')) await pause(20);
  return () => child.kill();
}

/** CPU µs per auction. Collected events are written within the round: that is part of the cost. */
async function round(run: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < AUCTIONS; i += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, run));
  await pause(config.taps.flush_ms * 1.2);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / AUCTIONS;
}

/** Rollups as metrics, without a scrape. */
function startMetrics(): () => void {
  const env = { bus, clock: systemClock, metrics: new MetricsRegistry(), peers: clusterPeers, worker: '0' };
  return startRollupMetrics(config.metrics.rollups, env);
}

const isTapped = mode !== 'bare' && mode !== 'nobody' && mode !== 'metrics';
const close = isTapped ? await openTap(mode) : mode === 'metrics' ? startMetrics() : () => {};
const micros: number[] = [];
for (let i = 0; i < WARM_UP + ROUNDS; i++) micros.push(await round(mode === 'bare' ? bare : observed));
close();
const sorted = micros.slice(WARM_UP).sort((a, b) => a - b);
console.log(JSON.stringify({ ok: true, micros: sorted[Math.floor(sorted.length / 2)] }));
setTimeout(() => process.exit(0), 200);
