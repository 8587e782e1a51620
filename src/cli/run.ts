/** Runs one command; invalid arguments end with exit code 2 and one line. */
import { EXIT, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
]);

/** @returns the exit code; undefined: the process runs until it is stopped */
export async function run([name = 'help', ...args]: readonly string[]): Promise<number | undefined> {
  const command = COMMANDS.get(ALIASES.get(name) ?? name);
  try {
    if (!command) throw new UsageError(`${name}: no such command; auctor help lists them`);
    const { default: found } = await command();
    if (args.includes('--help') || args.includes('-h')) {
      console.log(`usage: auctor ${`${name} ${found.usage}`.trim()}\n${found.summary}`);
      return EXIT.good;
    }
    return await found.run(args, COMMANDS);
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    console.error(`auctor: ${cause.message}`);
    return EXIT.usage;
  }
}
