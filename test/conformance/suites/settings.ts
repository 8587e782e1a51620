/** Runs complete settings files for hosts of the two variants: read and validated as in a start, without listening. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Settings } from '#src/config/load.ts';
import { checkSettings } from '#src/host/settings-check.ts';
import { emptyGroup, type GroupResult, record, suiteDir } from '../results.ts';

interface Expectation {
  readonly starts: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly arguments?: readonly string[];
  readonly files?: readonly string[];
  readonly effective?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly string[];
  readonly names?: readonly string[];
}

const VARIANTS = ['go', 'java'] as const;

/** The value at a dotted option; numbers are list indexes, and names may contain dots. */
function valueAt(holder: unknown, path: string): unknown {
  if (path === '') return holder;
  if (typeof holder !== 'object' || holder === null) return undefined;
  const key = Object.keys(holder).find((name) => path === name || path.startsWith(`${name}.`));
  return key === undefined ? undefined : valueAt((holder as Record<string, unknown>)[key], path.slice(key.length + 1));
}

/** If a string is expected, a number or boolean with the same spelling also matches. */
const isSame = (wanted: unknown, made: unknown): boolean =>
  isDeepStrictEqual(wanted, made) ||
  (typeof wanted === 'string' && (typeof made === 'number' || typeof made === 'boolean') && String(made) === wanted);

/** The first difference; undefined: none. */
function compare({ starts, effective = {}, warnings = [], names = [] }: Expectation, made: Settings, file: string): string | undefined {
  const text = made.errors.join('\n');
  if (!starts) {
    if (made.errors.length === 0) return 'starts, and must not';
    const missing = names.filter((name) => !text.includes(name));
    if (missing.length > 0) return `not named: ${missing.join(', ')}; made ${text}`;
    return names.length > 0 || new RegExp(`${file.replaceAll('.', '\\.')}:\\d+`).test(text) ? undefined : `neither file nor line: ${text}`;
  }
  if (made.errors.length > 0) return `does not start: ${text}`;
  for (const [option, wanted] of Object.entries(effective)) {
    const value = valueAt(made.config, option);
    if (!isSame(wanted, value)) return `${option}: wanted ${JSON.stringify(wanted)}, made ${JSON.stringify(value)}`;
  }
  const silent = warnings.filter((key) => !made.warnings.some((line) => line.includes(key)));
  return silent.length > 0 ? `no warning of ${silent.join(', ')}; made ${made.warnings.join('\n')}` : undefined;
}

async function check(folder: string, name: string, variant: (typeof VARIANTS)[number]): Promise<string | undefined> {
  const expected = JSON.parse(readFileSync(`${name}.expect.json`, 'utf8')) as Expectation;
  const file = `${name}.yaml`;
  try {
    const made = await checkSettings({
      files: [file, ...(expected.files ?? [])],
      environment: { ...expected.environment, AUCTOR_VARIANT: variant },
      args: expected.arguments ?? [],
      folder,
    });
    return compare(expected, made, file);
  } catch (cause) {
    return `threw ${cause instanceof Error ? cause.stack?.split('\n').slice(0, 4).join(' ') : String(cause)}`;
  }
}

/** Both variants, or those named. Files refer to other files relative to their folder. */
export async function runSettings(only: readonly string[] = []): Promise<GroupResult[]> {
  const dir = suiteDir('settings');
  if (!dir) return [];
  const results: GroupResult[] = [];
  const before = process.cwd();
  for (const variant of VARIANTS.filter((each) => only.length === 0 || only.includes(each))) {
    const folder = join(dir, variant);
    if (!existsSync(folder)) continue;
    const result = emptyGroup('settings', variant);
    process.chdir(folder);
    try {
      const names = readdirSync(folder).flatMap((name) => (name.endsWith('.expect.json') ? [name.slice(0, -'.expect.json'.length)] : []));
      for (const name of names.sort()) record(result, name, await check(folder, name, variant));
    } finally {
      process.chdir(before);
    }
    results.push(result);
  }
  return results;
}
