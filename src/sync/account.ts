/** The account of a sync request, or the reason for its rejection. */
import type { Services } from '#src/auction/services.ts';
import { UNKNOWN_ACCOUNT } from '#src/auction/validate/account-id.ts';
import type { Account } from '#src/config/account.ts';

export type AccountError = 'acct_blocked' | 'acct_invalid' | 'acct_config_malformed';
export type AccountCheck = { readonly account: Account } | { readonly kind: AccountError; readonly error: string };

const DISABLED: AccountCheck = { kind: 'acct_blocked', error: 'account is disabled, please reach out to the auctor host' };
const REQUIRED: AccountCheck = { kind: 'acct_invalid', error: 'account must be valid if provided, please reach out to the auctor host' };
const MALFORMED: AccountCheck = { kind: 'acct_config_malformed', error: 'account config is malformed and could not be read' };

/** Looks up `id` (empty or `unknown`: none was given); an account that is not stored gets the host's defaults. */
export async function checkAccount(id: string, services: Services, timeoutMs: number): Promise<AccountCheck> {
  const { account_required: required, account_defaults: defaults } = services.config;
  const wanted = id === '' ? UNKNOWN_ACCOUNT : id;
  if (required && wanted === UNKNOWN_ACCOUNT) return REQUIRED;
  const lookup = await services.accounts.find(wanted, timeoutMs);
  if (lookup.kind === 'malformed') return MALFORMED;
  if (lookup.kind === 'unknown' && required && defaults.disabled) return REQUIRED;
  return lookup.account.disabled ? DISABLED : { account: lookup.account };
}
