/** A command that is a program of its own, which reads its arguments itself. */
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
