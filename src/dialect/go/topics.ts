/** Browsing topics as the Go variant reads them. */
import type { TopicsDialect } from '../dialect.ts';

export const topics: TopicsDialect = { countsInvalid: false, isVersion: (version) => version.startsWith('v=') };
