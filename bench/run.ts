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
import { runLive } from './live.ts';
import { machine, warnIfBusy } from './machine.ts';
import { readOptions } from './options.ts';
import { parts } from './parts.ts';
import { runRest } from './rest.ts';
import { compareWith, printTargets, writeJson } from './results.ts';
import { runServers } from './servers.ts';
import { runTail } from './tail.ts';
import { runWorkers } from './workers.ts';

const options = readOptions(process.argv.slice(2));
const { only, quick, json, against, peer } = options;
const SECTIONS = ['servers', 'tail', 'rest', 'live', 'workers'];
const runs = (section: string): boolean => (peer === undefined ? only.length === 0 || only.includes(section) : section === 'servers');

const { cpu, cpus, node } = machine();
console.log(`${cpus} × ${cpu}, Node ${node}`);
await warnIfBusy();
if (runs('servers')) await runServers(options);
if (runs('tail')) await runTail(quick);
if (runs('rest')) await runRest(quick);
if (runs('live')) await runLive();
if (runs('workers')) await runWorkers(quick);
const named = only.filter((word) => !SECTIONS.includes(word));
if (peer === undefined) await parts(named, only.length === 0, quick);
await warnIfBusy();
printTargets();
if (json !== undefined) writeJson(json);
if (against !== undefined) compareWith(against);
process.exit();
