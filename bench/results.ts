/** The lines of a run: printed as measured, written as JSON, compared with an earlier run of the same machine. */
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
}

interface Run {
  readonly machine: ReturnType<typeof machine>;
  readonly at: string;
  readonly results: readonly Result[];
}

const results: Result[] = [];

const rounded = (value: number): number => Number(value.toPrecision(4));

/** Records and prints a line. */
export function record(name: string, unit: string, samples: readonly number[], target?: number): void {
  const [value, low, high] = [median(samples), quantile(samples, 0.25), quantile(samples, 0.75)].map(rounded) as [number, number, number];
  results.push({ name, unit, value, low, high, target });
  const spread = samples.length > 1 ? `  (${low} – ${high})` : '';
  const goal = target === undefined ? '' : `  target ≤ ${rounded(target)}${value > target ? ' MISSED' : ''}`;
  console.log(`${name.padEnd(66)} ${String(value).padStart(9)} ${unit}${spread}${goal}`);
}

/** Prints a line that could not be measured; the bench then ends with exit code 1. */
export function recordFailure(name: string, reason: string): void {
  process.exitCode = 1;
  console.log(`${name.padEnd(66)}    FAILED ${reason}`);
}

/** Writes the run to a file that `--against` reads later. */
export function writeJson(file: string): void {
  const run: Run = { machine: machine(), at: new Date().toISOString(), results };
  writeFileSync(file, `${JSON.stringify(run, undefined, 2)}\n`);
}

/** Prints each line's change since the run in `file`. Changes within the quartiles of both runs are noise and are not shown. */
export function compareWith(file: string): void {
  const before = JSON.parse(readFileSync(file, 'utf8')) as Run;
  const here = machine();
  if (before.machine.cpu !== here.cpu || before.machine.cpus !== here.cpus)
    console.log(`warning: ${file} is of another machine (${before.machine.cpus} × ${before.machine.cpu}): only ratios (×) compare`);
  console.log(`-- changes since ${before.at} (Node ${before.machine.node})`);
  const old = new Map(before.results.map((result) => [result.name, result]));
  for (const now of results) {
    const then = old.get(now.name);
    if (!then || then.value === 0 || (now.low <= then.high && then.low <= now.high)) continue;
    const change = ((now.value - then.value) / then.value) * 100;
    console.log(`${now.name.padEnd(66)} ${then.value} → ${now.value} ${now.unit}  ${change > 0 ? '+' : ''}${change.toFixed(0)} %`);
  }
}
