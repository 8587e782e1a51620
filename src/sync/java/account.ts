/** The account of a sync request in the Java variant: a missing, disabled or unreadable one rejects nothing. */
import type { Services } from '#src/auction/services.ts';
import type { Account } from '#src/config/account.ts';

/** The account's settings, or the host's defaults. */
export async function lenientAccount(id: string, timeoutMs: number, { accounts, config }: Services): Promise<Account> {
  if (id.trim() === '') return config.account_defaults;
  const lookup = await accounts.find(id, timeoutMs);
  return lookup.kind === 'malformed' ? config.account_defaults : lookup.account;
}
