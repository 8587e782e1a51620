/** Results of hooks: stored with the auction, used by traces, analytics and taps. Times are ms, unrounded. */
import type { Patch } from 'immer';
import type { HookStage } from '#src/config/hook-stages.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { AnalyticsTags } from './analytics-tags.ts';

export type HookStatus = 'success' | 'failure' | 'timeout' | 'invocation_failure' | 'execution_failure';
/** Empty: the hook had no effect. */
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
  /** Paths of the changes; values are not stored. */
  readonly patches: readonly Pick<Patch, 'op' | 'path'>[];
  readonly ms: number;
}

export interface GroupOutcome {
  /** Duration of its slowest hook. */
  readonly ms: number;
  readonly results: readonly HookOutcome[];
}

/** One stage, for one bidder if it is a stage of single bidders. */
export interface StageOutcome {
  readonly stage: HookStage;
  /** The bidder, of stages of single bidders. */
  readonly entity: string;
  /** Sum of its groups. */
  ms: number;
  readonly groups: GroupOutcome[];
}

/** A module rejects the request, the bidder, or its bids. */
export interface Rejection {
  readonly nbr: number;
  readonly message: string;
}

/** Results of modules in one auction, and their memory between hooks. */
export interface HookLog {
  /** In the order the stages began. */
  readonly outcomes: StageOutcome[];
  /** By module code. */
  readonly memories: Map<string, Ext>;
  /** Whether a module under test runs in this auction, by module code. */
  readonly drawn: Map<string, boolean>;
  /** The entrypoint's rejection, until the response is built. */
  rejection?: Rejection | undefined;
}

/** The log of an auction whose hooks have not run yet. */
export const newHookLog = (): HookLog => ({ outcomes: [], memories: new Map(), drawn: new Map(), rejection: undefined });
