/** Ways of syncing that caller, host and account permit for a bidder. */
import type { Result } from '#src/lang/result.ts';

export type SyncType = 'iframe' | 'redirect';

/** Lower-case names, or all. */
export interface BidderFilter {
  readonly bidders: '*' | ReadonlySet<string>;
  readonly mode: 'include' | 'exclude';
}

export interface TypeFilter {
  readonly iframe: BidderFilter;
  readonly redirect: BidderFilter;
}

export const ALL: BidderFilter = { bidders: '*', mode: 'include' };

/** Whether `bidder` (any case) is permitted. */
export function allows({ bidders, mode }: BidderFilter, bidder: string): boolean {
  const listed = bidders === '*' || bidders.has(bidder.toLowerCase());
  return listed === (mode === 'include');
}

/** The permitted ways for a bidder, iframe first. */
export function allowedTypes(filter: TypeFilter, bidder: string): SyncType[] {
  const types: SyncType[] = [];
  if (allows(filter.iframe, bidder)) types.push('iframe');
  if (allows(filter.redirect, bidder)) types.push('redirect');
  return types;
}

/** One of `filterSettings.{iframe, image}`; absent: all bidders. An absent `filter` means include, as documented. */
export function parseBidderFilter(settings: unknown): Result<BidderFilter> {
  if (settings === undefined || settings === null) return { value: ALL };
  const { bidders, filter } = settings as { bidders?: unknown; filter?: string | null };
  const mode = filter?.toLowerCase() ?? 'include';
  if (mode !== 'include' && mode !== 'exclude') {
    return { error: `invalid filter value '${mode}'. must be either 'include' or 'exclude'` };
  }
  if (bidders === '*') return { value: { bidders, mode } };
  if (typeof bidders === 'string') return { error: `invalid bidders value \`${bidders}\`. must either be '*' or a string array` };
  if (!Array.isArray(bidders) || !bidders.every((name) => typeof name === 'string')) {
    return { error: `invalid bidders type. must either be a string '*' or a string array of bidders` };
  }
  return { value: { bidders: new Set(bidders.map((name) => name.toLowerCase())), mode } };
}

/** `filterSettings` of a request. */
export function parseTypeFilter(settings: { iframe?: unknown; image?: unknown } | null | undefined): Result<TypeFilter> {
  const iframe = parseBidderFilter(settings?.iframe);
  if ('error' in iframe) return { error: `error parsing filtersettings.iframe: ${iframe.error}` };
  const redirect = parseBidderFilter(settings?.image);
  if ('error' in redirect) return { error: `error parsing filtersettings.image: ${redirect.error}` };
  return { value: { iframe: iframe.value, redirect: redirect.value } };
}

/** Bidders without iframe sync: the host's, then the account's, without duplicates. */
export const mergeDisabledIframes = (
  host: readonly string[] | null | undefined,
  account: readonly string[] | null | undefined,
): string[] => [...new Set([...(host ?? []), ...(account ?? [])])];

/** The filter without iframes for `disabled` bidders (`*`: for all). */
export function withoutIframes(filter: TypeFilter, disabled: readonly string[]): TypeFilter {
  if (disabled.length === 0) return filter;
  if (disabled.includes('*')) return { ...filter, iframe: { bidders: '*', mode: 'exclude' } };
  const banned = new Set(disabled.map((name) => name.toLowerCase()));
  const { bidders, mode } = filter.iframe;
  if (mode === 'include') {
    if (bidders === '*') return { ...filter, iframe: { bidders: banned, mode: 'exclude' } };
    return { ...filter, iframe: { bidders: bidders.difference(banned), mode } };
  }
  return { ...filter, iframe: { bidders: bidders === '*' ? bidders : bidders.union(banned), mode } };
}
