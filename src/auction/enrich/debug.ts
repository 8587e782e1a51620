/** Whether debug output was asked for, and whether it is shown (auction-exchange.md 5.5; decisions row 21). */
import type { DebugFlags } from '#src/auction/auction.ts';
import type { RequestSrv } from '#src/wire/ext.ts';

/** The header by which the host's own people see debug output whatever the request and its account say. */
export const OVERRIDE_HEADER = 'x-pbs-debug-override';

/** The header says exactly the host's token, and there is one. */
export const isOverridden = (header: string | undefined, token: string): boolean => token !== '' && header === token;

/** `test` 1, or `ext.srv.debug` true or 1. */
export function isDebugRequested(test: number | undefined, srv: RequestSrv | null | undefined): boolean {
  const debug: unknown = srv?.debug;
  return test === 1 || debug === true || debug === 1;
}

/** `shown` rules `ext.debug` of the answer, `capture` whether bidder calls are kept for it. */
export function debugFlags(requested: boolean, accountAllows: boolean, override: boolean): DebugFlags {
  const shown = (requested && accountAllows) || override;
  return { requested, shown, capture: shown, override };
}

/** Whether the account itself lets this auction's debug output out. */
export const isAllowedByAccount = (flags: DebugFlags, accountAllows: boolean): boolean =>
  accountAllows && (flags.requested || flags.override);

/** Whether one bidder's calls are kept, and whether its refusal is worth a warning (only where debug was asked for). */
export function bidderDebug(flags: DebugFlags, bidderAllows: boolean): { readonly capture: boolean; readonly warn: boolean } {
  if (flags.override) return { capture: true, warn: false };
  return { capture: flags.capture && bidderAllows, warn: flags.capture && !bidderAllows };
}

/** Debug was asked for and the account refuses it. */
export const isRefused = (flags: DebugFlags): boolean => flags.requested && !flags.shown;
