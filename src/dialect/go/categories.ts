/** The Go variant's handling of bids without a category. */
import type { CategoryDialect } from '../contract/categories.ts';

export const categories: CategoryDialect = {
  areAfterModules: false,
  unknownServer: (named) => `Error in category mapping : Primary ad server ${named ?? 0} not recognized`,
  // On the video endpoint it is a client error (decisions row 42).
  rejectionOf: (endpoint) => (endpoint === 'video' ? 'invalid' : 'failed'),
  tooLong: () => 'bid duration exceeds maximum allowed',
  several: undefined,
  untranslated: (adServer, publisher) => `Category mapping file for primary ad server: '${adServer}', publisher: '${publisher}' not found`,
  rejected: ({ bid: { id } }, reason) => `bid rejected [bid ID: ${id}] reason: ${reason}`,
};
