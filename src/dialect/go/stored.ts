/** The Go variant's messages about stored data. */
import type { StoredDialect } from '../contract/stored.ts';

export const stored: StoredDialect = {
  failed: (errors) => [...errors],
  unreadable: (id, error) => `ext.srv.storedrequest.id refers to Stored Request ${id} which contains Invalid JSON: ${error}`,
  unreadableImp: (id, error) => `imp.ext.srv.storedrequest.id ${id}: Stored Imp has Invalid JSON: ${error}`,
  unmerged: (error) => error,
  nameless: () => undefined,
  badImp: (error) => error,
  responsesFailed: ({ errors }) => [...errors],
  callsWithoutStored: false,
  responseMissing: (what) => `failed${what}`,
};
