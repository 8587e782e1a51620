/** Stored data in the Go variant. */

import { storageTimeout } from '#src/auction/validate/stored-ids.ts';
import { timeLeft } from '#src/lang/with-timeout.ts';
import type { StoredDialect } from '../contract/stored.ts';

export const stored: StoredDialect = {
  // What stored requests left of their time, if it is known already.
  lookUpMs({ input }, { config, clock }, tmax) {
    const timeoutMs = input.storageTimeoutMs || storageTimeout({ tmax }, config.rules);
    return input.storageBegunUs === undefined ? timeoutMs : timeLeft(timeoutMs, input.storageBegunUs, clock);
  },
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
