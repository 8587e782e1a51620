/** Hooks in the Java variant; failures are reported with their message. */
import type { FailureReport } from '#src/modules/messages.ts';
import type { HookAction, HookStatus } from '#src/modules/outcome.ts';
import type { HookDialect } from '../contract/hooks.ts';

const failure = (status: HookStatus, message: string, action: HookAction = ''): FailureReport => ({ status, action, message, errors: [] });

const STATUS = { declared: 'failure', call: 'invocation_failure', later: 'execution_failure' } as const;

export const hooks: HookDialect = {
  rejectsAtOnce: false,
  inOrder: (planned) => planned,
  failure({ kind, message }) {
    if (kind === 'timeout') return failure('timeout', 'Timed out while executing action');
    return failure(STATUS[kind], message, kind === 'declared' ? 'no_action' : '');
  },
  misplacedRejection: () => failure('execution_failure', 'Rejection is not supported during this stage'),
  listsRejections: false,
  changes: () => [],
  updateFailed: (_report, error) => ({ message: `Payload update has thrown an exception: ${error}`, action: '' }),
  warnsOfRejections: false,
};
