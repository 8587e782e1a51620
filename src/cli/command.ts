import { errorMessage } from '#src/lang/error-message.ts';

/** A command of `auctor`: one file in `commands/`, one line in `commands.ts`. */
export interface Command {
  /** Summary in one line, for the help. */
  readonly summary: string;
  /** Arguments after the name. */
  readonly usage: string;
  /** @param args arguments after the name; @param commands all of them, for the help; @returns the exit code, or undefined if the process keeps running @throws UsageError */
  run(args: readonly string[], commands: Commands): Promise<number | undefined>;
}

export type LoadCommand = () => Promise<{ readonly default: Command }>;

/** All commands by name. */
export type Commands = ReadonlyMap<string, LoadCommand>;

/** Invalid arguments: exit code 2 and this one line. */
export class UsageError extends Error {}

/** The result of `read`; what it throws becomes a `UsageError`. */
export function usageOf<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new UsageError(errorMessage(cause));
  }
}

export const EXIT = { good: 0, errors: 1, usage: 2 } as const;
