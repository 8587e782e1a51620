/** Results of a chaos run as a table, and as JSON. */
import { writeFileSync } from 'node:fs';

export interface Check {
  readonly name: string;
  /** The measured value, with its unit. */
  readonly measured: string;
  readonly wanted: string;
  /** Undefined: a figure of the run itself, such as the lateness of the load generator. */
  readonly passed: boolean | undefined;
}

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
export const ms = (value: number): string => `${value.toFixed(0)} ms`;
export const mb = (value: number): string => `${value.toFixed(0)} MB`;

/** A check of a count that should be 0. */
export const none = (name: string, count: number): Check => ({ name, measured: String(count), wanted: '0', passed: count === 0 });

export const figure = (name: string, measured: string, meaning: string): Check => ({ name, measured, wanted: meaning, passed: undefined });

const verdict = (passed: boolean | undefined): string => (passed === undefined ? '    ' : passed ? 'pass' : 'FAIL');

/** Prints one line per check. @returns whether none failed */
export function printChecks(checks: readonly Check[], file: string | undefined): boolean {
  const width = Math.max(...checks.map(({ name }) => name.length));
  for (const { name, measured, wanted, passed } of checks) {
    console.log(`${verdict(passed)}  ${name.padEnd(width)}  ${measured.padStart(12)}  ${wanted}`);
  }
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(checks, undefined, 2)}\n`);
  return checks.every(({ passed }) => passed !== false);
}
