/** What came of hooks: kept with the auction, told in traces, to analytics and to whoever watches. Times are ms, unrounded. */
import type { Patch } from 'immer';
import type { Ext } from '#src/wire/ext.ts';
import type { AnalyticsTags } from './hook.ts';
import type { HookStage } from './stages.ts';

export type HookStatus = 'success' | 'failure' | 'timeout' | 'invocation_failure' | 'execution_failure';
/** Empty: the hook came to nothing. */
export type HookAction = '' | 'update' | 'no_action' | 'reject' | 'no_invocation';

export interface HookOutcome {
  readonly module: string;
  readonly hook: string;
  readonly status: HookStatus;
  readonly action: HookAction;
  readonly message: string;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly debug: readonly string[];
  readonly tags?: AnalyticsTags | undefined;
  /** What was changed where; values are not kept. */
  readonly patches: readonly Pick<Patch, 'op' | 'path'>[];
  readonly ms: number;
}

export interface GroupOutcome {
  /** That of its slowest hook. */
  readonly ms: number;
  readonly results: readonly HookOutcome[];
}

/** One stage, of one bidder where it is a stage of single bidders. */
export interface StageOutcome {
  readonly stage: HookStage;
  /** The bidder, of stages of single bidders. */
  readonly entity: string;
  /** Sum of its groups. */
  ms: number;
  readonly groups: GroupOutcome[];
}

/** A module does not want the request, the bidder, or its bids. */
export interface Rejection {
  readonly nbr: number;
  readonly message: string;
}

/** What modules did in one auction, and what they know between their hooks. */
export interface HookLog {
  /** In the order the stages began. */
  readonly outcomes: StageOutcome[];
  /** By module code. */
  readonly memories: Map<string, Ext>;
  /** Whether a module under test runs in this auction, by module code. */
  readonly drawn: Map<string, boolean>;
  /** The entrypoint's rejection, until it is answered. */
  rejection?: Rejection | undefined;
}

export const newHookLog = (): HookLog => ({ outcomes: [], memories: new Map(), drawn: new Map(), rejection: undefined });
