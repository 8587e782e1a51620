/** All commands and their files, loaded on use. */
import type { Command } from './command.ts';

type Load = () => Promise<{ readonly default: Command }>;

export const COMMANDS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['start', () => import('./commands/start.ts')],
  ['demo', () => import('./commands/demo.ts')],
  ['check', () => import('./commands/check.ts')],
  ['print-config', () => import('./commands/print-config.ts')],
  ['replay', () => import('./commands/replay.ts')],
  ['version', () => import('./commands/version.ts')],
  ['help', () => import('./commands/help.ts')],
]);
