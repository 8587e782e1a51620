/** What the Java variant says of privacy signals. */
import type { PrivacyDialect } from '../dialect.ts';
import { tellOfConsents } from './privacy-warnings.ts';

export const privacy: PrivacyDialect = { reportConsents: tellOfConsents };
