/** The Go variant's messages about privacy signals: none. */
import type { PrivacyDialect } from '../contract/privacy.ts';

export const privacy: PrivacyDialect = { reportConsents: () => {}, warnsOfBlocked: true };
