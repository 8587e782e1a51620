/** Whether debug output was requested, and whether it is shown. */

import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { DebugFlags } from './auction.ts';

/** The header that lets the host's operators see debug output regardless of request and account. */
export const OVERRIDE_HEADER = 'x-pbs-debug-override';

/** The header equals the host's token, which is configured. */
export const isOverridden = (header: string | undefined, token: string): boolean => token !== '' && header === token;

/** `test` 1, or `ext.srv.debug` true or 1. */
export function isDebugRequested(test: number | undefined, srv: RequestSrv | null | undefined): boolean {
  const debug: unknown = srv?.debug;
  return test === 1 || debug === true || debug === 1;
}

/** `shown` controls `ext.debug` of the response; `capture` whether bidder calls are recorded for it. */
export function debugFlags(requested: boolean, accountAllows: boolean, override: boolean): DebugFlags {
  const shown = (requested && accountAllows) || override;
  return { requested, shown, capture: shown, override };
}

/** Whether one bidder's calls are recorded, and whether its rejection deserves a warning (only if debug was requested). */
export function bidderDebug(flags: DebugFlags, bidderAllows: boolean): { readonly capture: boolean; readonly warn: boolean } {
  if (flags.override) return { capture: true, warn: false };
  return { capture: flags.capture && bidderAllows, warn: flags.capture && !bidderAllows };
}

/** Debug was requested and the account does not permit it. */
export const isRejected = (flags: DebugFlags): boolean => flags.requested && !flags.shown;
