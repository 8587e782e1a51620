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

/** The checks of one attack. */
export interface Attacked {
  readonly name: string;
  readonly checks: readonly Check[];
  /** How long it took. */
  readonly seconds: number;
}

const isFailed = ({ passed }: Check): boolean => passed === false;

/** Prints one line per check, by attack, then one line per attack. @returns whether no check failed */
export function printAttacks(attacked: readonly Attacked[], file: string | undefined): boolean {
  const width = Math.max(...attacked.flatMap(({ checks }) => checks.map(({ name }) => name.length)));
  for (const { name: attack, checks } of attacked) {
    console.log(`\n${attack}`);
    for (const { name, measured, wanted, passed } of checks) {
      console.log(`${verdict(passed)}  ${name.padEnd(width)}  ${measured.padStart(12)}  ${wanted}`);
    }
  }
  console.log('\nall attacks');
  for (const { name, checks, seconds } of attacked) {
    const [failed, all] = [checks.filter(isFailed).length, checks.filter(({ passed }) => passed !== undefined).length];
    console.log(`${verdict(failed === 0)}  ${name.padEnd(width)}  ${`${all - failed} of ${all}`.padStart(12)}  in ${seconds.toFixed(0)} s`);
  }
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(attacked, undefined, 2)}\n`);
  return !attacked.some(({ checks }) => checks.some(isFailed));
}
