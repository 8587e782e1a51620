/** Browsing topics in the Go variant. */
import type { TopicsDialect } from '../contract/topics.ts';

export const topics: TopicsDialect = { countsInvalid: false, isVersion: (version) => version.startsWith('v=') };
