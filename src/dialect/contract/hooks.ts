import type { Patch } from 'immer';
import type { HookStage } from '#src/config/hook-stages.ts';
import type { Invocation } from '#src/modules/invocation.ts';
import type { Failed, FailureReport } from '#src/modules/messages.ts';
import type { HookOutcome } from '#src/modules/outcome.ts';
import type { ReadResult } from '#src/modules/read-result.ts';

/** Execution of hooks. */
export interface HookDialect {
  /** A hook that rejects ends its group at once. */
  readonly rejectsAtOnce: boolean;
  /** The order in which the results of a group count. */
  inOrder(planned: readonly Invocation[], ended: readonly Invocation[]): readonly Invocation[];
  /** Report of a failed hook. */
  failure(failed: Failed): FailureReport;
  /** Report of a rejection at a stage that cannot reject. */
  misplacedRejection(module: string, hook: string, stage: HookStage): FailureReport;
  /** A rejection is among the hook's errors. */
  readonly listsRejections: boolean;
  /** Debug messages about a hook's changes. */
  changes(result: ReadResult, patches: readonly Patch[]): string[];
  /** Report of changes that cannot be applied. */
  updateFailed(report: Pick<HookOutcome, 'warnings'>, error: string): Partial<HookOutcome>;
  /** A bidder that a hook rejects gets a warning. */
  readonly warnsOfRejections: boolean;
}
