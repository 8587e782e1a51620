/** The account's settings, or why there is no going on without them (auction-request.md 5.2 and 5.3). */
import type { HostConfig } from '#src/config/schema.ts';
import type { AccountDialect } from '#src/dialect/dialect.ts';
import { ACCOUNT_TEXTS as TEXTS } from '#src/wire/errors.ts';
import type { Refusal, RefusalKind } from '#src/wire/refusal.ts';
import type { Auction } from '../auction.ts';
import type { AccountLookup, Services } from '../services.ts';

type Settings = Pick<HostConfig, 'account_required' | 'blocked_accounts' | 'account_defaults'>;

const refusal = (kind: RefusalKind, ...messages: string[]): Refusal => ({ kind, messages });

/** Why an account id is refused before it is looked up; undefined when it is not. */
export function idRefusal(id: string, { account_required, blocked_accounts }: Settings, dialect: AccountDialect): Refusal | undefined {
  if (blocked_accounts.includes(id)) return refusal('accountDisabled', dialect.blocked(id));
  const missing = account_required ? dialect.missing(id) : undefined;
  return missing === undefined ? undefined : refusal('accountRequired', missing);
}

/** Why an account that was looked up is refused; undefined when its settings hold. */
export function accountRefusal(id: string, found: AccountLookup, settings: Settings, dialect: AccountDialect): Refusal | undefined {
  if (found.kind === 'malformed') {
    return refusal('accountMalformed', found.part === 'dsa' ? TEXTS.malformedDsa(id) : TEXTS.malformed(id));
  }
  if (found.kind === 'unknown' && settings.account_required) {
    const texts = dialect.unknown(id, found.errors, settings.account_defaults.disabled);
    if (texts) return refusal('accountRequired', ...texts);
  }
  // Decisions row 17: 503 in both variants.
  return found.account.disabled ? refusal('accountDisabled', dialect.disabled(id)) : undefined;
}

/** Looks the account up and keeps it, or refuses. Waits only where the store does. */
export function lookUpAccount(auction: Auction, services: Services): void | Promise<void> {
  const { accountId } = auction;
  auction.refusal = idRefusal(accountId, services.config, services.dialect.account);
  if (auction.refusal) return;
  const found = services.accounts.find(accountId, auction.intake.storageTimeoutMs, auction.abort);
  if (found instanceof Promise) return found.then((later) => keep(auction, services, later));
  keep(auction, services, found);
}

function keep(auction: Auction, { config, dialect }: Services, found: AccountLookup): void {
  auction.refusal = accountRefusal(auction.accountId, found, config, dialect.account);
  if (found.kind !== 'malformed') auction.account = found.account;
}
