import { expect, test } from 'vitest';
import { HookCounters } from '#src/modules/counters.ts';
import type { HookOutcome } from '#src/modules/outcome.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { nonZero } from '#test/helpers/metrics.ts';

const OUTCOMES: readonly (readonly [HookOutcome['status'], HookOutcome['action']])[] = [
  ['success', ''],
  ['success', 'no_action'],
  ['success', 'update'],
  ['success', 'reject'],
  ['success', 'no_invocation'],
  ['failure', ''],
  ['timeout', ''],
  ['execution_failure', ''],
];

test('hook calls of a module count by stage and result, each once; one that was not made does not count', () => {
  const metrics = new MetricsRegistry();
  const counters = new HookCounters('acme.own-module', 'entrypoint', metrics);
  const call = { module: 'm', hook: 'h', message: '', errors: [], warnings: [], debug: [], patches: [], ms: 2 };
  for (const [status, action] of OUTCOMES) counters.count({ ...call, status, action });
  const series = (what: string): string => `modules_acme_own_module_${what}{stage="entrypoint"}`;
  const families = [
    'called',
    'success_noops',
    'success_updates',
    'success_rejects',
    'failed',
    'timeouts',
    'execution_errors',
    'duration_sum',
  ];
  expect(nonZero(metrics.expose(), ...families.map((what) => `modules_acme_own_module_${what}`))).toEqual({
    [series('called')]: 7,
    [series('success_noops')]: 2,
    [series('success_updates')]: 1,
    [series('success_rejects')]: 1,
    [series('failed')]: 1,
    [series('timeouts')]: 1,
    [series('execution_errors')]: 1,
    [series('duration_sum')]: 0.014,
  });
});
