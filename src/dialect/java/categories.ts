/** The Java variant's handling of bids without a category. */
import type { CategoryDialect } from '../contract/categories.ts';

export const categories: CategoryDialect = {
  areAfterModules: true,
  unknownServer: (named) =>
    named === undefined || named === null
      ? 'Primary ad server required but was not defined when translate category is enabled'
      : `Primary ad server \`${named}\` is not recognized`,
  rejectionOf: () => 'invalid',
  tooLong: (seconds, max) => `Bid duration '${seconds}' exceeds maximum '${max}'`,
  several: 'Bid has more than one category',
  untranslated(adServer, publisher, category, hasFile) {
    const data = `Category mapping data for primary ad server: '${adServer}', publisher: '${publisher}'`;
    return hasFile ? `${data} does not contain category for cat = '${category}'` : `${data} not found`;
  },
  rejected: ({ bid: { id }, bidder }, reason) => `Bid rejected [bidder: ${bidder}, bid ID: ${id}] with a reason: ${reason}`,
};
