/** MySQL and MariaDB. Loaded only if configured. */
import { readFileSync } from 'node:fs';
import { createPool, type Pool, type SslOptions } from 'mysql2';
import type { DatabaseConnection } from '#src/config/sections/store-parts.ts';
import type { Query } from './query.ts';
import type { SslMode } from './sql.ts';
import { type Database, QueryError, readQueryString } from './sql.ts';

const IDLE_MS = 60_000;
/** Max prepared statements per connection; each list length needs its own. */
const MAX_STATEMENTS = 200;
/** Server errors unrelated to the query: too many connections, shutting down, killed. */
const TROUBLE = new Set([1040, 1053, 1203, 1317, 1927]);

/** Without certificates only if TLS is required: this driver cannot fall back to an unencrypted connection. */
function tlsOf({ tls: { root_cert, client_cert, client_key } }: DatabaseConnection, mode: SslMode): SslOptions | undefined {
  if (root_cert === '' && client_cert === '') return mode === 'required' ? { rejectUnauthorized: false } : undefined;
  return {
    rejectUnauthorized: true,
    ...(root_cert === '' ? {} : { ca: readFileSync(root_cert, 'utf8') }),
    ...(client_cert === '' ? {} : { cert: readFileSync(client_cert, 'utf8'), key: readFileSync(client_key, 'utf8') }),
  };
}

function connect(connection: DatabaseConnection, mode: SslMode): Pool {
  const { host, port, dbname, user, password, query_string, max_connections, connect_timeout_ms } = connection;
  const ssl = tlsOf(connection, mode);
  const pool = createPool({
    host,
    port: port === 0 ? 3306 : port,
    database: dbname,
    user,
    password,
    ...(ssl ? { ssl } : {}),
    connectionLimit: max_connections,
    connectTimeout: connect_timeout_ms,
    idleTimeout: IDLE_MS,
    enableKeepAlive: true,
    rowsAsArray: true,
    timezone: 'Z',
    jsonStrings: true,
    maxPreparedStatements: MAX_STATEMENTS,
    ...readQueryString(query_string),
  });
  // Times are sent in UTC, whatever the server's own zone.
  pool.on('connection', (made) => void made.query("SET time_zone = '+00:00'", () => {}));
  return pool;
}

/** Closes all connections at once, without notifying the server. */
function destroy(pool: Pool): void {
  // The pool's own end would wait for a hanging server; only the pool knows its connections.
  const { _allConnections: all } = pool as unknown as { _allConnections: { toArray(): { destroy(): void }[] } };
  for (const connection of all.toArray()) connection.destroy();
  pool.end(() => {});
}

/** Connections are opened on first use. */
export function openMysql(connection: DatabaseConnection, mode?: SslMode): Database {
  let pool = connect(connection, mode);
  return {
    dialect: 'mysql',
    query: ({ text, values }: Query) =>
      new Promise((resolve, reject) => {
        // Prepared, so that no server mode can reinterpret a parameter.
        pool.execute(text, values as (string | Date | null)[], (cause, rows) => {
          if (!cause) resolve(rows as unknown as unknown[][]);
          else if (cause.sqlState === undefined || TROUBLE.has(cause.errno ?? 0) || cause.fatal) reject(cause);
          else reject(new QueryError(cause, false));
        });
      }),
    reset() {
      const old = pool;
      pool = connect(connection, mode);
      destroy(old);
    },
    async close() {
      destroy(pool);
    },
  };
}
