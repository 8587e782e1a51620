/** MySQL and MariaDB. Loaded only if configured. */
import { readFileSync } from 'node:fs';
import { connect as connectSocket, isIP, type Socket } from 'node:net';
import { createPool, type Pool, type SslOptions } from 'mysql2';
import { mysqlParameters, type TlsMode } from '#src/config/connection-parameters.ts';
import type { DatabaseConnection } from '#src/config/sections/store-parts.ts';
import type { Query } from './query.ts';
import type { SslMode } from './sql.ts';
import { type Database, QueryError } from './sql.ts';

const IDLE_MS = 60_000;
/** The client's code if the server offers no TLS. */
const NO_TLS = 'HANDSHAKE_NO_SSL_SUPPORT';
type Rows = readonly (readonly unknown[])[];
/** Max prepared statements per connection; each list length needs its own. */
const MAX_STATEMENTS = 200;
/**
 * Server errors unrelated to the query: too many connections, shutting down, killed; no access to the database, an unknown database, a
 * blocked or unknown host, an expired password.
 */
const TROUBLE = new Set([1040, 1053, 1203, 1226, 1317, 1927, 1044, 1045, 1049, 1129, 1130, 1698, 1820, 1862]);

/** The server's certificate must have the name of the host, unless it is not verified at all. */
function tlsOf({ tls: { root_cert, client_cert, client_key } }: DatabaseConnection, mode: TlsMode): SslOptions | undefined {
  if (root_cert === '' && client_cert === '') return mode === 'none' ? undefined : verified(mode === 'full');
  return {
    ...verified(true),
    ...(root_cert === '' ? {} : { ca: readFileSync(root_cert, 'utf8') }),
    ...(client_cert === '' ? {} : { cert: readFileSync(client_cert, 'utf8'), key: readFileSync(client_key, 'utf8') }),
  };
}

const verified = (is: boolean): SslOptions => ({ rejectUnauthorized: is, verifyIdentity: is });

/** A socket that knows its address. The client has no name for an address: its certificate would be compared with `localhost`. */
function socketTo(address: string, port: number): Socket {
  const socket = connectSocket(port, address);
  socket.setNoDelay(true);
  socket.once('connect', () => socket.setKeepAlive(true));
  return Object.assign(socket, { _host: address });
}

interface Connecting {
  readonly mode: SslMode;
  /** The server has no TLS: a connection that only prefers it is unencrypted. */
  readonly isPlain: boolean;
  /** The server rejects a session variable. */
  readonly onRejected: (cause: Error) => void;
}

/** TLS of a connection; `canBePlain`: it may do without. */
function securityOf(connection: DatabaseConnection, tls: TlsMode, isPlain: boolean): { ssl?: SslOptions; canBePlain: boolean } {
  const ssl = tlsOf(connection, tls);
  const canBePlain = tls === 'prefer' && ssl?.rejectUnauthorized === false;
  return ssl && !(canBePlain && isPlain) ? { ssl, canBePlain } : { canBePlain: false };
}

function connect(connection: DatabaseConnection, { mode, isPlain, onRejected }: Connecting): { pool: Pool; canBePlain: boolean } {
  const { host, port, dbname, user, password, query_string, max_connections, connect_timeout_ms } = connection;
  const { tls, connectTimeoutMs = connect_timeout_ms, charset, session } = mysqlParameters(query_string, mode);
  const { ssl, canBePlain } = securityOf(connection, tls, isPlain);
  const actualPort = port === 0 ? 3306 : port;
  const pool = createPool({
    host,
    port: actualPort,
    ...(ssl && isIP(host) > 0 ? { stream: () => socketTo(host, actualPort) } : {}),
    database: dbname,
    user,
    password,
    ...(ssl ? { ssl } : {}),
    ...(charset === undefined ? {} : { charset }),
    connectionLimit: max_connections,
    connectTimeout: connectTimeoutMs,
    idleTimeout: IDLE_MS,
    enableKeepAlive: true,
    rowsAsArray: true,
    timezone: 'Z',
    jsonStrings: true,
    // Numeric ids beyond 2^53 would be rounded.
    supportBigNumbers: true,
    bigNumberStrings: true,
    maxPreparedStatements: MAX_STATEMENTS,
  });
  pool.on('connection', (made) => {
    for (const [name, value] of Object.entries(session)) made.query(`SET ${name} = ${value}`, (cause) => cause && onRejected(cause));
    // Times are sent in UTC, whatever the server's own zone.
    made.query("SET time_zone = '+00:00'", () => {});
  });
  return { pool, canBePlain };
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
  let rejected: Error | undefined;
  const open = (isPlain: boolean) =>
    connect(connection, {
      mode,
      isPlain,
      onRejected: (cause) => {
        rejected = cause;
      },
    });
  let current = open(false);
  const reopen = (isPlain: boolean): void => {
    const { pool: old } = current;
    current = open(isPlain);
    destroy(old);
  };
  const run = ({ text, values }: Query): Promise<Rows> =>
    new Promise((resolve, reject) => {
      const used = current;
      // Prepared, so that no server mode can reinterpret a parameter.
      used.pool.execute(text, values as (string | Date | null)[], (cause, rows) => {
        if (rejected) reject(new QueryError(rejected));
        else if (!cause) resolve(rows as unknown as Rows);
        else if (cause.code === NO_TLS && used.canBePlain) {
          if (used === current) reopen(true);
          resolve(run({ text, values }));
        } else if (cause.sqlState === undefined || TROUBLE.has(cause.errno ?? 0) || cause.fatal) reject(cause);
        else reject(new QueryError(cause));
      });
    });
  return {
    dialect: 'mysql',
    query: run,
    reset: () => reopen(false),
    close: async () => destroy(current.pool),
  };
}
