/** What the Go variant says of privacy signals: nothing. */
import type { PrivacyDialect } from '../dialect.ts';

export const privacy: PrivacyDialect = { reportConsents: () => {} };
