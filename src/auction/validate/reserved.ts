/** Names in `imp.ext` that are no bidders (auction-request.md 12.9). */

/** Exact spelling counts in `imp.ext`. */
export const RESERVED: ReadonlySet<string> = new Set(['context', 'data', 'gpid', 'srv', 'prebid', 'skadn', 'tid', 'ae', 'igs']);

/** The Java variant's list. */
export const RESERVED_JAVA: ReadonlySet<string> = new Set(['srv', 'prebid', 'context', 'all', 'general', 'skadn', 'data', 'gpid', 'tid']);

/** Whether a host may not name a bidder so, in whatever case. */
export function isReservedName(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || lower === 'all' || lower === 'general';
}
