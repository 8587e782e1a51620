/**
 * Whole auctions of five bidders, watched as the argument says; a process of its own, so that no variant pays for another's
 * garbage. Bidders answer from memory. Prints one JSON line: CPU µs an auction, median of its rounds.
 */
import '#src/outside/xstate-closures.ts';
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { runAuction } from '#machines/run.ts';
import { watchAuction } from '#machines/watch.ts';
import { makeGuard } from '#src/admin/guard.ts';
import { registerWatching } from '#src/admin/watching.ts';
import { stages } from '#src/app.ts';
import type { Incoming } from '#src/auction/auction.ts';
import { newAuction } from '#src/auction/new-auction.ts';
import { publishEnd } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import { findDefinitions, makeRegistry } from '#src/bidders/registry.ts';
import { type HostConfig, hostSchema } from '#src/config/schema.ts';
import { systemClock } from '#src/outside/clock.ts';
import type { Exchanged, Outgoing } from '#src/outside/http.ts';
import { silentLog } from '#src/outside/log.ts';
import { systemRandom } from '#src/outside/random.ts';
import { createAdapterEnv } from '#src/replay/adapter-env.ts';
import { beginRecording, recordingOf } from '#src/replay/recording.ts';
import { EventBus } from '#streams/events.ts';
import { LocalSource } from '#streams/taps/source.ts';
import { testServices } from '#test/helpers/services.ts';
import { benchAnswer, benchRequest, bidderNames } from './request.ts';

/** `bare`: without anything for those who watch; `nobody`: as an endpoint runs it; else the query of one tap that reads all. */
const [mode = 'bare'] = process.argv.slice(2);

const NAMES = bidderNames(5);
const WARM_UP = 4;
const ROUNDS = 12;
const AUCTIONS = 200;
const AT_ONCE = 10;

const request = benchRequest(NAMES);
const answer = JSON.stringify(benchAnswer(request));
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
    setImmediate(done, { kind: 'answer', answer: { status: 200, headers: {}, body: answer } });
    return () => {};
  },
  close: async () => {},
};

const bidders = makeRegistry(await findDefinitions(), config, createAdapterEnv(systemClock, systemRandom, 'bench'));
const bus = new EventBus();
const services: Services = { ...testServices({ bidders, transport, random: systemRandom }), config, clock: systemClock, bus };

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** As an endpoint does it. */
const watched = (): Promise<void> =>
  new Promise((resolve) => {
    const recording = beginRecording(services);
    const asked = recording?.services ?? services;
    const auction = newAuction('auction', incoming, asked, (ended) => {
      resolve();
      publishEnd(ended, services);
    });
    recording?.attach(auction);
    runAuction(auction, asked, stages, watchAuction(auction, services));
  });

const bare = (): Promise<void> =>
  new Promise((resolve) => {
    const auction = newAuction('auction', incoming, services, () => resolve());
    runAuction(auction, services, stages);
  });

/** One tap of another process, which throws away what it hears. */
async function openTap(query: string): Promise<() => void> {
  const admin = Fastify();
  const source = new LocalSource({ bus, log: silentLog, maxBodyBytes: config.taps.max_body_bytes, recordingOf });
  const env = { config, version: 'bench', demo: false, guard: makeGuard(config), clock: systemClock, source, bus };
  registerWatching(admin, { ...env, publicOrigin: () => undefined });
  await admin.listen({ port: 0 });
  const { port } = admin.server.address() as AddressInfo;
  const child = spawn(process.execPath, ['-e', `new WebSocket('ws://127.0.0.1:${port}/taps?${query}').onmessage = () => {}`]);
  while (!bus.watched('auction')) await pause(20);
  return () => child.kill();
}

/** CPU µs an auction. What was gathered is written within the round: that is part of the price. */
async function round(run: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < AUCTIONS; i += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, run));
  await pause(config.taps.flush_ms * 1.2);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / AUCTIONS;
}

const isTapped = mode !== 'bare' && mode !== 'nobody';
const close = isTapped ? await openTap(mode) : () => {};
const micros: number[] = [];
for (let i = 0; i < WARM_UP + ROUNDS; i++) micros.push(await round(mode === 'bare' ? bare : watched));
close();
const sorted = micros.slice(WARM_UP).sort((a, b) => a - b);
console.log(JSON.stringify({ ok: true, micros: sorted[Math.floor(sorted.length / 2)] }));
setTimeout(() => process.exit(0), 200);
