/** Names in `imp.ext` that are not bidders. */

/** Exact spelling counts in `imp.ext`. */
export const RESERVED: ReadonlySet<string> = new Set(['context', 'data', 'gpid', 'srv', 'prebid', 'skadn', 'tid', 'ae', 'igs']);

/** The Java variant's list. */
export const RESERVED_JAVA: ReadonlySet<string> = new Set(['srv', 'prebid', 'context', 'all', 'general', 'skadn', 'data', 'gpid', 'tid']);

/** Whether no bidder or alias may have this name, in any case: requests could not address it. */
export function isReservedName(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || lower === 'all' || lower === 'general';
}
