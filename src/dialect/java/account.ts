/** What the Java variant says of accounts. */
import { ACCOUNT_TEXTS as TEXTS } from '#src/wire/errors.ts';
import type { AccountDialect } from '../dialect.ts';

export const account: AccountDialect = {
  blocked: (id) => `Blocklisted: ${TEXTS.blocked(id)}`,
  missing: (id) => (id === '' ? TEXTS.unauthorized('') : undefined),
  unknown: (id) => [TEXTS.unauthorized(id)],
  disabled: TEXTS.inactive,
};
