/** Stored data in a database: query templates, one for each use (events-cache-stored.md section 11). */
import type { Abortable, Found } from '#src/auction/services.ts';
import type { DatabaseOptions } from '#src/config/sections/store-parts.ts';
import { Guard, type GuardEnv } from './guard.ts';
import { compileQuery, fillQuery, type QueryTemplate, type QueryValues } from './query.ts';
import { chooseByAccount, type StoredRow, toRow } from './rows.ts';
import { type Database, QueryFault } from './sql.ts';
import { NOTHING, type Store, type StoreKind } from './store.ts';

/** How a kind is asked for: which list its ids fill, and what its rows are called. */
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
  /** Kinds that this section keeps. */
  readonly kinds: readonly StoreKind[];
}

const LATE = 'context deadline exceeded';

const failedWith = (error: string, timedOut = false): Found => ({ texts: new Map(), errors: [error], timedOut });

/** A store over one section's queries. Wherever something goes wrong, callers hear of it without learning of our insides. */
export function createDatabaseStore({ name, database, queries, kinds }: DatabaseStoreOptions, env: GuardEnv): Store {
  const guard = new Guard(`${name}.database`, env, () => database.reset());
  const template = (query: string): QueryTemplate | undefined => (query === '' ? undefined : compileQuery(query));
  const usual = template(queries.query);
  const amp = template(queries.amp_query);
  const profiles = template(queries.profile_query);
  const templateOf = (kind: StoreKind): QueryTemplate | undefined =>
    kind === 'amp' ? (amp ?? usual) : kind === 'profile' ? profiles : kinds.includes(kind) ? usual : undefined;

  /** Rows of one question, or what the caller is told of its failure. */
  const rowsOf = async (
    query: QueryTemplate,
    values: QueryValues,
    timeoutMs: number,
    scope?: Abortable,
  ): Promise<readonly (readonly unknown[])[] | Found> => {
    const work = () => database.query(fillQuery(query, values, database.dialect));
    const result = await guard.run(work, timeoutMs, { isAnswer: (cause) => cause instanceof QueryFault, scope });
    if (result.kind === 'answer') return result.value;
    if (result.failure === 'late') return failedWith(LATE, true);
    if (!(result.cause instanceof QueryFault)) return failedWith('the database does not answer');
    env.log.warn({ err: result.cause, store: name }, 'a query of stored data failed');
    return failedWith(result.cause.badId ? 'no such id can be stored' : 'the query failed');
  };

  return {
    async fetch(kind, ids, timeoutMs, accountId, scope) {
      const query = templateOf(kind);
      if (!query || !kinds.includes(kind) || ids.length === 0) return NOTHING;
      const { lists, type } = USE[kind];
      const values = { ...Object.fromEntries(lists.map((list) => [list, ids])), ACCOUNT_ID: kind === 'account' ? ids[0] : accountId };
      const rows = await rowsOf(query, values as QueryValues, timeoutMs, scope);
      if ('texts' in rows) return { ...rows, errors: rows.errors.map((error) => `Stored ${kind} data cannot be read: ${error}`) };
      return toFound(kind, type, ids, accountId ?? '', rows);
    },
    async categories(adServer, publisher, timeoutMs, scope) {
      if (!usual || kinds.length > 0) return undefined;
      const id = publisher === '' ? adServer : `${adServer}_${publisher}`;
      const rows = await rowsOf(usual, { ID_LIST: [id] }, timeoutMs, scope);
      return 'texts' in rows ? undefined : rows.map((columns) => toRow(columns, [id])).find((row) => row?.id === id)?.text;
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
  const texts = new Map<string, string>();
  const errors: string[] = [];
  for (const [id, held] of byId) {
    const chosen = chooseByAccount(type, id, accountId, held.some(({ account }) => account !== '') ? held : held.slice(0, 1));
    if (!chosen) continue;
    if ('error' in chosen) errors.push(chosen.error);
    else texts.set(id, chosen.text);
  }
  return { texts, errors };
}
