/** What the Go variant says of accounts. */
import { UNKNOWN_ACCOUNT } from '#src/auction/validate/account-id.ts';
import { ACCOUNT_TEXTS as TEXTS } from '#src/wire/errors.ts';
import type { AccountDialect } from '../dialect.ts';

export const account: AccountDialect = {
  blocked: TEXTS.blocked,
  missing: (id) => (id === UNKNOWN_ACCOUNT ? TEXTS.required : undefined),
  unknown: (_id, errors, disabledByDefault) => (disabledByDefault ? [...errors, TEXTS.unverified] : undefined),
  disabled: TEXTS.disabled,
};
