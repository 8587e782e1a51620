/** `auctor help`: lists every command. */
import { type Command, EXIT } from '../command.ts';

const help: Command = {
  summary: 'list the commands',
  usage: '',
  async run(_args, commands) {
    const lines = await Promise.all(
      [...commands].map(async ([name, load]) => {
        const { usage, summary } = (await load()).default;
        return `  auctor ${`${name} ${usage}`.trim()}\n      ${summary}`;
      }),
    );
    console.log(`usage: auctor COMMAND [ARGUMENTS]\n\n${lines.join('\n')}`);
    return EXIT.good;
  },
};

export default help;
