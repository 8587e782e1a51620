/** The account of an event or of VAST to track, or the answer that refuses it (events-cache-stored.md sections 1 and 3). */
import type { AccountLookup, Services } from '#src/auction/services.ts';
import { accountRefusal, idRefusal } from '#src/auction/validate/account.ts';
import type { Account } from '#src/config/account.ts';
import type { Refusal, RefusalKind } from '#src/wire/refusal.ts';
import type { TextAnswer } from './answer.ts';

export type AccountAnswer =
  /** `unread`: the account is the host's defaults because nobody could say what it is. */
  { readonly account: Account; readonly unread?: readonly string[] } | { readonly refused: TextAnswer };

const STATUS: { readonly [kind in RefusalKind]?: number } = { blockedApp: 503, accountDisabled: 503, accountMalformed: 500, failed: 500 };

const toAnswer = (status: number, messages: readonly string[]): AccountAnswer => ({
  refused: { status, body: messages.map((text) => `Invalid request: ${text}\n`).join('') },
});

const refusal = ({ kind, messages }: Refusal): AccountAnswer => toAnswer(STATUS[kind] ?? 400, messages);

/** Go variant: refused where the account is blocked, disabled, malformed, required and not there, or not to be had in time. */
export async function findAccount(id: string, timeoutMs: number, services: Services): Promise<AccountAnswer> {
  const { config, accounts } = services;
  const early = idRefusal(id, config);
  if (early) return refusal(early);
  const found = await accounts.find(id, timeoutMs);
  if (found.kind === 'unknown' && found.timedOut) return toAnswer(504, ['context deadline exceeded']);
  const late = accountRefusal(id, found, config);
  if (late) return refusal(late);
  return { account: accountOf(found, services), unread: found.kind === 'unknown' ? found.errors : [] };
}

/** The answer of an endpoint that cannot do without the account. */
export const unreadable = (errors: readonly string[]): TextAnswer => ({
  status: 500,
  body: errors.map((text) => `Invalid request: ${text}\n`).join(''),
});

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
