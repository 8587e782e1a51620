/** Bench lines of single parts: each file `bench/parts/<name>.ts` measures one and states its target. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** One measured line: median of interleaved rounds, CPU µs. */
export interface PartLine {
  readonly name: string;
  readonly micros: number;
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
  samples.sort((a, b) => a - b);
  return samples[Math.floor(samples.length / 2)] ?? 0;
}

/** Runs the named parts, or all. */
export async function parts(only: readonly string[], all: boolean): Promise<void> {
  const dir = join(import.meta.dirname, 'parts');
  for (const file of readdirSync(dir).sort()) {
    const name = file.replace(/\.ts$/, '');
    if (!all && !only.includes(name)) continue;
    const part = (await import(join(dir, file))) as Part;
    for (const line of await part.measure()) {
      const target = line.targetMicros === undefined ? '' : `  (target ≤ ${line.targetMicros})`;
      console.log(`${line.name.padEnd(58)} ${line.micros.toFixed(1).padStart(9)} µs${target}`);
    }
  }
}
