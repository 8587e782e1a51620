/** The Java variant's messages about privacy signals. */
import type { PrivacyDialect } from '../contract/privacy.ts';
import { warnOfConsents } from './privacy-warnings.ts';

export const privacy: PrivacyDialect = { reportConsents: warnOfConsents, warnsOfBlocked: false };
