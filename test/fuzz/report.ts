/** Results of a fuzz run, as its processes send them and as a table. */
import type { Failure } from './decoder.ts';

export interface Report {
  readonly name: string;
  readonly executions: number;
  /** Blocks that the seeds reach, that as many unguided mutations reach, and that guided ones reach. */
  readonly seeds: number;
  readonly unguided?: number | undefined;
  readonly guided: number;
  /** Inputs in the distilled corpus. */
  readonly inputs: number;
  readonly failures: readonly Failure[];
}

export type Message = { readonly kind: 'batch'; readonly batch: readonly string[] } | { readonly kind: 'report'; readonly report: Report };

const shown = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}… (${text.length})` : text);

/** One line per decoder, and below it its failures. */
export function printReport({ name, executions, seeds, unguided, guided, inputs, failures }: Report): void {
  const blocks = `${seeds} blocks by seeds, ${unguided === undefined ? '' : `${unguided} unguided, `}${guided} guided`;
  console.log(`${name}: ${executions} executions, ${blocks}, ${inputs} inputs, ${failures.length} failures`);
  for (const { message, input } of failures) console.log(`  ${message}\n    ${shown(JSON.stringify(input))}`);
}
