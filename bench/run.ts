/**
 * `npm run bench [-- quick] [-- NAME ...]`: CPU per auction compared with the floor program in the same run, latency, growth, start and
 * memory, then the cost of single parts. Figures are comparable within one run only; machines differ.
 *
 *   --json FILE      writes the results
 *   --against FILE   compares with an earlier run of the same machine
 *   --peer URL       compares with another server instead of the floor program; --peer-pid PID measures its CPU, --bidder-port PORT sets
 *                    the port of the mock bidders: its bidders `bench1` … `bench15` must call http://127.0.0.1:PORT/NAME
 */
import '#machines/xstate-closures.ts';
import { argumentsOrExit } from '#src/cli/tool-arguments.ts';
import { runLive } from './live.ts';
import { machine, warnIfBusy } from './machine.ts';
import { readOptions } from './options.ts';
import { PARTS, parts } from './parts.ts';
import { runRest } from './rest.ts';
import { compareWith, printTargets, record, writeJson } from './results.ts';
import { runServers } from './servers.ts';
import { runTail } from './tail.ts';
import { runWorkers } from './workers.ts';

const SECTIONS = {
  servers: () => runServers(options),
  tail: () => runTail(quick),
  rest: () => runRest(quick),
  live: runLive,
  workers: () => runWorkers(quick),
};
const MAX_SECONDS = 480;

const options = argumentsOrExit('bench', () => readOptions(process.argv.slice(2), [...Object.keys(SECTIONS), ...PARTS]));
const { only, quick, json, against, peer } = options;

const isComplete = peer === undefined && only.length === 0;
const runs = (section: string): boolean => (peer === undefined ? isComplete || only.includes(section) : section === 'servers');
const secondsSince = (begun: number): number => (performance.now() - begun) / 1000;

const begun = performance.now();
const { cpu, cpus, node } = machine();
console.log(`${cpus} × ${cpu}, Node ${node}`);
await warnIfBusy();
for (const [section, run] of Object.entries(SECTIONS)) {
  if (!runs(section)) continue;
  const sectionBegun = performance.now();
  await run();
  console.log(`(${section} took ${secondsSince(sectionBegun).toFixed(0)} s)`);
}
const named = only.filter((word) => !(word in SECTIONS));
if (peer === undefined) await parts(named, isComplete, quick);
if (isComplete) record('bench: duration', 's', [secondsSince(begun)], MAX_SECONDS);
await warnIfBusy();
printTargets();
if (json !== undefined) writeJson(json);
if (against !== undefined) compareWith(against);
process.exit();
