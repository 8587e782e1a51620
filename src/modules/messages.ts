/** Messages about failed hooks: as statuses, and in either variant's words. */

import type { HookStage } from '#src/config/hook-stages.ts';
import type { HookAction, HookStatus } from './outcome.ts';
import type { ReadResult } from './read-result.ts';

export type Variant = 'go' | 'java';

/** How a hook failed: timeout, reported by itself, thrown when called, or later. */
export type FailureKind = 'timeout' | 'declared' | 'call' | 'later';

export interface Failed {
  readonly kind: FailureKind;
  readonly message: string;
  /** Further messages of the hook. */
  readonly said?: Pick<ReadResult, 'message' | 'errors' | 'warnings' | 'debug' | 'tags'> | undefined;
}

export interface FailureReport {
  readonly status: HookStatus;
  readonly action: HookAction;
  readonly message: string;
  readonly errors: readonly string[];
}

const GO_STATUS: { readonly [kind in FailureKind]: HookStatus } = {
  timeout: 'timeout',
  declared: 'failure',
  call: 'execution_failure',
  later: 'execution_failure',
};

const JAVA_STATUS: { readonly [kind in FailureKind]: HookStatus } = { ...GO_STATUS, call: 'invocation_failure' };

/** Go variant: an error of the hook; Java variant: its message. */
export function reportFailure({ kind, message: expose }: Failed, variant: Variant): FailureReport {
  if (variant === 'java') {
    const message = kind === 'timeout' ? 'Timed out while executing action' : expose;
    return { status: JAVA_STATUS[kind], action: '', message, errors: [] };
  }
  const error = kind === 'timeout' ? 'Hook execution timeout' : kind === 'declared' ? `hook execution failed: ${expose}` : expose;
  return { status: GO_STATUS[kind], action: '', message: '', errors: [error] };
}

/** A rejection at a stage that cannot reject. */
export function reportMisplacedRejection(module: string, hook: string, stage: HookStage, variant: Variant): FailureReport {
  if (variant === 'java')
    return { status: 'execution_failure', action: '', message: 'Rejection is not supported during this stage', errors: [] };
  const error = `Module (name: ${module}, hook code: ${hook}) tried to reject request on the ${stage} stage that does not support rejection`;
  return { status: 'execution_failure', action: '', message: '', errors: [error] };
}

export const rejectionMessage = (module: string, hook: string, nbr: number, stage: HookStage): string =>
  `Module ${module} (hook: ${hook}) rejected request with code ${nbr} at ${stage} stage`;

export const changeMessage = (key: string, type: string): string =>
  `Hook mutation successfully applied, affected key: ${key}, mutation type: ${type}`;

export const UNKNOWN_HOOK = 'Hook implementation does not exist or disabled';
