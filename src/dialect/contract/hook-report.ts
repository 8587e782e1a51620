import type { AnalyticsTags } from '#src/modules/analytics-tags.ts';
import type { HookOutcome } from '#src/modules/outcome.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** Module results in `ext.srv.modules`. */
export interface HookReportDialect {
  /** Field names: of times in ms, of the hooks of a group. */
  readonly time: string;
  readonly results: string;
  /** A stage's name. */
  stageName(stage: string): string;
  /** Entity of the last stage. */
  readonly exitEntity: string;
  /** One hook. */
  result(outcome: HookOutcome, level: 'basic' | 'verbose'): Ext;
  /** A hook's analytics tags. */
  tags(tags: AnalyticsTags): object;
}
