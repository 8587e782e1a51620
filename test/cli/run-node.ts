/** Programs as a user's shell runs them, for tests of commands. */
import { spawnSync } from 'node:child_process';
import { AUCTOR } from '#test/helpers/program.ts';

export interface Ended {
  /** Exit code; null: ended by a signal. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Node in `folder`, without the settings of this process; the cache of compiled sources halves its CPU time. */
export function runNode(folder: string, args: readonly string[]): Ended {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawnSync(process.execPath, args, { encoding: 'utf8', cwd: folder, env: { PATH, NODE_COMPILE_CACHE } });
}

/** Runs a command of `auctor`; the lines of its output. */
export function runAuctor(folder: string, args: readonly string[]): { status: number | null; out: string[]; err: string[] } {
  const { status, stdout, stderr } = runNode(folder, [AUCTOR, ...args]);
  return { status, out: stdout.trim().split('\n'), err: stderr.trim().split('\n') };
}
