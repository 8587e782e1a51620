/** `ext.srv.modules` in the Go variant's format. */
import { rounded } from '#src/modules/report.ts';
import type { HookReportDialect } from '../contract/hook-report.ts';

export const hookReport: HookReportDialect = {
  time: 'execution_time_millis',
  results: 'invocation_results',
  stageName: (stage) => stage,
  exitEntity: 'exitpoint',
  result: ({ module, hook, status, action, message, debug, tags, ms }, level) => ({
    analytics_tags: tags ?? {},
    hook_id: { module_code: module, hook_impl_code: hook },
    execution_time_millis: rounded(ms),
    status,
    action,
    message,
    ...(level === 'verbose' && debug.length > 0 ? { debug_messages: debug } : {}),
  }),
  tags: (tags) => tags,
};
