/** Bench lines of single parts: each file `bench/parts/<name>.ts` measures one and states its target. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { record } from './results.ts';

/** One measured line. */
export interface PartLine {
  readonly name: string;
  /** A figure, or samples whose median counts. */
  readonly value: number | readonly number[];
  /** Absent: CPU µs. */
  readonly unit?: string | undefined;
  /** At most. */
  readonly target?: number | undefined;
}

export interface Part {
  /** @param quick fewer and shorter rounds */
  measure(quick: boolean): readonly PartLine[] | Promise<readonly PartLine[]>;
}

/** CPU µs of one call of `work`, one sample per round of `times` calls, after a warm-up. */
export function sampleMicros(work: () => void, times = 200, rounds = 15): readonly number[] {
  for (let i = 0; i < times * 3; i++) work();
  return Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    for (let i = 0; i < times; i++) work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / times;
  });
}

const FOLDER = join(import.meta.dirname, 'parts');

/** Names of all parts. */
export const PARTS: readonly string[] = readdirSync(FOLDER)
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();

/** Runs the named parts, or all. */
export async function parts(only: readonly string[], all: boolean, quick: boolean): Promise<void> {
  for (const name of PARTS) {
    if (!all && !only.includes(name)) continue;
    const begun = performance.now();
    const part = (await import(join(FOLDER, `${name}.ts`))) as Part;
    for (const { name: line, value, unit, target } of await part.measure(quick))
      record(line, unit ?? 'µs', typeof value === 'number' ? [value] : value, target);
    console.log(`(${name} took ${((performance.now() - begun) / 1000).toFixed(0)} s)`);
  }
}
