/** Families about the modules of accounts. */
import type { Auction } from '#src/auction/auction.ts';
import type { HookOutcome } from '#src/modules/outcome.ts';
import type { Counter, Histogram, Metrics } from '#src/platform/metrics.ts';
import { BUCKETS } from './buckets.ts';
import { byBoundedLabel, byLabel } from './labelled.ts';

interface ModuleHandles {
  readonly calls: (result: string) => Counter;
  readonly seconds: Histogram;
}

/** Max modules of an account with series of their own: its plan may name any. */
const MAX_MODULES = 100;

const resultOf = ({ status, action }: HookOutcome): string => {
  if (status !== 'success') return status === 'failure' || status === 'timeout' ? status : 'execution_error';
  return action === 'update' || action === 'reject' ? action : 'noop';
};

/** Calls of modules, by account. */
export class AccountModules {
  readonly #module: (account: string) => (module: string) => ModuleHandles;

  constructor(maxAccounts: number, metrics: Metrics) {
    this.#module = byBoundedLabel(maxAccounts, (account) =>
      byBoundedLabel(MAX_MODULES, (module) => ({
        calls: byLabel((result) =>
          metrics.counter('account_module_calls', 'Hook calls of modules, by account and result.', { account, module, result }),
        ),
        seconds: metrics.histogram('account_module_duration', 'Duration of hooks in seconds, by account.', BUCKETS.hookSeconds, {
          account,
          module,
        }),
      })),
    );
  }

  count({ accountId, hooks }: Auction): void {
    for (const { groups } of hooks?.outcomes ?? []) {
      for (const { results } of groups) {
        for (const outcome of results) {
          if (outcome.action === 'no_invocation') continue;
          const { calls, seconds } = this.#module(accountId)(outcome.module);
          calls(resultOf(outcome)).add();
          seconds.observe(outcome.ms / 1000);
        }
      }
    }
  }
}
