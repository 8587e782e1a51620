/** Stored data in real databases. */

import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createConnection } from 'mysql2';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import type { DatabaseConnection } from '#src/config/sections/store-parts.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { createDatabaseStore } from '#src/stores/database.ts';
import { Databases } from '#src/stores/databases.ts';
import type { Store } from '#src/stores/store.ts';
import { storeSuite } from '#test/stores/shared-suite.ts';
import { missing, type Server, startMariadb, startPostgres, until } from './servers.ts';

const TABLES = [
  'create table stored_requests (id varchar(64) primary key, data json)',
  'create table stored_imps (id varchar(64) primary key, data text)',
  'create table accounts (id varchar(64) primary key, data text)',
  'create table by_account (account varchar(64), id varchar(64), data text)',
  'insert into stored_requests values (\'one\', \'{"id":"one"}\')',
  'insert into stored_imps values (\'two\', \'{"id":"two"}\')',
  'insert into accounts values (\'three\', \'{"id":"three"}\')',
  'create table numbered (id bigint, data text)',
  'create table labelled (id ENUM_TYPE, data text)',
  "insert into labelled values ('web', '\"of web\"'), ('app', '\"of app\"')",
  'insert into numbered values (12, \'"few digits"\'), (9007199254740993, \'"many digits"\')',
  "insert into by_account values ('a', 'x', '\"of a\"'), ('b', 'x', '\"of b\"'), ('a', 'y', '\"only a\"')",
];

const QUERY = [
  "select id, data, 'request' as type from stored_requests where id in $REQUEST_ID_LIST",
  "select id, data, 'imp' as type from stored_imps where id in $IMP_ID_LIST",
  "select id, data, 'account' as type from accounts where id in $ACCOUNT_ID_LIST",
].join(' union all ');

const connectionTo = (driver: 'postgres' | 'mysql', port: number): DatabaseConnection =>
  hostSchema.parse({
    stored_requests: {
      database: {
        connection: {
          driver,
          dbname: driver === 'postgres' ? 'postgres' : 'stored',
          host: '127.0.0.1',
          port,
          user: driver === 'postgres' ? 'postgres' : 'root',
        },
      },
    },
  }).stored_requests.database.connection;

/** ms that a connection through the slow door takes to open. */
const OPENING_MS = 1000;

