/** A/B tests of modules: each runs in a share of the auctions, drawn once per auction and module (Java variant). */
import type { AbTest } from '#src/config/sections/hooks.ts';
import type { AnalyticsTags } from './analytics-tags.ts';
import type { HookLog } from './outcome.ts';

/** A plan's tests; the account's own tests apply to it whatever accounts they name. */
export interface AbTests {
  readonly own: readonly AbTest[] | undefined;
  readonly host: readonly AbTest[];
}

/**
 * The test of a module for this account; undefined: none. At the entrypoint, where no account is known, only tests for all accounts apply.
 */
export function testOf(module: string, accountId: string, { own, host }: AbTests): AbTest | undefined {
  const isFor = ({ enabled, module_code }: AbTest): boolean => enabled && module_code === module;
  if (own) return own.find(isFor);
  return host.find((test) => isFor(test) && (test.accounts.length === 0 || test.accounts.includes(accountId)));
}

/** Whether the module runs in this auction. */
export function isDrawn({ module_code, percent_active }: AbTest, { drawn }: HookLog, random: () => number): boolean {
  const before = drawn.get(module_code);
  if (before !== undefined) return before;
  const runs = Math.floor(random() * 100) < percent_active;
  drawn.set(module_code, runs);
  return runs;
}

/** The tags of a module under test: the result of the draw, before the module's own. */
export function withTestTag({ module_code, log_analytics_tag }: AbTest, runs: boolean, tags?: AnalyticsTags): AnalyticsTags | undefined {
  if (!log_analytics_tag) return tags;
  const result = { status: runs ? 'run' : 'skipped', values: { module: module_code } };
  return { activities: [{ name: 'core-module-abtests', status: 'success', results: [result] }, ...(tags?.activities ?? [])] };
}
