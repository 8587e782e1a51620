/** `auctor migrate`: settings files of either variant as one file of ours, with a report. */
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { readSettings } from '#src/config/load.ts';
import { asVariant, differences, type Migration, migrate } from '#src/config/migrate.ts';
import type { Variant } from '#src/config/rule-set.ts';
import { type Command, EXIT, UsageError, usageOf } from '../command.ts';

interface Wanted {
  readonly files: string[];
  readonly variant: Variant | undefined;
  readonly out: string | undefined;
}

function parseWanted(given: readonly string[]): Wanted {
  const options = { variant: { type: 'string' }, out: { type: 'string' } } as const;
  const { positionals: files, values } = usageOf(() => parseArgs({ args: [...given], allowPositionals: true, options }));
  const { out } = values;
  const variant = values.variant === undefined ? undefined : asVariant(values.variant);
  if (files.length === 0) throw new UsageError('migrate: FILE is missing');
  if (values.variant !== undefined && variant === undefined) throw new UsageError('--variant: must be go or java');
  if (out !== undefined && existsSync(out)) throw new UsageError(`--out: ${out} exists`);
  return { files, variant, out };
}

/** Every line of the report, on the error output: the file itself may go to the standard output. */
function report({ variant, moved, unchanged, warnings }: Migration, changed: readonly string[]): void {
  console.error(`variant: ${variant}`);
  for (const line of moved) console.error(`moved: ${line}`);
  for (const line of warnings) console.error(`warning: ${line}`);
  for (const line of changed) console.error(`changed: ${line}`);
  console.error(`${moved.length} moved, ${unchanged} unchanged, ${warnings.length} warnings`);
}

const command: Command = {
  summary: 'convert settings files of the Go or the Java variant into one file of ours; the report goes to the error output',
  usage: 'FILE... [--variant go|java] [--out FILE]',
  async run(given) {
    const { files, variant, out } = parseWanted(given);
    const migration = migrate({ files, environment: process.env }, variant);
    for (const error of migration.errors) console.error(`error: ${error}`);
    if (!migration.tree) return EXIT.errors;
    const text = `# Made by auctor migrate from ${files.join(', ')}.\n${stringify(migration.tree, { lineWidth: 0 })}`;
    if (out === undefined) process.stdout.write(text);
    else usageOf(() => writeFileSync(out, text, { flag: 'wx' }));
    const environment = { ...process.env, AUCTOR_VARIANT: migration.variant };
    const before = readSettings({ files, environment });
    report(migration, out === undefined ? [] : differences(before, readSettings({ files: [out], environment })));
    return EXIT.good;
  },
};

export default command;
