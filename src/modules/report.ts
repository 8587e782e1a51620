/** Results of modules as `ext.srv.modules` of the response (times in ms). */
import { isDebugRequested } from '#src/auction/debug.ts';
import type { HookStage } from '#src/config/hook-stages.ts';
import type { HookReportDialect } from '#src/dialect/contract/hook-report.ts';
import { isUnsafeKey } from '#src/json/merge.ts';
import type { Ext, RequestSrv } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { GroupOutcome, HookOutcome, StageOutcome } from './outcome.ts';
import { entityOf } from './stage-entity.ts';

export type TraceLevel = 'none' | 'basic' | 'verbose';

/** The parts that the caller requested and may see. */
export interface ReportOptions {
  readonly trace: TraceLevel;
  readonly debug: boolean;
  /** Invalid options of the request. */
  readonly warnings: readonly string[];
}

/** Objects as JSON: not all have a string conversion. */
const shown = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** @param debugAllowed the account's setting; undefined: no account is known, allowed */
export function readReportOptions({ test, ext }: Pick<BidRequest, 'test' | 'ext'>, debugAllowed: boolean | undefined): ReportOptions {
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
  { trace, debug }: ReportOptions,
  dialect: HookReportDialect,
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
  if (trace !== 'none' && acted.length > 0) report['trace'] = traceOf(acted, trace, dialect);
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
export const rounded = (ms: number): number => Math.round(ms * 1000) / 1000;

function traceOf(outcomes: readonly StageOutcome[], level: 'basic' | 'verbose', dialect: HookReportDialect): Ext {
  const { time, stageName } = dialect;
  const byStage = Map.groupBy(outcomes, ({ stage }) => stage);
  let total = 0;
  const stages: Ext[] = [];
  for (const [stage, own] of byStage) {
    const longest = own.reduce((max, { ms }) => Math.max(max, ms), 0);
    total += longest;
    const reported = own.map(({ entity, ms, groups }) => ({
      entity: entityOf(stage, dialect, entity),
      [time]: rounded(ms),
      groups: groups.map((group) => groupTrace(group, level, dialect)),
    }));
    stages.push({ stage: stageName(stage), [time]: rounded(longest), outcomes: reported });
  }
  return { [time]: rounded(total), stages };
}

function groupTrace({ ms, results }: GroupOutcome, level: 'basic' | 'verbose', dialect: HookReportDialect): Ext {
  return { [dialect.time]: rounded(ms), [dialect.results]: results.map((result) => dialect.result(result, level)) };
}

/** `ext.srv.analytics.tags`: analytics tags of modules, for clients that request them. */
export function clientTags(outcomes: readonly StageOutcome[], dialect: HookReportDialect): Ext[] {
  return outcomes.flatMap(({ stage, groups }) =>
    groups.flatMap(({ results }) => results.map((result) => tagOf(stage, result, dialect)).filter((tag) => tag !== undefined)),
  );
}

function tagOf(stage: HookStage, { module, tags }: HookOutcome, dialect: HookReportDialect): Ext | undefined {
  if (!tags || tags.activities.length === 0) return undefined;
  return { stage: dialect.stageName(stage), module, analyticstags: dialect.tags(tags) };
}
