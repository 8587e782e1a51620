import type { Ext } from '#src/openrtb/ext.ts';

/** An AMP request. */
export interface AmpDialect {
  /** An invalid boolean or number rejects the request; else it counts as absent. */
  readonly rejectsUnreadable: boolean;
  /** Whether a string is accepted as a boolean. */
  isBoolean(text: string): boolean;
  /** `ext.srv.cache` with the settings an AMP page needs. */
  withCache(cache: Ext): Ext;
  /** The messages if the stored request is unavailable. */
  storedFailed(errors: readonly string[]): string[];
  /** The error of a stored request that is not a JSON object. */
  storedUnreadable(id: string, error: string): string;
}
