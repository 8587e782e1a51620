/** The Java variant's messages about accounts. */
import { ACCOUNT_MESSAGES as MESSAGES } from '#src/auction/error-messages.ts';
import type { AccountDialect } from '../contract/account.ts';

export const account: AccountDialect = {
  blocked: (id) => `Blocklisted: ${MESSAGES.blocked(id)}`,
  missing: (id) => (id === '' ? MESSAGES.unauthorized('') : undefined),
  unknown: (id) => [MESSAGES.unauthorized(id)],
  disabled: MESSAGES.inactive,
};
