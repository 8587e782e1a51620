/** Stored data in the Go variant. */

import { storageTimeout } from '#src/auction/validate/stored-ids.ts';
import type { StoredDialect } from '../contract/stored.ts';

export const stored: StoredDialect = {
  // That of stored requests, if it is known already.
  lookUpMs: ({ input }, { config }, tmax) => input.storageTimeoutMs || storageTimeout({ tmax }, config.rules),
  failed: (errors) => [...errors],
  unreadable: (id, error) => `ext.srv.storedrequest.id refers to Stored Request ${id} which contains Invalid JSON: ${error}`,
  unreadableImp: (id, error) => `imp.ext.srv.storedrequest.id ${id}: Stored Imp has Invalid JSON: ${error}`,
  unmerged: (error) => error,
  missingIdError: () => undefined,
  badImp: (error) => error,
  responsesFailed: ({ errors }) => [...errors],
  callsWithoutStored: false,
  responseMissing: (what) => `failed${what}`,
};
