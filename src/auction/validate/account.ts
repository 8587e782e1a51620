/** The account's settings, or the reason for a rejection (docs/stages/validate.md#account). */
import type { HostConfig } from '#src/config/schema.ts';
import type { AccountDialect } from '#src/dialect/contract/account.ts';
import type { Auction } from '../auction.ts';
import { ACCOUNT_MESSAGES as MESSAGES } from '../error-messages.ts';
import type { AuctionRejection, RejectionKind } from '../rejection.ts';
import type { AccountLookup, Services } from '../services.ts';

type Settings = Pick<HostConfig, 'account_required' | 'blocked_accounts' | 'account_defaults'>;

const rejection = (kind: RejectionKind, ...messages: string[]): AuctionRejection => ({ kind, messages });

/** Why an account id is rejected before its lookup; undefined if it is not. */
export function idRejection(
  id: string,
  { account_required, blocked_accounts }: Settings,
  dialect: AccountDialect,
): AuctionRejection | undefined {
  if (blocked_accounts.includes(id)) return rejection('accountDisabled', dialect.blocked(id));
  const missing = account_required ? dialect.missing(id) : undefined;
  return missing === undefined ? undefined : rejection('accountRequired', missing);
}

/** Why a loaded account is rejected; undefined if it is valid. */
export function accountRejection(
  id: string,
  found: AccountLookup,
  settings: Settings,
  dialect: AccountDialect,
): AuctionRejection | undefined {
  if (found.kind === 'malformed') {
    return rejection('accountMalformed', found.part === 'dsa' ? MESSAGES.malformedDsa(id) : MESSAGES.malformed(id));
  }
  if (found.kind === 'unknown' && settings.account_required) {
    const messages = dialect.unknown(id, found.errors, settings.account_defaults.disabled);
    if (messages) return rejection('accountRequired', ...messages);
  }
  // 503 in both variants.
  return found.account.disabled ? rejection('accountDisabled', dialect.disabled(id)) : undefined;
}

/** Looks up and stores the account, or rejects the request. Waits only if the store does. */
export function lookUpAccount(auction: Auction, services: Services): void | Promise<void> {
  const { accountId } = auction;
  auction.rejection = idRejection(accountId, services.config, services.dialect.account);
  if (auction.rejection) return;
  const timeoutMs = services.dialect.stored.lookUpMs(auction, services, auction.body['tmax']);
  const found = services.accounts.find(accountId, timeoutMs, auction.abort);
  if (found instanceof Promise) return found.then((later) => apply(auction, services, later));
  apply(auction, services, found);
}

function apply(auction: Auction, { config, dialect }: Services, found: AccountLookup): void {
  auction.rejection = accountRejection(auction.accountId, found, config, dialect.account);
  if (found.kind !== 'malformed') auction.account = found.account;
}
