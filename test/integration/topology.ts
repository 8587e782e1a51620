/** The external stores of a host, with data. */
import { createConnection } from 'mysql2';
import postgres from 'postgres';
import type { HostConfigInput } from '#src/config/schema.ts';
import { type Server, startMariadb, startPostgres, startRedis } from './servers.ts';

const banner = { banner: { format: [{ w: 300, h: 250 }] }, ext: { srv: { bidder: { generic: {} } } } };

export const STORED_IMP = JSON.stringify({ id: 'imp', ...banner });

/** An auction of the stored request, for the account. */
export const auctionOf = (storedRequest: string, account: string): object => ({
  id: 'auction',
  site: { page: 'https://publisher.example/', publisher: { id: account } },
  ext: { srv: { storedrequest: { id: storedRequest }, targeting: {}, cache: { bids: {} } } },
});

export const storedRequest = (over: object = {}): string => JSON.stringify({ imp: [{ id: 'imp', ...banner }], tmax: 10_000, ...over });
export const account = (events: boolean): string => JSON.stringify({ events: { enabled: events } });

export type Sql = (statement: string, values?: readonly string[]) => Promise<void>;

export interface Topology {
  readonly postgres: Server;
  readonly mariadb: Server;
  readonly redis: Server;
  readonly settings: HostConfigInput;
  inPostgres: Sql;
  inMariadb: Sql;
  stop(): Promise<void>;
}

/** Statements on a connection of their own, so that a restart between them is harmless. */
export const postgresSql =
  (server: Server): Sql =>
  async (statement, values = []) => {
    const sql = postgres({ host: '127.0.0.1', port: server.port, username: 'postgres', max: 1, onnotice: () => {} });
    await sql.unsafe(statement, [...values]);
    await sql.end();
  };

const mariadbSql =
  (server: Server): Sql =>
  async (statement, values = []) => {
    const connection = createConnection({ host: '127.0.0.1', port: server.port, user: 'root', database: 'stored' }).promise();
    await connection.execute(statement, [...values]);
    await connection.end();
  };

/** Cached for a second, then fetched again; served after expiry while its store fails. */
const memory = { type: 'lru', ttl_seconds: 1, negative_ttl_seconds: 0 } as const;

/** Requests in PostgreSQL, accounts in MariaDB, the bid cache in Redis. */
export function storeSettings(ports: { postgres: number; mariadb: number; redis: number }): HostConfigInput {
  const off = { enabled: false };
  return {
    stored_requests: {
      filesystem: off,
      database: {
        connection: { driver: 'postgres', dbname: 'postgres', host: '127.0.0.1', port: ports.postgres, user: 'postgres' },
        fetcher: {
          query:
            "select id, data, 'request' from stored_requests where id in $REQUEST_ID_LIST union all select id, data, 'imp' from stored_imps where id in $IMP_ID_LIST",
        },
      },
      in_memory_cache: memory,
    },
    accounts: {
      filesystem: off,
      database: {
        connection: { driver: 'mysql', dbname: 'stored', host: '127.0.0.1', port: ports.mariadb, user: 'root' },
        fetcher: { query: 'select config from accounts where id = %ACCOUNT_ID%' },
      },
      in_memory_cache: memory,
    },
    cache: { backend: 'redis', redis: { port: ports.redis } },
    // Far more than a healthy store needs: these tests share their machine.
    stored_requests_timeout_ms: 500,
  };
}

/** Starts all servers and fills them. */
export async function startTopology(): Promise<Topology> {
  const [pg, maria, redis] = await Promise.all([startPostgres(), startMariadb(), startRedis()]);
  const [inPostgres, inMariadb] = [postgresSql(pg), mariadbSql(maria)];
  await inPostgres('create table stored_requests (id text primary key, data text)');
  await inPostgres('create table stored_imps (id text primary key, data text)');
  await inPostgres('insert into stored_requests values ($1, $2)', ['stored', storedRequest()]);
  await inMariadb('create table accounts (id varchar(64) primary key, config text)');
  await inMariadb('insert into accounts values (?, ?)', ['publisher', account(true)]);
  return {
    postgres: pg,
    mariadb: maria,
    redis,
    settings: storeSettings({ postgres: pg.port, mariadb: maria.port, redis: redis.port }),
    inPostgres,
    inMariadb,
    async stop() {
      await Promise.all([pg.remove(), maria.remove(), redis.remove()]);
    },
  };
}
