/** Lines that packages and modules write to the console, and warnings of Node, join the log: every line of a host is JSON. */
import { format } from 'node:util';
import type { Log } from './log.ts';

/** Until the process ends. */
export function logConsole(log: Log): void {
  for (const level of ['warn', 'error'] as const) {
    console[level] = (...parts: unknown[]) => log[level]({ output: format(...parts) }, 'a package wrote to the console');
  }
  // Without the listener that prints them (`--no-warnings`) they are not wanted.
  if (process.listenerCount('warning') === 0) return;
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ failure: warning }, 'warning of Node'));
}
