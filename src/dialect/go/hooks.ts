/** Hooks in the Go variant; failures are reported as errors of the hook. */
import { changeMessages } from '#src/modules/apply.ts';
import type { FailureReport } from '#src/modules/messages.ts';
import type { HookStatus } from '#src/modules/outcome.ts';
import type { HookDialect } from '../contract/hooks.ts';

const failure = (status: HookStatus, error: string): FailureReport => ({ status, action: '', message: '', errors: [error] });

export const hooks: HookDialect = {
  // A rejection skips the other hooks of the group.
  rejectsAtOnce: true,
  inOrder: (_planned, ended) => ended,
  failure({ kind, message }) {
    if (kind === 'timeout') return failure('timeout', 'Hook execution timeout');
    return kind === 'declared' ? failure('failure', `hook execution failed: ${message}`) : failure('execution_failure', message);
  },
  misplacedRejection: (module, hook, stage) =>
    failure(
      'execution_failure',
      `Module (name: ${module}, hook code: ${hook}) tried to reject request on the ${stage} stage that does not support rejection`,
    ),
  listsRejections: true,
  changes: changeMessages,
  updateFailed: ({ warnings }, error) => ({ warnings: [...warnings, `failed to apply hook mutation: ${error}`], action: 'update' }),
  warnsOfRejections: true,
};
