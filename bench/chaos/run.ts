/**
 * `npm run chaos -- [overload|bidders|stores|hostile|soak] [--minutes n] [--per-second n] [--json FILE]`: attacks a host on loopback and prints
 * what held. Without names it runs short forms of all, one after the other. The exit code is 0 only if all checks pass. Figures compare with the
 * capacity measured in the same run; `--per-second` gives the soak a rate instead of half of it.
 */
import { bidders } from './bidders.ts';
import { hostile } from './hostile.ts';
import { overload } from './overload.ts';
import { type Attacked, type Check, printAttacks } from './report.ts';
import { soak } from './soak.ts';
import { stores } from './stores.ts';

const SHORT_SECONDS = 5;

interface Options {
  readonly seconds: number;
  readonly perSecond: number | undefined;
}

const ATTACKS: Readonly<Record<string, (options: Options) => Promise<Check[]>>> = {
  overload: ({ seconds }) => overload(seconds),
  bidders,
  stores: ({ seconds }) => stores(seconds),
  hostile: ({ seconds }) => hostile(seconds),
  soak,
};

const args = process.argv.slice(2);
const optionOf = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const named = args.filter((word, i) => !word.startsWith('--') && !args[i - 1]?.startsWith('--'));
const unknown = named.filter((name) => !Object.hasOwn(ATTACKS, name));
if (unknown.length > 0) {
  console.error(`chaos: unknown attack ${unknown.join(', ')}; there are ${Object.keys(ATTACKS).join(', ')}`);
  process.exit(2);
}
const [seconds, perSecond] = [Number(optionOf('--minutes') ?? SHORT_SECONDS / 60) * 60, optionOf('--per-second')];
const options: Options = { seconds, perSecond: perSecond === undefined ? undefined : Number(perSecond) };
if (!(seconds > 0) || options.perSecond === 0 || Number.isNaN(options.perSecond)) {
  console.error('chaos: --minutes and --per-second must be positive numbers');
  process.exit(2);
}
const attacked: Attacked[] = [];
for (const name of named.length > 0 ? named : Object.keys(ATTACKS)) {
  console.error(`chaos: ${name}`);
  const startedAt = performance.now();
  const checks = (await ATTACKS[name]?.(options).catch((cause: unknown) => [brokenOff(cause)])) ?? [];
  attacked.push({ name, checks, seconds: (performance.now() - startedAt) / 1000 });
}
process.exit(printAttacks(attacked, optionOf('--json')) ? 0 : 1);

/** An attack that did not run to its end fails; the others still run. */
function brokenOff(cause: unknown): Check {
  console.error(cause);
  return { name: 'the attack itself', measured: 'ended early', wanted: 'its end', passed: false };
}
