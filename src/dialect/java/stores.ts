/** Messages of stores in the Java variant. */
import type { StoredKind } from '#src/auction/stored-data.ts';
import type { StoresDialect } from '../contract/stores.ts';

const NAMES: { readonly [kind in StoredKind]: string } = {
  request: 'request',
  amp: 'request',
  video: 'request',
  imp: 'imp',
  response: 'response',
  profile: 'profile',
};

export const stores: StoresDialect = {
  notFound(kind, ids, last, isNone) {
    const name = NAMES[kind];
    if (last === 'database' && isNone) return [`No stored ${name}s for ids [${ids.join(', ')}] were found`];
    return ids.map((id) => (last === 'service' ? `Stored ${name} not found for id: ${id}` : `No stored ${name} found for id: ${id}`));
  },
  hidesRejectedQueries: false,
  httpStatus: (status) => `HTTP status code ${status}`,
  httpFailed(kind, ids, why) {
    const [requests, imps] = kind === 'imp' ? [[], ids] : [ids, []];
    const named = `stored requests for ids [${requests.join(', ')}] and stored imps for ids [${imps.join(', ')}]`;
    return `Error fetching ${named} via HTTP: ${why}`;
  },
};
