/**
 * Accounts by id, parsed once: the same stored JSON always yields the same settings object, so that data compiled from it can be cached.
 */
import { LRUCache } from 'lru-cache';
import type { AccountLookup, AccountService } from '#src/auction/services.ts';
import type { Found } from '#src/auction/stored-data.ts';
import type { Account } from '#src/config/account.ts';
import { type AccountProblems, accountProblems } from '#src/config/account-problems.ts';
import { defaultAccount, parseAccount } from '#src/config/accounts.ts';
import type { FetchLimits } from '#src/config/validate/floors.ts';
import { entriesOf, entriesUpTo } from '#src/lang/lru-limit.ts';
import type { Store } from './store.ts';
import { fetchFrom } from './stored-data.ts';

/** Max parsed accounts, and max unknown ids in memory: callers may make up any number of ids. */
const MAX_KNOWN = 10_000;
const MAX_UNKNOWN = 1_000;

/** Receives the errors of a stored account, once per version of it. */
export type ReportAccount = (id: string, problems: AccountProblems, isLastGoodInUse: boolean) => void;

/**
 * An account that becomes unusable keeps its last good settings.
 * @param defaults the host's `account_defaults`
 * @param limits the host's for fetched floors, for reports
 * @param isLenient an unreadable account counts as missing, and values of another form are converted
 */
export function createAccounts(
  stores: readonly Store[],
  defaults: Account,
  isLenient: boolean,
  report?: ReportAccount,
  limits?: FetchLimits,
): AccountService {
  const known = new LRUCache<string, { readonly json: string; readonly lookup: AccountLookup }>(entriesUpTo(MAX_KNOWN));
  const unknown = new LRUCache<string, AccountLookup>({ maxSize: MAX_UNKNOWN, sizeCalculation: (_lookup, id) => entriesOf(id) });

  const unknownOf = (id: string): AccountLookup => {
    const cached = unknown.get(id);
    if (cached) return cached;
    const lookup: AccountLookup = { kind: 'unknown', account: defaultAccount(id, defaults), errors: [] };
    unknown.set(id, lookup);
    return lookup;
  };
  const read = (id: string, found: Found): AccountLookup => {
    const text = found.documents.get(id);
    if (text === undefined) {
      const lookup = unknownOf(id);
      return found.errors.length > 0 && lookup.kind === 'unknown' ? { ...lookup, errors: found.errors, timedOut: found.timedOut } : lookup;
    }
    const cached = known.get(id);
    if (cached?.json === text) return cached.lookup;
    const parsed = parseAccount(text, id, defaults, isLenient);
    const lastGood = cached?.lookup.kind === 'found' ? cached.lookup : undefined;
    const lookup = parsed.kind === 'malformed' ? (lastGood ?? (isLenient ? unknownOf(id) : parsed)) : parsed;
    known.set(id, { json: text, lookup });
    report?.(id, accountProblems(text, defaults, isLenient, limits), lookup === lastGood);
    return lookup;
  };
  return {
    find(id, timeoutMs, scope) {
      if (id === '') return unknownOf(id);
      const found = fetchFrom(stores, { kind: 'account', ids: [id], timeoutMs, scope });
      return found instanceof Promise ? found.then((later) => read(id, later)) : read(id, found);
    },
  };
}
