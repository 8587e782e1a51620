/** All commands and their files, loaded on use. */
import type { Commands, LoadCommand } from './command.ts';

export const COMMANDS: Commands = new Map<string, LoadCommand>([
  ['start', () => import('./commands/start.ts')],
  ['demo', () => import('./commands/demo.ts')],
  ['check', () => import('./commands/check.ts')],
  ['print-config', () => import('./commands/print-config.ts')],
  ['migrate', () => import('./commands/migrate.ts')],
  ['new-bidder', () => import('./commands/new-bidder.ts')],
  ['new-module', () => import('./commands/new-module.ts')],
  ['rules', () => import('./commands/rules.ts')],
  ['replay', () => import('./commands/replay.ts')],
  ['bench', () => import('./commands/bench.ts')],
  ['plan', () => import('./commands/plan.ts')],
  ['version', () => import('./commands/version.ts')],
  ['help', () => import('./commands/help.ts')],
]);
