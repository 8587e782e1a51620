/** Arguments shared by all commands that read settings. */
import { UsageError } from './command.ts';

export interface SettingsArguments {
  /** Files, in order; undefined if none is named. */
  readonly files: readonly string[] | undefined;
  readonly strict: boolean;
  /** The command's switches that were set. */
  readonly switches: ReadonlySet<string>;
  /** The remaining arguments: settings as `--any.key=value` or `-Dany.key=value`, and log flags of the Go variant. */
  readonly args: readonly string[];
}

/** Flags of the Go variant's log with a value. */
const WITH_VALUE = new Set(['v', 'stderrthreshold', 'log_dir', 'vmodule', 'log_backtrace_at']);
/** Those without one. */
const WITHOUT_VALUE = new Set(['logtostderr', 'alsologtostderr']);

/**
 * @param known switches of the command, without dashes
 * @throws UsageError for anything except switches, settings and log flags
 */
export function parseSettingsArguments(given: readonly string[], known: readonly string[] = []): SettingsArguments {
  const [files, args, switches]: [string[], string[], Set<string>] = [[], [], new Set()];
  for (let i = 0; i < given.length; i++) {
    const argument = given[i] ?? '';
    const [, name = '', value] = /^--?([\w-]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (name === 'config' && argument.startsWith('--')) files.push(value ?? valueAfter(given, i++));
    else if (value === undefined && (name === 'strict' || known.includes(name))) switches.add(name);
    else if (WITH_VALUE.has(name)) args.push(value === undefined ? `-${name}=${valueAfter(given, i++)}` : argument);
    else if (WITHOUT_VALUE.has(name) || /^(--|-D)[A-Za-z][^=]*=/.test(argument)) args.push(argument);
    else throw new UsageError(`${argument}: no such argument`);
  }
  return { files: files.length > 0 ? files : undefined, strict: switches.has('strict'), switches, args };
}

function valueAfter(given: readonly string[], at: number): string {
  const value = given[at + 1];
  if (value === undefined || value.startsWith('--')) throw new UsageError(`${given[at]}: needs a value`);
  return value;
}
