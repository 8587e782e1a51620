/** Effective settings of one `/cookie_sync` request from request, account and host. */

/** No limit. */
export const UNLIMITED = Number.POSITIVE_INFINITY;

/** The limit of a setting; no setting, 0 and negative numbers are none. */
export const toLimit = (limit: number | null | undefined): number =>
  limit === undefined || limit === null || limit <= 0 ? UNLIMITED : limit;

/** The request's limit, else the account's default; a request's 0 means none, without a fallback. */
export const effectiveLimit = (requested: number | null | undefined, fallback: number | null | undefined): number =>
  toLimit(requested ?? fallback);

export interface LimitSettings {
  readonly default_limit?: number | null | undefined;
  readonly max_limit?: number | null | undefined;
}

/** Number of syncs in the response; `account` takes precedence over `host`. */
export const syncLimit = (requested: number | null | undefined, account: LimitSettings, host: LimitSettings = {}): number =>
  Math.min(effectiveLimit(requested, account.default_limit ?? host.default_limit), toLimit(account.max_limit ?? host.max_limit));

/** Whether bidders are added that were not requested: the request's setting, else the account's, else the host's; undefined: not set. */
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

/** The account's priority groups, even empty ones, if it has any setting for cooperative sync; else the host's. */
export const priorityGroups = ({ default_coop_sync: coop, priority_groups: own }: CoopSettings, host: Groups): Groups =>
  typeof coop === 'boolean' ? (own ?? []) : host;
