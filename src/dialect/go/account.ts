/** The Go variant's messages about accounts. */

import { ACCOUNT_MESSAGES as MESSAGES } from '#src/auction/error-messages.ts';
import { UNKNOWN_ACCOUNT } from '#src/auction/validate/account-id.ts';
import type { AccountDialect } from '../contract/account.ts';

export const account: AccountDialect = {
  blocked: MESSAGES.blocked,
  missing: (id) => (id === UNKNOWN_ACCOUNT ? MESSAGES.required : undefined),
  unknown: (_id, errors, disabledByDefault) => (disabledByDefault ? [...errors, MESSAGES.unverified] : undefined),
  disabled: MESSAGES.disabled,
};
