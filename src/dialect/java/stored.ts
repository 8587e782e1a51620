/** Stored data in the Java variant. */

import { capTmax } from '#src/auction/enrich/deadline.ts';
import { isObject } from '#src/json/merge.ts';
import type { StoredDialect } from '../contract/stored.ts';

const FAILED = 'Stored request processing failed: ';

const unreadable = (id: string): string => `Can't parse Json for stored request with id ${id}`;

export const stored: StoredDialect = {
  // What is left of the auction.
  lookUpMs({ startedAt }, { config, clock }, tmax) {
    const limit = capTmax(typeof tmax === 'number' && tmax > 0 ? tmax : undefined, config.auction.biddertmax.max);
    return Math.max(0, startedAt + limit - clock.now());
  },
  failed: (errors) => [`${FAILED}${errors.join('\n')}`],
  unreadable: (id) => `${FAILED}${unreadable(id)}`,
  unreadableImp: unreadable,
  unmerged: (error) => `${FAILED}${error}`,
  // A stored request object must have an id.
  missingIdError: (request) => (isObject(request) && (request['id'] ?? null) === null ? 'Id is not found in storedRequest' : undefined),
  badImp: (error, imp) => `Incorrect Imp extension format for Imp with id ${String((isObject(imp) ? imp['id'] : null) ?? null)}: ${error}`,
  responsesFailed: ({ errors, missing }) =>
    missing ? [] : errors.map((message) => `Stored response fetching failed with reason: ${message}`),
  callsWithoutStored: true,
  responseMissing: (what) => `Failed${what}.`,
};
