/** Stored data in a database: query templates, one per use. */

import type { Found } from '#src/auction/stored-data.ts';
import type { DatabaseOptions } from '#src/config/sections/store-parts.ts';
import type { Abortable } from '#src/lang/abort-scope.ts';
import { DEADLINE_EXCEEDED } from '#src/lang/with-timeout.ts';
import { Guard, type GuardEnv } from './circuit-breaker.ts';
import { compileQuery, fillQuery, type QueryTemplate, type QueryValues } from './query.ts';
import { chooseByAccount, type StoredRow, toRow } from './rows.ts';
import { type Database, QueryError } from './sql.ts';
import { NONE, type Store, type StoreKind } from './store.ts';

/** Queries of each kind: the list for its ids, and the type of its rows. */
const USE: { readonly [kind in StoreKind]: { readonly lists: readonly (keyof QueryValues)[]; readonly type: string } } = {
  request: { lists: ['REQUEST_ID_LIST', 'ID_LIST'], type: 'request' },
  amp: { lists: ['REQUEST_ID_LIST', 'ID_LIST'], type: 'request' },
  video: { lists: ['REQUEST_ID_LIST', 'ID_LIST'], type: 'request' },
  imp: { lists: ['IMP_ID_LIST', 'ID_LIST'], type: 'imp' },
  response: { lists: ['RESPONSE_ID_LIST', 'ID_LIST'], type: 'response' },
  profile: { lists: ['REQUEST_ID_LIST', 'IMP_ID_LIST', 'ID_LIST'], type: 'profile' },
  account: { lists: ['ACCOUNT_ID_LIST', 'ID_LIST'], type: 'account' },
};

export interface DatabaseStoreOptions {
  /** Section of the settings, for logs and metrics. */
  readonly name: string;
  readonly database: Database;
  readonly queries: DatabaseOptions['fetcher'];
  /** Kinds of this section. */
  readonly kinds: readonly StoreKind[];
}

const failedWith = (error: string): Found => ({ documents: new Map(), errors: [error] });
const noResponse = (error: string, timedOut: boolean): Found => ({ ...failedWith(error), timedOut, unavailable: true });

/** A store over one section's queries. Errors are reported to callers without internal details. */
export function createDatabaseStore({ name, database, queries, kinds }: DatabaseStoreOptions, env: GuardEnv): Store {
  const guard = new Guard(`${name}.database`, env, () => database.reset());
  const template = (query: string): QueryTemplate | undefined => (query === '' ? undefined : compileQuery(query));
  const defaults = template(queries.query);
  const amp = template(queries.amp_query);
  const profiles = template(queries.profile_query);
  const templateOf = (kind: StoreKind): QueryTemplate | undefined =>
    kind === 'amp' ? (amp ?? defaults) : kind === 'profile' ? profiles : kinds.includes(kind) ? defaults : undefined;

  /** Rows of one query, or an error message for the caller. */
  const rowsOf = async (
    query: QueryTemplate,
    values: QueryValues,
    timeoutMs: number,
    scope?: Abortable,
  ): Promise<readonly (readonly unknown[])[] | Found> => {
    const work = () => database.query(fillQuery(query, values, database.dialect));
    const result = await guard.run(work, timeoutMs, { isResponse: (cause) => cause instanceof QueryError, scope });
    if (result.kind === 'response') return result.value;
    if (result.failure === 'timeout') return noResponse(DEADLINE_EXCEEDED, true);
    if (!(result.cause instanceof QueryError)) return noResponse('the database does not respond', false);
    env.log.warn({ failure: result.cause, store: name }, 'stored data query failed');
    return { ...failedWith('the query failed'), rejected: true };
  };

  return {
    async fetch(kind, ids, timeoutMs, accountId, scope) {
      const query = templateOf(kind);
      if (!query || !kinds.includes(kind) || ids.length === 0) return NONE;
      const { lists, type } = USE[kind];
      const values = { ...Object.fromEntries(lists.map((list) => [list, ids])), ACCOUNT_ID: kind === 'account' ? ids[0] : accountId };
      const rows = await rowsOf(query, values as QueryValues, timeoutMs, scope);
      if ('documents' in rows) return { ...rows, errors: rows.errors.map((error) => `Stored ${kind} data is unavailable: ${error}`) };
      return toFound(kind, type, ids, accountId ?? '', rows);
    },
    async categories(adServer, publisher, timeoutMs, scope) {
      if (!defaults || kinds.length > 0) return null;
      const id = publisher === '' ? adServer : `${adServer}_${publisher}`;
      const rows = await rowsOf(defaults, { ID_LIST: [id] }, timeoutMs, scope);
      if ('documents' in rows) return undefined;
      return rows.map((columns) => toRow(columns, [id])).find((row) => row?.id === id)?.text ?? null;
    },
  };
}

function toFound(kind: StoreKind, type: string, ids: readonly string[], accountId: string, rows: readonly (readonly unknown[])[]): Found {
  const wanted = new Set(ids);
  const byId = new Map<string, StoredRow[]>();
  for (const columns of rows) {
    const row = toRow(columns, ids);
    if (!row || !wanted.has(row.id) || (row.type !== undefined && row.type !== type && kind !== 'profile')) continue;
    const held = byId.get(row.id);
    if (held) held.push(row);
    else byId.set(row.id, [row]);
  }
  const documents = new Map<string, string>();
  const errors: string[] = [];
  for (const [id, held] of byId) {
    const chosen = chooseByAccount(type, id, accountId, held.some(({ account }) => account !== '') ? held : held.slice(0, 1));
    if (!chosen) continue;
    if ('error' in chosen) errors.push(chosen.error);
    else documents.set(id, chosen.value);
  }
  return { documents, errors };
}
