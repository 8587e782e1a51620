/** The account's settings, or why there is no going on without them (auction-request.md 5.2 and 5.3). */
import type { HostConfig } from '#src/config/schema.ts';
import { ACCOUNT_TEXTS as TEXTS } from '#src/wire/errors.ts';
import type { Refusal, RefusalKind } from '#src/wire/refusal.ts';
import type { Auction } from '../auction.ts';
import type { AccountLookup, Services } from '../services.ts';
import { UNKNOWN_ACCOUNT } from './account-id.ts';

type Rules = Pick<HostConfig, 'variant' | 'account_required' | 'blocked_accounts' | 'account_defaults'>;

const refusal = (kind: RefusalKind, ...messages: string[]): Refusal => ({ kind, messages });

/** Why an account id is refused before it is looked up; undefined when it is not. */
export function idRefusal(id: string, { variant, account_required, blocked_accounts }: Rules): Refusal | undefined {
  if (blocked_accounts.includes(id)) {
    return refusal('accountDisabled', `${variant === 'java' ? 'Blocklisted: ' : ''}${TEXTS.blocked(id)}`);
  }
  if (!account_required) return undefined;
  if (variant === 'java') return id === '' ? refusal('accountRequired', TEXTS.unauthorized('')) : undefined;
  return id === UNKNOWN_ACCOUNT ? refusal('accountRequired', TEXTS.required) : undefined;
}

/** Why an account that was looked up is refused; undefined when its settings hold. */
export function accountRefusal(id: string, found: AccountLookup, rules: Rules): Refusal | undefined {
  const java = rules.variant === 'java';
  if (found.kind === 'malformed') {
    return refusal('accountMalformed', found.part === 'dsa' ? TEXTS.malformedDsa(id) : TEXTS.malformed(id));
  }
  if (found.kind === 'unknown' && rules.account_required) {
    if (java) return refusal('accountRequired', TEXTS.unauthorized(id));
    if (rules.account_defaults.disabled) return refusal('accountRequired', ...found.errors, TEXTS.unverified);
  }
  // Decisions row 17: 503 in both variants.
  return found.account.disabled ? refusal('accountDisabled', java ? TEXTS.inactive(id) : TEXTS.disabled(id)) : undefined;
}

/** Looks the account up and keeps it, or refuses. Waits only where the store does. */
export function lookUpAccount(auction: Auction, services: Services): void | Promise<void> {
  const { accountId } = auction;
  auction.refusal = idRefusal(accountId, services.config);
  if (auction.refusal) return;
  const found = services.accounts.find(accountId, auction.intake.storageTimeoutMs);
  if (found instanceof Promise) return found.then((later) => keep(auction, services, later));
  keep(auction, services, found);
}

function keep(auction: Auction, { config }: Services, found: AccountLookup): void {
  auction.refusal = accountRefusal(auction.accountId, found, config);
  if (found.kind !== 'malformed') auction.account = found.account;
}
