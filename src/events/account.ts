/** The account of an event or of VAST to track, or the response that rejects it. */

import type { AuctionRejection, RejectionKind } from '#src/auction/rejection.ts';
import type { AccountLookup, Services } from '#src/auction/services.ts';
import { accountRejection, idRejection } from '#src/auction/validate/account.ts';
import type { Account } from '#src/config/account.ts';
import { DEADLINE_EXCEEDED } from '#src/lang/with-timeout.ts';
import type { PlainResponse } from './response.ts';

export type AccountResult = { readonly account: Account } | { readonly rejected: PlainResponse };

const STATUS: { readonly [kind in RejectionKind]?: number } = { blockedApp: 503, accountDisabled: 503, accountMalformed: 500, failed: 500 };

const TIMEOUT_STATUS = 504;

const toResponse = (status: number, messages: readonly string[]): AccountResult => ({
  rejected: { status, body: messages.map((message) => `Invalid request: ${message}\n`).join('') },
});

const rejection = ({ kind, messages }: AuctionRejection): AccountResult => toResponse(STATUS[kind] ?? 400, messages);

/**
 * Go variant: rejected if the account is blocked, disabled, malformed, required but missing, or not loaded in time. One that is unreadable
 * for another reason gets the host's defaults.
 */
export async function findAccount(id: string, timeoutMs: number, services: Services): Promise<AccountResult> {
  const { config, accounts } = services;
  const early = idRejection(id, config, services.dialect.account);
  if (early) return rejection(early);
  const found = await accounts.find(id, timeoutMs);
  const late = accountRejection(id, found, config, services.dialect.account);
  if (found.kind === 'unknown' && found.timedOut) {
    return toResponse(TIMEOUT_STATUS, [DEADLINE_EXCEEDED, ...(late?.messages ?? []).filter((text) => !found.errors.includes(text))]);
  }
  return late ? rejection(late) : { account: accountOf(found, services) };
}

/**
 * Java variant: a missing account gets the host's defaults, without events on a host that requires accounts; only a failing lookup rejects.
 */
export async function findJavaAccount(id: string, timeoutMs: number, services: Services): Promise<AccountResult> {
  const found = await services.accounts.find(id, timeoutMs);
  const reason = javaFailure(found);
  if (reason !== undefined) return { rejected: { status: 500, body: `Error occurred while fetching account: ${reason}` } };
  const account = accountOf(found, services);
  const isMissing = found.kind === 'unknown' && services.config.account_required;
  return { account: isMissing ? { ...account, events: { ...account.events, enabled: false } } : account };
}

function javaFailure(found: AccountLookup): string | undefined {
  if (found.kind === 'malformed') return 'its settings are invalid';
  return found.kind === 'unknown' && found.errors.length > 0 ? found.errors.join(', ') : undefined;
}

const accountOf = (found: AccountLookup, { config }: Services): Account =>
  found.kind === 'malformed' ? config.account_defaults : found.account;
