/** The arguments of `npm run chaos`. */
import { parseArgs } from 'node:util';
import { checkNames } from '#src/cli/tool-arguments.ts';

export interface Options {
  /** Attacks to run, in their order. */
  readonly names: readonly string[];
  /** Length of an attack. */
  readonly seconds: number;
  /** Rate of the soak; absent: half of the measured capacity. */
  readonly perSecond: number | undefined;
  /** Writes the results to this file. */
  readonly json: string | undefined;
}

const SHORT_SECONDS = 5;

function positive(name: string, value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !(number > 0 && number < Infinity))
    throw new Error(`--${name}: must be a positive number, not ${JSON.stringify(value)}`);
  return number;
}

/** @param attacks names of all; @throws Error naming the invalid argument */
export function readOptions(args: readonly string[], attacks: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { minutes: text, 'per-second': text, json: text },
  });
  checkNames('attack', positionals, attacks);
  const { minutes, 'per-second': perSecond, json } = values;
  return {
    names: positionals.length > 0 ? positionals : attacks,
    seconds: minutes === undefined ? SHORT_SECONDS : positive('minutes', minutes) * 60,
    perSecond: perSecond === undefined ? undefined : positive('per-second', perSecond),
    json,
  };
}
