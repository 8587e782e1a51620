import { describe, expect, test } from 'vitest';
import { type HookOutcome, newHookLog } from '#src/modules/outcome.ts';
import { count } from './count-auctions.ts';

describe('modules of an account', () => {
  const call = (status: HookOutcome['status'], action: HookOutcome['action']): HookOutcome => ({
    module: 'acme',
    hook: 'h',
    status,
    action,
    message: '',
    errors: [],
    warnings: [],
    debug: [],
    patches: [],
    ms: 3,
  });
  const results = [
    call('success', ''),
    call('success', 'update'),
    call('success', 'reject'),
    call('failure', ''),
    call('timeout', ''),
    call('execution_failure', ''),
    call('success', 'no_invocation'),
  ];
  const hooks = { ...newHookLog(), outcomes: [{ stage: 'entrypoint' as const, entity: '', ms: 3, groups: [{ ms: 3, results }] }] };
  const ended = { accountId: '7', hooks };

  test('count by account and result', () => {
    const series = (result: string): string => `account_module_calls{account="7",module="acme",result="${result}"}`;
    expect(count(['account_module_calls'], [ended])).toEqual({
      [series('noop')]: 1,
      [series('update')]: 1,
      [series('reject')]: 1,
      [series('failure')]: 1,
      [series('timeout')]: 1,
      [series('execution_error')]: 1,
    });
    expect(count(['account_module_duration_sum', 'account_module_duration_count'], [ended])).toEqual({
      'account_module_duration_sum{account="7",module="acme"}': 0.018,
      'account_module_duration_count{account="7",module="acme"}': 6,
    });
  });

  test('are not counted if the host disables the family, unless the account wants details', () => {
    const off = { disabled_metrics: { account_modules_metrics: true } };
    expect(count(['account_module_calls'], [ended], { metrics: off })).toEqual({});
    const detailed = { ...off, accounts: { detailed_verbosity: ['7'] } };
    expect(Object.keys(count(['account_module_calls'], [ended], { metrics: detailed }))).toHaveLength(6);
  });
});
