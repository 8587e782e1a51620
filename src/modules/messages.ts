/** Messages about hooks, and the report of a failed hook. */

import type { HookStage } from '#src/config/hook-stages.ts';
import type { HookAction, HookStatus } from './outcome.ts';
import type { ReadResult } from './read-result.ts';

/** How a hook failed: timeout, reported by itself, thrown when called, or later. */
export type FailureKind = 'timeout' | 'declared' | 'call' | 'later';

export interface Failed {
  readonly kind: FailureKind;
  readonly message: string;
  /** What the hook threw. */
  readonly cause?: unknown;
  /** Further messages of the hook. */
  readonly details?: Pick<ReadResult, 'message' | 'errors' | 'warnings' | 'debug' | 'tags'> | undefined;
}

export interface FailureReport {
  readonly status: HookStatus;
  readonly action: HookAction;
  readonly message: string;
  readonly errors: readonly string[];
}

/** A hook's rejection of the request. @param nbr the no-bid reason */
export const rejectionMessage = (module: string, hook: string, nbr: number, stage: HookStage): string =>
  `Module ${module} (hook: ${hook}) rejected request with code ${nbr} at ${stage} stage`;

/** A change that a hook made. @param key the changed field */
export const changeMessage = (key: string, type: string): string =>
  `Hook mutation successfully applied, affected key: ${key}, mutation type: ${type}`;

export const UNKNOWN_HOOK = 'Hook implementation does not exist or disabled';
