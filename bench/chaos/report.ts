/** Results of a chaos run as a table, and as JSON. */
import { writeFileSync } from 'node:fs';

export interface Check {
  readonly name: string;
  /** The measured value, with its unit. */
  readonly measured: string;
  readonly wanted: string;
  readonly passed: boolean;
}

/** Prints one line per check. @returns whether all passed */
export function printChecks(checks: readonly Check[], file: string | undefined): boolean {
  const width = Math.max(...checks.map(({ name }) => name.length));
  for (const { name, measured, wanted, passed } of checks) {
    console.log(`${passed ? 'pass' : 'FAIL'}  ${name.padEnd(width)}  ${measured.padStart(12)}  ${wanted}`);
  }
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(checks, undefined, 2)}\n`);
  return checks.every(({ passed }) => passed);
}
