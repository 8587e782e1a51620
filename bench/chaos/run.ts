/**
 * `npm run chaos -- [overload|bidders|stores|hostile|soak] [--minutes n] [--json FILE]`: attacks a host on loopback and prints what held. Without names
 * it runs short forms of all. The exit code is 0 only if all checks pass. Figures compare with the capacity measured in the same run.
 */
import { bidders } from './bidders.ts';
import { hostile } from './hostile.ts';
import { overload } from './overload.ts';
import { type Check, printChecks } from './report.ts';
import { soak } from './soak.ts';
import { stores } from './stores.ts';

const SHORT_SECONDS = 5;

const ATTACKS: Readonly<Record<string, (seconds: number) => Promise<Check[]>>> = { overload, bidders, stores, hostile, soak };

const args = process.argv.slice(2);
const optionOf = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const named = args.filter((word, i) => !word.startsWith('--') && !args[i - 1]?.startsWith('--'));
const unknown = named.filter((name) => !Object.hasOwn(ATTACKS, name));
if (unknown.length > 0) {
  console.error(`chaos: unknown attack ${unknown.join(', ')}; there are ${Object.keys(ATTACKS).join(', ')}`);
  process.exit(2);
}
const seconds = Number(optionOf('--minutes') ?? SHORT_SECONDS / 60) * 60;
const checks: Check[] = [];
for (const name of named.length > 0 ? named : Object.keys(ATTACKS)) checks.push(...((await ATTACKS[name]?.(seconds)) ?? []));
process.exit(printChecks(checks, optionOf('--json')) ? 0 : 1);
