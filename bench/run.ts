/**
 * `npm run bench [-- quick] [-- NAME ...]`: CPU per auction compared with the floor program in the same run, throughput, added latency,
 * memory, then the cost of single parts. Figures are comparable within one run only; machines differ.
 */
import '#machines/xstate-closures.ts';
import { parts } from './parts.ts';
import { runServers } from './servers.ts';

const words = process.argv.slice(2);
const quick = words.includes('quick');
const only = words.filter((word) => word !== 'quick');

if (only.length === 0 || only.includes('servers')) await runServers(quick);
await parts(
  only.filter((word) => word !== 'servers'),
  only.length === 0,
);
process.exit(0);
