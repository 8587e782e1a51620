/** `auctor check`: reads settings, accounts and stored data like a start does, with one line per error; nothing is started. */
import { runningModules } from '#src/host/modules-check.ts';
import { checkSettings } from '#src/host/settings-check.ts';
import { checkStoredFiles } from '#src/host/stored-check.ts';
import { type Command, EXIT } from '../command.ts';
import { parseSettingsArguments } from '../settings-arguments.ts';

const check: Command = {
  summary: 'check settings, accounts and stored data without starting: exit 0 good, 1 errors, 2 usage',
  usage: '[--config FILE[,FILE]]... [--strict] [--quiet] [--any.key=value]...',
  async run(given) {
    const { files, strict, args, switches } = parseSettingsArguments(given, ['quiet']);
    const settings = await checkSettings({ files, args, strict, environment: process.env, folder: process.cwd() });
    const stored = settings.config
      ? checkStoredFiles(settings.config, await runningModules(settings.config))
      : { errors: [], warnings: [], files: 0 };
    const errors = [...settings.errors, ...stored.errors];
    const warnings = [...settings.warnings, ...stored.warnings];
    if (!switches.has('quiet')) for (const warning of warnings) console.log(`warning: ${warning}`);
    for (const error of errors) console.error(`error: ${error}`);
    const read = [...settings.files, ...(stored.files > 0 ? [`${stored.files} files of stored data`] : [])];
    console.log(`${read.join(', ') || 'no file'}: ${count(errors.length, 'error')}, ${count(warnings.length, 'warning')}`);
    return errors.length > 0 ? EXIT.errors : EXIT.good;
  },
};

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

export default check;
