/** Browsing topics as the Java variant reads them: Chrome's only. */
import type { TopicsDialect } from '../dialect.ts';

export const topics: TopicsDialect = { countsInvalid: true, isVersion: (version) => /^v=chrome\.\S+$/.test(version) };
