/** `auctor start`: the host, with named or default settings files. */
import '#machines/xstate-closures.ts';
import { restartWithNodeFlags } from '#src/host/node-flags.ts';
import type { Command } from '../command.ts';
import { parseSettingsArguments } from '../settings-arguments.ts';

const start: Command = {
  summary: 'start the host',
  usage: '[--config FILE[,FILE]]... [--strict] [--hello] [--demo] [--any.key=value]...',
  async run(given) {
    const { files, strict, switches, args } = parseSettingsArguments(given, ['hello', 'demo']);
    restartWithNodeFlags();
    const { startHost } = await import('#src/host/start.ts');
    const named = files ?? (process.env['AUCTOR_CONFIG'] ? [process.env['AUCTOR_CONFIG']] : undefined);
    // A named file takes precedence over the demo settings.
    const demo = switches.has('demo') && named === undefined;
    await startHost({ files: demo ? [] : named, args, demo, strict, hello: switches.has('hello') });
    return undefined;
  },
};

export default start;
