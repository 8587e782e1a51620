/** The CPU that each feature adds to an auction of five bidders without sockets, compared by turns with the auction without any. */
import { rmSync } from 'node:fs';
import { publishEnd } from '#src/auction/publish.ts';
import { hostSchema } from '#src/config/schema.ts';
import { makeHost } from '#src/host/host.ts';
import { AuctionCounts } from '#src/metrics/auctions.ts';
import { silentLog } from '#src/platform/log.ts';
import { Budget } from '../budget.ts';
import { FEATURES, type Feature, listedVendors, requestWith, settingsFor } from '../features.ts';
import { newFolder } from '../folder.ts';
import { adaptersInMemory, incomingOf, respondingTo, runOnce } from '../in-memory.ts';
import type { PartLine } from '../parts.ts';
import { benchRequest, bidderNames } from '../request.ts';

const [BIDDERS, IMPS] = [5, 3];
const WARMING = 1000;
/** Rounds, and the s in which they begin. */
const [ROUNDS, MIN_ROUNDS, SECONDS] = [40, 20, 6];
/** Auctions of a turn: short, so that the turns of a round see the same machine. */
const AUCTIONS = 50;

interface Bench {
  /** Runs one auction, until its response is made and its observers are notified. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

/** A host with these features. @param isCounted auctions are counted in metrics */
async function benchOf(features: readonly Feature[], isCounted: boolean): Promise<Bench> {
  const folder = newFolder('bench');
  const names = bidderNames(BIDDERS);
  const config = hostSchema.parse({ adapters: adaptersInMemory(names), ...settingsFor(features, folder) });
  const host = await makeHost(config, silentLog, { demo: false });
  const services = respondingTo({ ...host.services, vendorLists: listedVendors() }, IMPS);
  const counts = isCounted ? new AuctionCounts(services) : undefined;
  const incoming = incomingOf(requestWith(benchRequest(names, IMPS, false), features));
  return {
    async run() {
      const ended = await runOnce(services, incoming);
      counts?.ended(ended);
      publishEnd(ended, services);
    },
    async stop() {
      await host.stop(0);
      rmSync(folder, { recursive: true });
    },
  };
}

async function microsOf({ run }: Bench): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < AUCTIONS; i++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / AUCTIONS;
}

export async function measure(quick: boolean): Promise<PartLine[]> {
  // Every host listens to the messages of other workers.
  process.setMaxListeners(0);
  const plain = await benchOf([], false);
  const cases = new Map<string, Bench>([['metrics', await benchOf([], true)]]);
  for (const feature of FEATURES) cases.set(feature, await benchOf([feature], false));
  cases.set('all', await benchOf(FEATURES, true));
  const all = [plain, ...cases.values()];
  for (let i = 0; i < WARMING; i++) for (const { run } of all) await run();
  const bare: number[] = [];
  const added = new Map<string, number[]>([...cases.keys()].map((name) => [name, []]));
  for (const _ of new Budget(SECONDS).turns(quick ? MIN_ROUNDS : ROUNDS, MIN_ROUNDS)) {
    const without = await microsOf(plain);
    bare.push(without);
    for (const [name, bench] of cases) added.get(name)?.push((await microsOf(bench)) - without);
  }
  for (const bench of all) await bench.stop();
  return [{ name: 'features: none', value: bare }, ...[...added].map(([name, value]) => ({ name: `features: ${name}, added`, value }))];
}
