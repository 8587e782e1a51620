/** Bench lines of single parts: each file `bench/parts/<name>.ts` measures one and states its target. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { record } from './results.ts';
import { median } from './stats.ts';

/** One measured line: median of rounds, CPU µs unless it has another unit. */
export interface PartLine {
  readonly name: string;
  readonly micros: number;
  readonly unit?: string | undefined;
  readonly targetMicros?: number | undefined;
}

export interface Part {
  measure(): PartLine[] | Promise<PartLine[]>;
}

/** Median CPU µs of one call of `work`, over `rounds` rounds of `times` calls, after a warm-up. */
export function medianMicros(work: () => void, times = 200, rounds = 15): number {
  for (let i = 0; i < times * 3; i++) work();
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < times; i++) work();
    const { user, system } = process.cpuUsage(before);
    samples.push((user + system) / times);
  }
  return median(samples);
}

/** Runs the named parts, or all. */
export async function parts(only: readonly string[], all: boolean): Promise<void> {
  const dir = join(import.meta.dirname, 'parts');
  for (const file of readdirSync(dir).sort()) {
    const name = file.replace(/\.ts$/, '');
    if (!all && !only.includes(name)) continue;
    const part = (await import(join(dir, file))) as Part;
    for (const { name: line, micros, unit, targetMicros } of await part.measure()) record(line, unit ?? 'µs', [micros], targetMicros);
  }
}
