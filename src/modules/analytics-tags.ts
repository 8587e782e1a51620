/** Analytics tags of hooks. */
import type { Ext } from '#src/openrtb/ext.ts';

/** A module's analytics tags, in the format clients receive. */
export interface AnalyticsTags {
  readonly activities: readonly {
    readonly name: string;
    readonly status: 'success' | 'error';
    readonly results?: readonly TagResult[] | undefined;
  }[];
}

export interface TagResult {
  /** `success-allow`, `success-block`, `success-modify`, `error` … */
  readonly status?: string | undefined;
  readonly values?: Ext | undefined;
  readonly appliedto?:
    | {
        readonly impids?: readonly string[] | undefined;
        readonly bidids?: readonly string[] | undefined;
        readonly bidder?: string | undefined;
        readonly bidders?: readonly string[] | undefined;
        readonly request?: boolean | undefined;
        readonly response?: boolean | undefined;
      }
    | undefined;
}
