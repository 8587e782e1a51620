/** PostgreSQL. Loaded only if configured. */
import { readFileSync } from 'node:fs';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import postgres from 'postgres';
import { postgresParameters, type TlsMode } from '#src/config/connection-parameters.ts';
import type { DatabaseConnection } from '#src/config/sections/store-parts.ts';
import { type EnumLabels, ownTypes, possibleValues } from './postgres-values.ts';
import type { Query } from './query.ts';
import type { SslMode } from './sql.ts';
import { type Database, QueryError } from './sql.ts';

const MS = 1000;
const IDLE_SECONDS = 60;
/** The server's codes for text that is not a uuid, an enum's label, a number, a number of the column's size, or text: not an id of this table. */
const BAD_ID = new Set(['22P02', '22003', '22021']);
/** Classes of codes about the connection (its credentials and database included) or the server itself, not about the query. */
const TROUBLE = /^(08|28|3D|53|57|58)/;

const asIs = (text: string): string => text;

/** Files of certificates verify the server, unless its name is not to be checked. */
function tlsOf({ host, tls: { root_cert, client_cert, client_key } }: DatabaseConnection, mode: TlsMode): object | boolean | 'prefer' {
  // The client has no name for an address: its certificate would be compared with `localhost`.
  const checkName = (_: string, certificate: PeerCertificate): Error | undefined => checkServerIdentity(host, certificate);
  const checks = { checkServerIdentity: mode === 'authority' ? () => undefined : checkName };
  if (root_cert === '' && client_cert === '') {
    if (mode === 'none') return false;
    return mode === 'prefer' ? 'prefer' : { rejectUnauthorized: mode !== 'unverified', ...checks };
  }
  return {
    rejectUnauthorized: true,
    ...checks,
    ...(root_cert === '' ? {} : { ca: readFileSync(root_cert) }),
    ...(client_cert === '' ? {} : { cert: readFileSync(client_cert), key: readFileSync(client_key) }),
  };
}

function connect(connection: DatabaseConnection, mode: SslMode): postgres.Sql {
  const { host, port, dbname, user, password, query_string, max_connections, connect_timeout_ms } = connection;
  const { tls, connectTimeoutMs = connect_timeout_ms, session } = postgresParameters(query_string, mode);
  return postgres({
    host,
    port: port === 0 ? 5432 : port,
    database: dbname,
    ...(user === '' ? {} : { username: user }),
    ...(password === '' ? {} : { password }),
    ssl: tlsOf(connection, tls),
    max: max_connections,
    connect_timeout: connectTimeoutMs / MS,
    idle_timeout: IDLE_SECONDS,
    keep_alive: IDLE_SECONDS,
    // The guard decides when to retry.
    backoff: () => 0,
    fetch_types: false,
    onnotice: () => {},
    types: { json: { to: 114, from: [114, 3802], serialize: asIs, parse: asIs } },
    connection: { application_name: 'auctor', ...session },
  });
}

type Rows = readonly (readonly unknown[])[];

/** The labels of the enums among these types: few queries have one, and labels may be added, so they are read when a value was rejected. */
async function enumLabels(sql: postgres.Sql, types: readonly number[]): Promise<EnumLabels> {
  const labels = new Map<number, Set<string>>();
  const own = ownTypes(types);
  if (own.length === 0) return labels;
  const rows: Rows = await sql
    .unsafe(`select enumtypid::int8::text, enumlabel::text from pg_enum where enumtypid in (${own.join(', ')})`)
    .values();
  for (const [type, label] of rows) {
    const known = labels.get(Number(type)) ?? new Set();
    labels.set(Number(type), known.add(String(label)));
  }
  return labels;
}

/** @throws QueryError if the server rejects the query */
async function run(sql: postgres.Sql, { text, values }: Query): Promise<Rows> {
  try {
    return (await sql.unsafe(text, values as (string | Date)[]).values()) as unknown as Rows;
  } catch (cause) {
    const { code = '', severity, types = [] } = cause as { code?: string; severity?: string; types?: number[] };
    if (severity === undefined || TROUBLE.test(code)) throw cause;
    const possible = BAD_ID.has(code) ? possibleValues(values, types, await enumLabels(sql, types)) : undefined;
    if (!possible) throw new QueryError(cause as Error);
    // One bad id must not hide the data of the others.
    return possible.every((value) => value === null) ? [] : run(sql, { text, values: possible });
  }
}

/** Connections are opened on first use. */
export function openPostgres(connection: DatabaseConnection, mode?: SslMode): Database {
  let sql = connect(connection, mode);
  return {
    dialect: 'postgres',
    query: (query) => run(sql, query),
    reset() {
      const old = sql;
      sql = connect(connection, mode);
      // Pending queries of the old connections are rejected; their callers have continued.
      old.end({ timeout: 0 }).catch(() => {});
    },
    close: () => sql.end({ timeout: 0 }),
  };
}
