/** `auctor help`: lists every command, or the named one. */
import { type Command, EXIT, UsageError } from '../command.ts';

const help: Command = {
  summary: 'list the commands',
  usage: '[COMMAND]',
  async run([wanted], commands) {
    if (wanted !== undefined && !commands.has(wanted)) throw new UsageError(`${wanted}: no such command; auctor help lists them`);
    const lines = await Promise.all(
      [...commands]
        .filter(([name]) => name === (wanted ?? name))
        .map(async ([name, load]) => {
          const { usage, summary } = (await load()).default;
          return `  auctor ${`${name} ${usage}`.trim()}\n      ${summary}`;
        }),
    );
    console.log(`usage: auctor COMMAND [ARGUMENTS]\n\n${lines.join('\n')}`);
    return EXIT.good;
  },
};

export default help;
