/** Parameters of `query_string`: those of the client that connects, as the Go variant's drivers name them, and those of the server. */
import type { HostConfig } from './schema.ts';
import { toMillis } from './units.ts';

/** TLS that the host prescribes for databases; undefined: their own settings. */
type Prescribed = HostConfig['settings']['database']['ssl_mode'];

/** TLS of a connection without settings of its own: none; unverified; verified, with or without the name of the host. */
export type TlsMode = 'none' | 'prefer' | 'unverified' | 'authority' | 'full';

export interface ConnectionParameters {
  readonly tls: TlsMode;
  /** Timeout of connecting; absent: the option's. */
  readonly connectTimeoutMs?: number | undefined;
  /** Character set or collation of a MySQL connection. */
  readonly charset?: string | undefined;
  /** Settings of the server for the session. */
  readonly session: Readonly<Record<string, string>>;
}

const POSTGRES_TLS: Readonly<Record<string, TlsMode>> = {
  disable: 'none',
  allow: 'none',
  prefer: 'prefer',
  require: 'unverified',
  'verify-ca': 'authority',
  'verify-full': 'full',
};
const MYSQL_TLS: Readonly<Record<string, TlsMode>> = {
  true: 'full',
  false: 'none',
  'skip-verify': 'unverified',
  preferred: 'prefer',
};

/** Parameters of that client only: a server would reject them. */
const OF_POSTGRES_CLIENT = new Set(
  'sslmode connect_timeout fallback_application_name binary_parameters disable_prepared_binary_result sslinline sslsni krbsrvname krbspn passfile'.split(
    ' ',
  ),
);
/** Parameters of that client without a meaning here: rows are read as text, times are sent in UTC, queries have their own timeouts. */
const OF_MYSQL_CLIENT = new Set(
  'allowAllFiles allowCleartextPasswords allowFallbackToPlaintext allowNativePasswords allowOldPasswords charset checkConnLiveness clientFoundRows collation columnsWithAlias compress connectionAttributes interpolateParams loc maxAllowedPacket multiStatements parseTime readTimeout rejectReadOnly serverPubKey timeTruncate timeout tls writeTimeout'.split(
    ' ',
  ),
);

const SSL_MODES: Readonly<Record<NonNullable<Prescribed>, TlsMode>> = { disabled: 'none', preferred: 'prefer', required: 'unverified' };

/** `a=1&b=2` as an object. */
const readParameters = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(text.startsWith('?') ? text.slice(1) : text));

/** The rest of the parameters: settings of the server. */
const without = (parameters: Readonly<Record<string, string>>, client: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => !client.has(name)));

export function postgresParameters(text: string, mode: Prescribed): ConnectionParameters {
  const parameters = readParameters(text);
  const { sslmode = 'disable', connect_timeout = '', fallback_application_name: name } = parameters;
  const own = POSTGRES_TLS[sslmode] ?? 'none';
  return {
    tls: mode === undefined || (mode === 'required' && (own === 'authority' || own === 'full')) ? own : SSL_MODES[mode],
    ...(Number(connect_timeout) > 0 ? { connectTimeoutMs: Number(connect_timeout) * 1000 } : {}),
    session: { ...(name === undefined ? {} : { application_name: name }), ...without(parameters, OF_POSTGRES_CLIENT) },
  };
}

/** What the host prescribes, unless the connection's own setting is stricter. */
function stricter(own: TlsMode, mode: Prescribed): TlsMode {
  if (mode === 'required' && (own === 'none' || own === 'prefer')) return 'unverified';
  return mode === 'preferred' && own === 'none' ? 'prefer' : own;
}

export function mysqlParameters(text: string, mode: Prescribed): ConnectionParameters {
  const parameters = readParameters(text);
  const { tls = 'false', timeout = '', charset, collation } = parameters;
  const own = MYSQL_TLS[tls.toLowerCase()] ?? 'none';
  return {
    tls: stricter(own, mode),
    connectTimeoutMs: toMillis(timeout) || undefined,
    // A list of character sets names the preferred one first.
    charset: collation ?? charset?.split(',')[0]?.trim(),
    session: without(parameters, OF_MYSQL_CLIENT),
  };
}

/** Violated rules of `query_string`. */
export function parameterErrors(driver: 'postgres' | 'mysql', text: string): string[] {
  const parameters = readParameters(text);
  if (driver === 'postgres') {
    const files = ['sslcert', 'sslkey', 'sslrootcert'].filter((name) => parameters[name] !== undefined);
    return [
      ...invalidChoice('sslmode', parameters['sslmode'], Object.keys(POSTGRES_TLS)),
      ...files.map((name) => `${name} belongs in tls.${TLS_FILES[name]}`),
    ];
  }
  const { session } = mysqlParameters(text, undefined);
  return [
    ...invalidChoice('tls', parameters['tls']?.toLowerCase(), Object.keys(MYSQL_TLS)),
    ...Object.keys(session)
      .filter((name) => !/^[a-z_][a-z0-9_.]*$/.test(name))
      .map((name) => `${name} is no parameter of this driver and no variable of the server`),
  ];
}

const TLS_FILES: Readonly<Record<string, string>> = { sslcert: 'client_cert', sslkey: 'client_key', sslrootcert: 'root_cert' };

const invalidChoice = (name: string, value: string | undefined, words: readonly string[]): string[] =>
  value === undefined || words.includes(value) ? [] : [`${name} must be one of ${words.join(', ')}, not ${value}`];
