/** What request, account and host together say about one `/cookie_sync` call (usersync.md section 4). */

/** No limit. */
export const UNLIMITED = Number.POSITIVE_INFINITY;

const toLimit = (limit: number | null | undefined): number => (limit === undefined || limit === null || limit <= 0 ? UNLIMITED : limit);

/** The request's limit, else the account's default; a request's 0 means none and does not fall back. */
export const effectiveLimit = (requested: number | null | undefined, fallback: number | null | undefined): number =>
  toLimit(requested ?? fallback);

/** The most an account allows. */
export const effectiveMaxLimit = (max: number | null | undefined): number => toLimit(max);

export interface LimitSettings {
  readonly default_limit?: number | null | undefined;
  readonly max_limit?: number | null | undefined;
}

/** Syncs in the answer; `account` before `host`. */
export const syncLimit = (requested: number | null | undefined, account: LimitSettings, host: LimitSettings = {}): number =>
  Math.min(effectiveLimit(requested, account.default_limit ?? host.default_limit), effectiveMaxLimit(account.max_limit ?? host.max_limit));

/** Whether bidders that were not named are added: the request's word, else the account's, else the host's; undefined: nobody said. */
export const effectiveCoop = (
  requested: boolean | null | undefined,
  account: boolean | null | undefined,
  host?: boolean | null,
): boolean | undefined => requested ?? account ?? host ?? undefined;

type Groups = readonly (readonly string[])[];

interface CoopSettings {
  readonly default_coop_sync?: boolean | null | undefined;
  readonly priority_groups?: Groups | null | undefined;
}

/**
 * The account's priority groups, even none, where it speaks of cooperative sync at all (Java variant: where it has any);
 * else the host's.
 */
export function priorityGroups({ default_coop_sync: coop, priority_groups: own }: CoopSettings, host: Groups, isJava = false): Groups {
  if (isJava) return own ?? host;
  return typeof coop === 'boolean' ? (own ?? []) : host;
}
