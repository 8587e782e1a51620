/** A command of `auctor`: one file in `commands/`, one line in `commands.ts`. */
export interface Command {
  /** What it does, in one line of the help. */
  readonly summary: string;
  /** What may follow its name. */
  readonly usage: string;
  /** @param args what follows the name; @returns the exit code, or nothing where the process goes on @throws UsageError */
  run(args: readonly string[]): Promise<number | undefined>;
}

/** Arguments nobody understands: exit code 2 and this one line. */
export class UsageError extends Error {}

export const EXIT = { good: 0, errors: 1, usage: 2 } as const;
