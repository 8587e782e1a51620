/** Messages of stores in the Go variant. */
import type { StoredKind } from '#src/auction/stored-data.ts';
import type { StoresDialect } from '../contract/stores.ts';

const NAMES: { readonly [kind in StoredKind]: string } = {
  request: 'Request',
  amp: 'Request',
  video: 'Request',
  imp: 'Imp',
  response: 'Response',
  profile: 'Profile',
};

export const stores: StoresDialect = {
  notFound: (kind, ids) => ids.map((id) => `Stored ${NAMES[kind]} with ID="${id}" not found.`),
  hidesRejectedQueries: true,
  httpStatus: (status) => `Response code was ${status}`,
  httpFailed: (_kind, _ids, why) => `Error fetching Stored Requests via HTTP. ${why.charAt(0).toUpperCase()}${why.slice(1)}`,
};
