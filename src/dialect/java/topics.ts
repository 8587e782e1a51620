/** Browsing topics in the Java variant: only Chrome's. */
import type { TopicsDialect } from '../contract/topics.ts';

export const topics: TopicsDialect = { countsInvalid: true, isVersion: (version) => /^v=chrome\.\S+$/.test(version) };
