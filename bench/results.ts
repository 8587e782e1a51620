/** The lines of a run: printed as measured, written as JSON. */
import { readFileSync, writeFileSync } from 'node:fs';
import { machine } from './machine.ts';
import { median, quantile } from './stats.ts';

/** A measured value: the median of its samples, and their quartiles. */
export interface Result {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** At most. */
  readonly target?: number | undefined;
  /** Whether the value reaches the target; absent: there is none. */
  readonly pass?: boolean | undefined;
}

/** The file of a run. */
export interface Run {
  readonly machine: ReturnType<typeof machine>;
  /** ISO date and time. */
  readonly at: string;
  readonly results: readonly Result[];
}

const results: Result[] = [];

const WIDTH = 66;

const rounded = (value: number): number => Number(value.toPrecision(4));

/** Records and prints a line. */
export function record(name: string, unit: string, samples: readonly number[], target?: number): void {
  const [value, low, high] = [median(samples), quantile(samples, 0.25), quantile(samples, 0.75)].map(rounded) as [number, number, number];
  const pass = target === undefined ? undefined : value <= target;
  results.push({ name, unit, value, low, high, target, pass });
  const spread = samples.length > 1 ? `  (${low} – ${high})` : '';
  const goal = target === undefined ? '' : `  target ≤ ${rounded(target)} ${pass ? 'pass' : 'MISSED'}`;
  console.log(`${name.padEnd(WIDTH)} ${String(value).padStart(9)} ${unit}${spread}${goal}`);
}

/** Prints a line that could not be measured; the bench then ends with exit code 1. */
export function recordFailure(name: string, reason: string): void {
  process.exitCode = 1;
  console.log(`${name.padEnd(WIDTH)}    FAILED ${reason}`);
}

/** Prints how many targets were reached, and the missed lines. */
export function printTargets(): void {
  const aimed = results.filter(({ pass }) => pass !== undefined);
  if (aimed.length === 0) return;
  const missed = aimed.filter(({ pass }) => pass === false);
  console.log(`${aimed.length - missed.length} of ${aimed.length} targets reached`);
  for (const { name, value, unit, target } of missed) console.log(`  missed: ${name}: ${value} ${unit}, target ≤ ${rounded(target ?? 0)}`);
}

const run = (): Run => ({ machine: machine(), at: new Date().toISOString(), results });

/** Writes the run to a file that `--against` reads later. */
export const writeJson = (file: string): void => writeFileSync(file, `${JSON.stringify(run(), undefined, 2)}\n`);

/** Prints this run compared with the one in `file`. @throws Error if it is not the file of a run */
export function compareWith(file: string): void {
  const before = JSON.parse(readFileSync(file, 'utf8')) as Partial<Run>;
  if (!Array.isArray(before.results) || !before.machine) throw new Error(`--against: ${file} is not a file that --json wrote`);
  for (const line of comparison(before as Run, run())) console.log(line);
}

/** More than this beyond the noise is a change. */
const NOTABLE = 0.05;

/** Units of which more is better. */
const RATES = new Set(['/s']);

type Change = 'worse' | 'better' | '';

/**
 * A change counts if the medians differ by more than 5 % beyond the noise: the quartiles of one run nearest to the other's. Percentages
 * are shares already, so points count.
 */
function changeOf(then: Result, now: Result): Change {
  const isRate = RATES.has(now.unit);
  const [more, less] = [isRate ? 'better' : 'worse', isRate ? 'worse' : 'better'] as const;
  const margin = now.unit === '%' ? NOTABLE * 100 : Math.abs(then.value) * NOTABLE;
  if (now.low - then.high > margin) return more;
  return then.low - now.high > margin ? less : '';
}

/** One line per result of both runs: values, ratio, and whether it is worse or better than noise explains. */
export function comparison(before: Run, here: Run): string[] {
  const isOther = before.machine.cpu !== here.machine.cpu || before.machine.cpus !== here.machine.cpus;
  const warning = `warning: the earlier run is of another machine (${before.machine.cpus} × ${before.machine.cpu}): only ratios (×) compare`;
  const old = new Map(before.results.map((result) => [result.name, result]));
  const compared = here.results.flatMap((now) => {
    const then = old.get(now.name);
    return then ? [{ now, then, change: changeOf(then, now) }] : [];
  });
  const lines = compared.map(({ now, then, change }) => {
    const ratio = then.value === 0 ? '' : `${(now.value / then.value).toFixed(2)} ×`;
    const values = `${then.value} → ${now.value} ${now.unit}`;
    return `${now.name.padEnd(WIDTH)} ${values.padEnd(28)} ${ratio.padStart(8)}  ${change}`.trimEnd();
  });
  const worse = compared.filter(({ change }) => change === 'worse').length;
  const title = `-- compared with ${before.at} (Node ${before.machine.node}): ${worse} of ${compared.length} lines worse by more than 5 % beyond noise`;
  return [...(isOther ? [warning] : []), title, ...lines];
}
