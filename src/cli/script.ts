/** A command implemented as a separate program that reads its own arguments. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, UsageError } from './command.ts';

/** The folder that an installed package lacks. */
const BENCH = join(import.meta.dirname, '../../bench');

/** The same command, for developers: an installed package has neither sources to add to nor the bench. */
export const inCheckout = (name: string, command: Command): Command => ({
  ...command,
  run(args, commands) {
    if (!existsSync(BENCH)) throw new UsageError(`${name}: works in a checkout of the repository only`);
    return command.run(args, commands);
  },
});

/** A command that runs a script, which reads the arguments itself. @param load imports the script */
export function scriptCommand(summary: string, usage: string, load: () => Promise<unknown>): Command {
  return {
    summary,
    usage,
    async run(args) {
      process.argv.splice(2, process.argv.length, ...args);
      await load();
      return undefined;
    },
  };
}
