/** Results of modules as `ext.srv.modules` of the response (times in ms). */
import { isDebugRequested } from '#src/auction/debug.ts';
import { entityOf, type HookStage, stageName } from '#src/config/hook-stages.ts';
import { isUnsafeKey } from '#src/json/merge.ts';
import type { Ext, RequestSrv } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { AnalyticsTags, TagResult } from './hook.ts';
import type { GroupOutcome, HookOutcome, StageOutcome } from './outcome.ts';

export type Shape = 'go' | 'java';
export type TraceLevel = 'none' | 'basic' | 'verbose';

/** The parts that the caller requested and may see. */
export interface Asked {
  readonly trace: TraceLevel;
  readonly debug: boolean;
  /** Invalid options of the request. */
  readonly warnings: readonly string[];
}

/** Objects as JSON: not all have a string conversion. */
const shown = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** @param debugAllowed the account's setting; undefined: no account is known, allowed */
export function readAsked({ test, ext }: Pick<BidRequest, 'test' | 'ext'>, debugAllowed: boolean | undefined): Asked {
  const srv = ext?.srv as (Omit<RequestSrv, 'trace' | 'debug'> & { trace?: unknown; debug?: unknown }) | undefined;
  const { trace, debug } = srv ?? {};
  const warnings: string[] = [];
  if (trace !== undefined && typeof trace !== 'string') warnings.push(`Value is not a string: ${shown(trace)}`);
  if (debug !== undefined && typeof debug !== 'boolean' && debug !== 1 && debug !== 0)
    warnings.push(`Value is not a boolean: ${shown(debug)}`);
  return {
    trace: trace === 'basic' || trace === 'verbose' ? trace : 'none',
    debug: isDebugRequested(test, ext?.srv) && (debugAllowed ?? true),
    warnings,
  };
}

/**
 * `ext.srv.modules`; undefined: empty. Errors and warnings need debug, the trace a request for it.
 * @param bidders in output order, the first to respond first
 */
export function moduleReport(
  outcomes: readonly StageOutcome[],
  { trace, debug }: Asked,
  shape: Shape,
  bidders: readonly string[] = [],
): Ext | undefined {
  const acted = inOrder(
    outcomes.filter(({ groups }) => groups.length > 0),
    bidders,
  );
  const report: Ext = {};
  if (debug) {
    const errors = messages(acted, 'errors');
    if (errors) report['errors'] = errors;
    const warnings = messages(acted, 'warnings');
    if (warnings) report['warnings'] = warnings;
  }
  if (trace !== 'none' && acted.length > 0) report['trace'] = traceOf(acted, trace, shape);
  return Object.keys(report).length > 0 ? report : undefined;
}

/** The outcomes of each stage together, bidders in this order. */
function inOrder(outcomes: readonly StageOutcome[], bidders: readonly string[]): StageOutcome[] {
  const place = ({ entity }: StageOutcome): number => bidders.indexOf(entity);
  return [...Map.groupBy(outcomes, ({ stage }) => stage).values()].flatMap((own) => own.sort((a, b) => place(a) - place(b)));
}

/** Module → hook → messages. */
function messages(outcomes: readonly StageOutcome[], kind: 'errors' | 'warnings'): Ext | undefined {
  let byModule: { [module: string]: { [hook: string]: string[] } } | undefined;
  for (const { groups } of outcomes) {
    for (const result of groups.flatMap(({ results }) => results)) {
      const { module, hook } = result;
      if (result[kind].length === 0 || isUnsafeKey(module) || isUnsafeKey(hook)) continue;
      byModule ??= {};
      byModule[module] ??= {};
      const byHook = byModule[module];
      byHook[hook] = [...(byHook[hook] ?? []), ...result[kind]];
    }
  }
  return byModule;
}

/** A resolution of whole µs is enough. */
const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

function traceOf(outcomes: readonly StageOutcome[], level: 'basic' | 'verbose', shape: Shape): Ext {
  const time = shape === 'java' ? 'executiontimemillis' : 'execution_time_millis';
  const byStage = Map.groupBy(outcomes, ({ stage }) => stage);
  let total = 0;
  const stages: Ext[] = [];
  for (const [stage, own] of byStage) {
    const longest = own.reduce((max, { ms }) => Math.max(max, ms), 0);
    total += longest;
    const reported = own.map(({ entity, ms, groups }) => ({
      entity: entityOf(stage, shape, entity),
      [time]: rounded(ms),
      groups: groups.map((group) => groupTrace(group, level, shape, time)),
    }));
    stages.push({ stage: stageName(stage, shape), [time]: rounded(longest), outcomes: reported });
  }
  return { [time]: rounded(total), stages };
}

function groupTrace({ ms, results }: GroupOutcome, level: 'basic' | 'verbose', shape: Shape, time: string): Ext {
  const reported = results.map((result) => (shape === 'java' ? javaResult(result, level) : goResult(result, level)));
  return { [time]: rounded(ms), [shape === 'java' ? 'invocationresults' : 'invocation_results']: reported };
}

function goResult({ module, hook, status, action, message, debug, tags, ms }: HookOutcome, level: 'basic' | 'verbose'): Ext {
  return {
    analytics_tags: tags ?? {},
    hook_id: { module_code: module, hook_impl_code: hook },
    execution_time_millis: rounded(ms),
    status,
    action,
    message,
    ...(level === 'verbose' && debug.length > 0 ? { debug_messages: debug } : {}),
  };
}

function javaResult({ module, hook, status, action, message, debug, tags, ms }: HookOutcome, level: 'basic' | 'verbose'): Ext {
  return {
    hookid: { 'module-code': module, 'hook-impl-code': hook },
    executiontimemillis: rounded(ms),
    status,
    ...(message ? { message } : {}),
    ...(action ? { action } : {}),
    ...(level === 'verbose' && debug.length > 0 ? { debugmessages: debug } : {}),
    ...(level === 'verbose' && tags ? { analyticstags: javaTags(tags) } : {}),
  };
}

/** `ext.srv.analytics.tags`: analytics tags of modules, for clients that request them. */
export function clientTags(outcomes: readonly StageOutcome[], shape: Shape): Ext[] {
  return outcomes.flatMap(({ stage, groups }) =>
    groups.flatMap(({ results }) => results.map((result) => tagOf(stage, result, shape)).filter((tag) => tag !== undefined)),
  );
}

function tagOf(stage: HookStage, { module, tags }: HookOutcome, shape: Shape): Ext | undefined {
  if (!tags || tags.activities.length === 0) return undefined;
  return { stage: stageName(stage, shape), module, analyticstags: shape === 'java' ? javaTags(tags) : tags };
}

/** The Java variant lists bidders. */
const javaTags = ({ activities }: AnalyticsTags): Ext => ({
  activities: activities.map(({ results, ...activity }) => ({ ...activity, ...(results ? { results: results.map(javaTag) } : {}) })),
});

function javaTag({ appliedto, ...result }: TagResult): Ext {
  if (!appliedto) return result;
  const { bidder, ...places } = appliedto;
  return { ...result, appliedto: bidder === undefined ? places : { ...places, bidders: [bidder] } };
}
