/** Accounts by id, parsed once: the same stored text is always the same settings object, so that what is compiled from it is kept. */
import { LRUCache } from 'lru-cache';
import type { AccountLookup, AccountService, Found } from '#src/auction/services.ts';
import type { Account } from '#src/config/account.ts';
import { defaultAccount, parseAccount } from '#src/config/accounts.ts';
import type { Store } from './store.ts';
import { fetchFrom } from './stored-data.ts';

/** Accounts kept parsed, and ids kept as unknown: callers may make up as many ids as they like. */
const MAX_KNOWN = 10_000;
const MAX_UNKNOWN = 1_000;

/**
 * @param defaults the host's `account_defaults`
 * @param variant for hosts of the Java variant an account that cannot be read is one that is not there (auction-request.md 5.3)
 */
export function createAccounts(stores: readonly Store[], defaults: Account, variant: 'go' | 'java' = 'go'): AccountService {
  const known = new LRUCache<string, { readonly text: string; readonly lookup: AccountLookup }>({ max: MAX_KNOWN });
  const unknown = new LRUCache<string, AccountLookup>({ max: MAX_UNKNOWN });

  const unknownOf = (id: string): AccountLookup => {
    const kept = unknown.get(id);
    if (kept) return kept;
    const lookup: AccountLookup = { kind: 'unknown', account: defaultAccount(id, defaults), errors: [] };
    unknown.set(id, lookup);
    return lookup;
  };
  const read = (id: string, found: Found): AccountLookup => {
    const text = found.texts.get(id);
    if (text === undefined) {
      const lookup = unknownOf(id);
      return found.errors.length > 0 && lookup.kind === 'unknown' ? { ...lookup, errors: found.errors, timedOut: found.timedOut } : lookup;
    }
    const kept = known.get(id);
    if (kept?.text === text) return kept.lookup;
    const parsed = parseAccount(text, id, defaults);
    const lookup = parsed.kind === 'malformed' && variant === 'java' ? unknownOf(id) : parsed;
    known.set(id, { text, lookup });
    return lookup;
  };
  return {
    find(id, timeoutMs, scope) {
      if (id === '') return unknownOf(id);
      const found = fetchFrom(stores, 'account', [id], timeoutMs, undefined, scope);
      return found instanceof Promise ? found.then((later) => read(id, later)) : read(id, found);
    },
  };
}
