/** A command implemented as a separate program that reads its own arguments. */
import type { Command } from './command.ts';

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