/** Passes connections to a server, the first bytes of which arrive late. */
async function startSlowDoor(port: number): Promise<{ readonly port: number; close(): void }> {
  const door = createServer((client) => {
    const behind = connect(port, '127.0.0.1');
    client.pipe(behind);
    const timer = setTimeout(() => behind.pipe(client), OPENING_MS);
    client.on('error', () => {}).once('close', () => behind.destroy());
    behind.on('error', () => {}).once('close', () => client.destroy());
    client.once('close', () => clearTimeout(timer));
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  return { port: (door.address() as AddressInfo).port, close: () => void door.close() };
}

/** Extra time for loaded machines. */
const patient = (nested: Store): Store => ({ fetch: (kind, ids, _, account) => nested.fetch(kind, ids, 10_000, account) });

interface Kind {
  readonly driver: 'postgres' | 'mysql';
  readonly start: () => Promise<Server>;
  readonly run: (port: number, statements: readonly string[]) => Promise<void>;
  /** Creates the type of `labelled.id` if it needs a name. */
  readonly enumType: { readonly name: string; readonly statement?: string };
  /** Casts so that the columns of a union agree. */
  readonly query: string;
}

const KINDS: readonly Kind[] = [
  {
    driver: 'postgres',
    start: startPostgres,
    async run(port, statements) {
      const sql = postgres({ host: '127.0.0.1', port, username: 'postgres', onnotice: () => {} });
      for (const statement of statements) await sql.unsafe(statement);
      await sql.end();
    },
    enumType: { name: 'platform', statement: "create type platform as enum ('web', 'app')" },
    query: QUERY.replaceAll(', data,', ', data::text,'),
  },
  {
    driver: 'mysql',
    start: startMariadb,
    async run(port, statements) {
      const connection = createConnection({ host: '127.0.0.1', port, user: 'root', database: 'stored' }).promise();
      for (const statement of statements) await connection.query(statement);
      await connection.end();
    },
    enumType: { name: "enum ('web', 'app')" },
    query: QUERY,
  },
];

describe.each(KINDS)('stored data in $driver', ({ driver, start, run, enumType, query }) => {
  const absent = missing(driver === 'postgres' ? 'postgres' : 'mariadb');
  let server: Server;
  const databases = new Databases();
  beforeAll(async () => {
    if (absent) return;
    server = await start();
    const tables = TABLES.map((statement) => statement.replace('ENUM_TYPE', enumType.name));
    await run(server.port, enumType.statement === undefined ? tables : [enumType.statement, ...tables]);
  });
  afterAll(async () => {
    databases.close();
    await server?.remove();
  });
  const env = { clock: systemClock, log: silentLog, metrics: new MetricsRegistry() };
  const open = async (queries: { query: string; amp_query?: string; profile_query?: string }): Promise<Store> => {
    const database = await databases.get(connectionTo(driver, server.port));
    const all = { amp_query: '', profile_query: '', ...queries };
    return createDatabaseStore({ name: 'test', database, queries: all, kinds: ['request', 'imp', 'account', 'amp'] }, env);
  };

  describe.skipIf(absent)(absent ?? 'queried by its templates', () => {
    storeSuite(async () => patient(await open({ query })));

    test('is found', async () => {
      await open({ query });
      await expect(databases.ping()).resolves.toBeUndefined();
      await expect(new Databases().ping()).rejects.toThrow('no database is configured');
    });

    test('returns JSON columns unchanged, and respects the account', async () => {
      const store = patient(await open({ query: "select account, id, data, 'request' from by_account where id in (%REQUEST_ID_LIST%)" }));
      expect(await store.fetch('request', ['x', 'y'], 0, 'b')).toEqual({
        documents: new Map([['x', '"of b"']]),
        errors: ['No stored request found for id: y for account: b'],
      });
      expect((await store.fetch('request', ['x'], 0)).errors).toEqual([
        'Multiple stored requests found for id: x but no account was specified',
      ]);
      const json = patient(await open({ query: 'select id, data from stored_requests where id in $ID_LIST' }));
      expect(JSON.parse((await json.fetch('request', ['one'], 0)).documents.get('one') ?? '')).toEqual({ id: 'one' });
    });

    test('returns one account by a query of one column', async () => {
      const store = patient(await open({ query: 'select data from accounts where id = %ACCOUNT_ID%' }));
      expect((await store.fetch('account', ['three'], 0)).documents).toEqual(new Map([['three', '{"id":"three"}']]));
      expect(await store.fetch('account', ['four'], 0)).toEqual({ documents: new Map(), errors: [] });
    });

    test('finds numeric ids of any length', async () => {
      const store = patient(await open({ query: 'select id, data from numbered where id in $ACCOUNT_ID_LIST' }));
      const documents = new Map([
        ['12', '"few digits"'],
        ['9007199254740993', '"many digits"'],
      ]);
      expect(await store.fetch('account', [...documents.keys()], 0)).toEqual({ documents, errors: [] });
    });

    test('does not find ids that their column cannot have, and finds the others', async () => {
      const log = { ...silentLog, warn: () => expect.unreachable('nothing is logged') };
      const database = await databases.get(connectionTo(driver, server.port));
      const queries = { query: 'select id, data from numbered where id in $ID_LIST', amp_query: '', profile_query: '' };
      const store = patient(createDatabaseStore({ name: 'test', database, queries, kinds: ['imp'] }, { ...env, log }));
      const documents = new Map([['12', '"few digits"']]);
      expect(await store.fetch('imp', ['abc', '12', '', '1.5', '99999999999999999999', '1\0'], 0)).toEqual({ documents, errors: [] });
      expect(await store.fetch('imp', ['abc'], 0)).toEqual({ documents: new Map(), errors: [] });
    });

    test('does not find ids that are no label of an enum, and finds the others', async () => {
      const log = { ...silentLog, warn: () => expect.unreachable('nothing is logged') };
      const database = await databases.get(connectionTo(driver, server.port));
      const queries = { query: 'select id, data from labelled where id in $ID_LIST', amp_query: '', profile_query: '' };
      const store = patient(createDatabaseStore({ name: 'test', database, queries, kinds: ['imp'] }, { ...env, log }));
      const documents = new Map([['web', '"of web"']]);
      expect(await store.fetch('imp', ['other', 'web', '', "x'y"], 0)).toEqual({ documents, errors: [] });
      expect(await store.fetch('imp', ['other'], 0)).toEqual({ documents: new Map(), errors: [] });
    });

    test('treats ids as data, whatever they contain', async () => {
      const store = patient(await open({ query }));
      const ids = ["'; drop table accounts; --", '$1', '?', '%ACCOUNT_ID%', '\\', '😀', 'one'];
      expect((await store.fetch('request', ids, 0)).documents).toEqual(new Map([['one', '{"id":"one"}']]));
      expect((await store.fetch('account', ['three'], 0)).documents.size).toBe(1);
    });

    test('reports that a query failed, without details', async () => {
      const store = patient(await open({ query: 'select nonsense from nowhere where id in $ID_LIST' }));
      expect(await store.fetch('request', ['one'], 0)).toMatchObject({ errors: ['Stored request data is unavailable: the query failed'] });
    });

    test('does not respond to a connection that the server rejects', async () => {
      const own = new Databases();
      const database = await own.get({ ...connectionTo(driver, server.port), dbname: 'unknown' });
      const queries = { query: 'select id, data from accounts where id in $ID_LIST', amp_query: '', profile_query: '' };
      const store = patient(createDatabaseStore({ name: 'test', database, queries, kinds: ['account'] }, env));
      expect(await store.fetch('account', ['three'], 0)).toMatchObject({ unavailable: true });
      own.close();
    });

    test('respects the timeout', async () => {
      const nap = driver === 'postgres' ? 'pg_sleep(600)::text' : 'sleep(600)';
      const store = await open({ query: `select id, ${nap} from accounts where id in $ID_LIST` });
      expect(await store.fetch('account', ['three'], 60)).toMatchObject({ timedOut: true });
    });

    test('recovers although a connection takes longer to open than a call may wait', async () => {
      const slow = await startSlowDoor(server.port);
      const own = new Databases();
      const database = await own.get(connectionTo(driver, slow.port));
      const queries = { query: 'select data from accounts where id = %ACCOUNT_ID%', amp_query: '', profile_query: '' };
      const store = createDatabaseStore({ name: 'test', database, queries, kinds: ['account'] }, env);
      const found = async (): Promise<boolean> => (await store.fetch('account', ['three'], OPENING_MS / 3)).documents.size === 1;
      expect([await found(), await found(), await found()]).toEqual([false, false, false]);
      await until('it recovers', found, 15_000);
      own.close();
      slow.close();
    });
  });
});
