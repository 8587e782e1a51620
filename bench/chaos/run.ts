/**
 * `npm run chaos -- [overload|bidders|stores|hostile|soak] [--minutes n] [--per-second n] [--json FILE]`: attacks a host on loopback and prints
 * what held. Without names it runs short forms of all, one after the other. The exit code is 0 only if all checks pass. Figures compare with the
 * capacity measured in the same run; `--per-second` gives the soak a rate instead of half of it.
 */
import { argumentsOrExit } from '#src/cli/tool-arguments.ts';
import { bidders } from './bidders.ts';
import { hostile } from './hostile.ts';
import { type Options, readOptions } from './options.ts';
import { overload } from './overload.ts';
import { type Attacked, type Check, printAttacks } from './report.ts';
import { soak } from './soak.ts';
import { stores } from './stores.ts';

const ATTACKS: Readonly<Record<string, (options: Options) => Promise<Check[]>>> = {
  overload: ({ seconds }) => overload(seconds),
  bidders,
  stores: ({ seconds }) => stores(seconds),
  hostile: ({ seconds }) => hostile(seconds),
  soak,
};

const options = argumentsOrExit('chaos', () => readOptions(process.argv.slice(2), Object.keys(ATTACKS)));
const attacked: Attacked[] = [];
for (const name of options.names) {
  console.error(`chaos: ${name}`);
  const startedAt = performance.now();
  const checks = (await ATTACKS[name]?.(options).catch((cause: unknown) => [brokenOff(cause)])) ?? [];
  attacked.push({ name, checks, seconds: (performance.now() - startedAt) / 1000 });
}
process.exit(printAttacks(attacked, options.json) ? 0 : 1);

/** An attack that did not run to its end fails; the others still run. */
function brokenOff(cause: unknown): Check {
  console.error(cause);
  return { name: 'the attack itself', measured: 'ended early', wanted: 'its end', passed: false };
}
