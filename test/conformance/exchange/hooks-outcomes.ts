/** Stage `hooks-outcomes` (README section 7): hook results in the response. */
import type { GroupOutcome, HookOutcome, StageOutcome } from '#src/modules/outcome.ts';
import { moduleReport, readReportOptions } from '#src/modules/report.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { firstDifference } from '../compare.ts';
import type { Case } from './case.ts';

const messages = (value: unknown): string[] => (value ?? []) as string[];

function toResult(recorded: Ext): HookOutcome {
  const id = recorded['hook_id'] as { module_code?: string; hook_impl_code?: string } | null | undefined;
  return {
    module: id?.module_code ?? '',
    hook: id?.hook_impl_code ?? '',
    status: recorded['status'] as HookOutcome['status'],
    action: recorded['action'] as HookOutcome['action'],
    message: recorded['message'] as string,
    errors: messages(recorded['errors']),
    warnings: messages(recorded['warnings']),
    debug: messages(recorded['debug_messages']),
    tags: recorded['analytics_tags'] as HookOutcome['tags'],
    patches: [],
    ms: recorded['execution_time_millis'] as number,
  };
}

const toGroup = (recorded: Ext): GroupOutcome => ({
  ms: recorded['execution_time_millis'] as number,
  results: ((recorded['invocation_results'] ?? []) as Ext[]).map(toResult),
});

const toOutcome = (recorded: Ext): StageOutcome => ({
  stage: recorded['stage'] as StageOutcome['stage'],
  entity: recorded['entity'] as string,
  ms: recorded['execution_time_millis'] as number,
  groups: ((recorded['groups'] ?? []) as Ext[]).map(toGroup),
});

/** First difference; undefined: the case passes. */
export function runHooksOutcomes({ request, expect }: Case): string | undefined {
  const { stageOutcomes, bidRequest, account, responseExt } = request;
  const outcomes = ((stageOutcomes ?? []) as Ext[]).map(toOutcome);
  const reportOptions = bidRequest
    ? readReportOptions(bidRequest as BidRequest, (account as { debug_allow?: boolean } | null)?.debug_allow)
    : undefined;
  const report = reportOptions && moduleReport(outcomes, reportOptions, dialects.go.response.hookReport);
  if (expect['warnings'] !== undefined) {
    const found = firstDifference(expect['warnings'] ?? [], reportOptions?.warnings ?? [], {}, 'warnings');
    if (found) return found;
  }
  if ('modules' in expect) return firstDifference(expect['modules'], report ?? null, {}, 'modules');
  const { srv, ...ext } = (responseExt ?? {}) as { srv?: Ext };
  const merged = report ? { ...ext, srv: { ...srv, modules: report } } : (responseExt ?? null);
  return firstDifference(expect['responseExt'], merged, {}, 'responseExt');
}
