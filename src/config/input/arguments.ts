/**
 * Settings among the arguments: `--any.key=value` as in the Java variant, and below them `-Dany.key=value`, its properties of the machine; the
 * log flags of the Go variant.
 */
import type { Property } from './property.ts';

/** Log flags of that variant; some have a value. */
const LOG_FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['v', 'stderrthreshold', 'log_dir', 'vmodule', 'log_backtrace_at'].map((flag) => [flag, true] as const),
  ...['logtostderr', 'alsologtostderr'].map((flag) => [flag, false] as const),
]);

export interface ArgumentSettings {
  readonly properties: readonly Property[];
  /** Log flags, unchanged. */
  readonly flags: readonly string[];
  /** Other arguments. */
  readonly unknown: readonly string[];
}

/** @param rank layer of arguments, the highest */
export function readArguments(given: readonly string[], rank: number): ArgumentSettings {
  const [properties, flags, unknown]: [Property[], string[], string[]] = [[], [], []];
  for (let i = 0; i < given.length; i++) {
    const argument = given[i] ?? '';
    const [, flag = '', inline] = /^--?([a-z_]+)(=.*)?$/.exec(argument) ?? [];
    const takesValue = LOG_FLAGS.get(flag);
    const [, form, key, value] = /^(--|-D)([A-Za-z][^=]*)=(.*)$/s.exec(argument) ?? [];
    if (takesValue !== undefined) {
      flags.push(argument);
      if (takesValue && inline === undefined && given[i + 1]?.startsWith('-') === false) i++;
    } else if (key !== undefined) {
      const origin = { source: 'arguments', written: `${form}${key}`, rank: form === '-D' ? rank - 1 : rank };
      properties.push({ keys: [key], value, origin });
    } else unknown.push(argument);
  }
  return { properties, flags, unknown };
}
