/** The account of an event or of VAST to track, or the answer that refuses it (events-cache-stored.md sections 1 and 3). */
import type { AccountLookup, Services } from '#src/auction/services.ts';
import { accountRefusal, idRefusal } from '#src/auction/validate/account.ts';
import type { Account } from '#src/config/account.ts';
import type { Refusal, RefusalKind } from '#src/wire/refusal.ts';
import type { TextAnswer } from './answer.ts';

export type AccountAnswer = { readonly account: Account } | { readonly refused: TextAnswer };

const STATUS: { readonly [kind in RefusalKind]?: number } = { blockedApp: 503, accountDisabled: 503, accountMalformed: 500, failed: 500 };

const STATUS_LATE = 504;
const TEXT_LATE = 'context deadline exceeded';

const toAnswer = (status: number, messages: readonly string[]): AccountAnswer => ({
  refused: { status, body: messages.map((text) => `Invalid request: ${text}\n`).join('') },
});

const refusal = ({ kind, messages }: Refusal): AccountAnswer => toAnswer(STATUS[kind] ?? 400, messages);

/**
 * Go variant: refused where the account is blocked, disabled, malformed, required and not there, or not to be had in time. One that
 * nobody can read for another reason has the host's defaults (auction-request.md 5.2).
 */
export async function findAccount(id: string, timeoutMs: number, services: Services): Promise<AccountAnswer> {
  const { config, accounts } = services;
  const early = idRefusal(id, config, services.dialect.account);
  if (early) return refusal(early);
  const found = await accounts.find(id, timeoutMs);
  const late = accountRefusal(id, found, config, services.dialect.account);
  if (found.kind === 'unknown' && found.timedOut) {
    return toAnswer(STATUS_LATE, [TEXT_LATE, ...(late?.messages ?? []).filter((text) => !found.errors.includes(text))]);
  }
  return late ? refusal(late) : { account: accountOf(found, services) };
}

/** Java variant: an account that is not there has the host's defaults; only a failing look-up refuses. */
export async function findJavaAccount(id: string, timeoutMs: number, services: Services): Promise<AccountAnswer> {
  const found = await services.accounts.find(id, timeoutMs);
  const reason = javaFailure(found);
  if (reason !== undefined) return { refused: { status: 500, body: `Error occurred while fetching account: ${reason}` } };
  return { account: accountOf(found, services) };
}

function javaFailure(found: AccountLookup): string | undefined {
  if (found.kind === 'malformed') return 'its settings cannot be read';
  return found.kind === 'unknown' && found.errors.length > 0 ? found.errors.join(', ') : undefined;
}

const accountOf = (found: AccountLookup, { config }: Services): Account =>
  found.kind === 'malformed' ? config.account_defaults : found.account;
