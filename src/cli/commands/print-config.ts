/** `auctor print-config`: the effective settings and the origin of each value, with secrets masked. */
import { stringify } from 'yaml';
import { effectiveOptions } from '#src/config/effective.ts';
import { settingsSchema } from '#src/config/json-schema.ts';
import { checkSettings } from '#src/host/settings-check.ts';
import { type Command, EXIT } from '../command.ts';
import { parseSettingsArguments } from '../settings-arguments.ts';

const printConfig: Command = {
  summary: 'print the effective settings with the origin of each value; --schema prints their JSON Schema',
  usage: '[--config FILE[,FILE]]... [--json] [--all] [--schema] [--any.key=value]...',
  async run(given) {
    const { files, strict, args, switches } = parseSettingsArguments(given, ['json', 'all', 'schema']);
    if (switches.has('schema')) {
      console.log(JSON.stringify(settingsSchema(), null, 2));
      return EXIT.good;
    }
    const settings = await checkSettings({ files, args, strict, environment: process.env, folder: process.cwd() });
    for (const error of settings.errors) console.error(`error: ${error}`);
    if (!settings.config) return EXIT.errors;
    const options = effectiveOptions(settings.config, settings.origins).filter(({ origin }) => switches.has('all') || origin !== undefined);
    if (switches.has('json'))
      console.log(JSON.stringify(Object.fromEntries(options.map(({ option, value, origin }) => [option, { value, origin }])), null, 2));
    else
      for (const { option, value, origin } of options)
        console.log(`${option}: ${stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim()}  # ${origin ?? 'default'}`);
    return settings.errors.length > 0 ? EXIT.errors : EXIT.good;
  },
};

export default printConfig;
