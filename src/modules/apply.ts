/** Applies a hook's result to the payload and records its effects. */
import type { Patch } from 'immer';
import { isRejectable } from '#src/config/hook-stages.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { applyChanges, changesBy } from './drafts.ts';
import type { Invocation } from './invocation.ts';
import { changeMessage, type Failed, rejectionMessage } from './messages.ts';
import type { HookOutcome, Rejection } from './outcome.ts';
import type { ReadResult } from './read-result.ts';
import { rebase } from './rebase.ts';
import type { StageCall } from './stage-call.ts';

/** Max changes named in a trace. */
const MAX_NAMED = 50;

/** The payload after one hook. */
export interface Applied<P> {
  readonly payload: P;
  readonly changed: boolean;
  readonly outcome: HookOutcome;
  readonly rejection?: Rejection | undefined;
}

type HookReport = Pick<HookOutcome, 'module' | 'hook' | 'ms' | 'message' | 'errors' | 'warnings' | 'debug' | 'tags' | 'patches'>;

function hookReport({ hook }: Invocation, ms: number, details?: Failed['details']): HookReport {
  const { message = '', errors = [], warnings = [], debug = [], tags } = details ?? {};
  return { module: hook.module, hook: hook.hook, ms, message, errors, warnings, debug, tags, patches: [] };
}

/** A payload at the start of a group, and as the earlier hooks of the group left it. */
export interface Payloads<P> {
  readonly base: P;
  readonly payload: P;
}

/** Applies one hook's result to the payload as earlier hooks left it. */
export function applyOne<P>(call: StageCall<P>, invocation: Invocation, payloads: Payloads<P>, ms: number): Applied<P> {
  const { payload } = payloads;
  const { settled } = invocation;
  if (settled?.kind !== 'done') {
    const failed = settled?.failed ?? { kind: 'timeout', message: '' };
    return { payload, changed: false, outcome: failedOutcome(hookReport(invocation, ms, failed.details), failed, call) };
  }
  const { result, patches } = settled;
  const base = hookReport(invocation, ms, result);
  if (result.reject) return reject(call, base, result, payload);
  if (patches.length === 0 && !result.update && !result.changes?.length) {
    return { payload, changed: false, outcome: { ...base, status: 'success', action: 'no_action' } };
  }
  return update(call, base, result, patches, payloads);
}

/** Adds the changes a module makes whatever became of its hook. */
export function applyAlways<P>({ dialect }: StageCall<P>, { hook }: Invocation, applied: Applied<P>): Applied<P> {
  if (!hook.always) return applied;
  const { outcome, payload } = applied;
  try {
    const patches = changesBy(payload, hook.always as (draft: unknown) => void);
    return patches.length === 0 ? applied : { ...applied, payload: applyChanges(payload, patches), changed: true };
  } catch (cause) {
    const report = dialect.updateFailed(outcome, errorMessage(cause));
    return { ...applied, outcome: { ...outcome, action: '', ...report, status: 'execution_failure' } };
  }
}

function failedOutcome(base: HookReport, failed: Failed, { dialect }: Pick<StageCall<unknown>, 'dialect'>): HookOutcome {
  const report = dialect.failure(failed);
  return { ...base, ...report, message: report.message || base.message, errors: [...base.errors, ...report.errors] };
}

function reject<P>(call: StageCall<P>, base: HookReport, { nbr }: ReadResult, payload: P): Applied<P> {
  const { stage, dialect } = call;
  const { module, hook, errors } = base;
  if (!isRejectable(stage)) {
    const report = dialect.misplacedRejection(module, hook, stage);
    return { payload, changed: false, outcome: { ...base, ...report, errors: [...errors, ...report.errors] } };
  }
  const message = rejectionMessage(module, hook, nbr, stage);
  const outcome: HookOutcome = {
    ...base,
    status: 'success',
    action: 'reject',
    errors: dialect.listsRejections ? [...errors, message] : errors,
  };
  return { payload, changed: false, outcome, rejection: { nbr, message } };
}

function update<P>(call: StageCall<P>, base: HookReport, result: ReadResult, patches: readonly Patch[], payloads: Payloads<P>): Applied<P> {
  const { dialect } = call;
  const { base: start, payload } = payloads;
  try {
    const drafted = patches.length > 0 ? (rebase(start, applyChanges(start, patches), payload) as P) : payload;
    const later = result.update ? changesBy(drafted, result.update as (draft: unknown) => void) : [];
    const changed = later.length > 0 ? applyChanges(drafted, later) : drafted;
    const all = later.length > 0 ? [...patches, ...later] : patches;
    const error = all.length > 0 ? call.error(changed) : undefined;
    if (error !== undefined) throw new Error(error);
    const debug = [...base.debug, ...dialect.changes(result, all)];
    const places = all.map(({ op, path }) => ({ op, path }));
    const outcome: HookOutcome = { ...base, status: 'success', action: 'update', debug, patches: places };
    return { payload: changed, changed: all.length > 0, outcome };
  } catch (cause) {
    const report = dialect.updateFailed(base, errorMessage(cause));
    return { payload, changed: false, outcome: { ...base, action: '', ...report, status: 'execution_failure' } };
  }
}

const TYPES = { add: 'add', replace: 'update', remove: 'delete' } as const;

/** The module's own names for its changes, else their paths. */
export function changeMessages({ changes }: ReadResult, patches: readonly Patch[]): string[] {
  if (changes && changes.length > 0) return changes.map(({ key, type }) => changeMessage(key.join('.'), type));
  return patches.slice(0, MAX_NAMED).map(({ op, path }) => changeMessage(path.join('.'), TYPES[op]));
}
