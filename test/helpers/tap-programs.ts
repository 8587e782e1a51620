/** The documented tap clients as programs, each in its own language. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../docs/taps');

/** Language, program and file. */
export const TAP_PROGRAMS = [
  ['JavaScript', process.execPath, 'client.js'],
  ['Python', 'python3', 'client.py'],
  ['PHP', 'php', 'client.php'],
] as const;

export const isAbsent = (program: string): boolean => spawnSync(program, ['--version']).status !== 0;

export interface TapProgram {
  readonly child: ChildProcess;
  /** Ids of the requests it printed, in order. */
  requests(): string[];
  /** Everything it printed. */
  printed(): string;
}

/** Starts a client. @param adminOrigin of the host it observes */
export function startTapProgram(program: string, file: string, adminOrigin: string): TapProgram {
  const child = spawn(program, [join(FOLDER, file), `${adminOrigin.replace('http', 'ws')}/taps`]);
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
  });
  return {
    child,
    printed: () => printed,
    requests: () =>
      printed
        .split('\n')
        .map((line) => line.split(' ')[0] ?? '')
        .filter((id) => id !== ''),
  };
}
