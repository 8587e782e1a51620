/** A connection to Redis or Valkey: to one server, to the master named by sentinels, or to all nodes of a cluster. */
import { isIP } from 'node:net';
import type { RedisOptions as ClientOptions, Cluster, ClusterOptions, Redis } from 'iovalkey';
import type { HostConfig } from '#src/config/schema.ts';

export type RedisOptions = HostConfig['cache']['redis'];
export type RedisClient = Redis | Cluster;

/** ms between connection attempts, growing. */
const RETRY_MS = 50;
const MAX_RETRY_MS = 1000;
const KEEP_ALIVE_MS = 10_000;
/** ms without a response while commands wait, after which a connection counts as dead. */
export const SILENCE_MS = 1000;
/** ms between refreshes of a cluster's slot table. */
const SLOTS_EVERY_MS = 2000;
/** Max redirections of a command while a cluster is being rearranged. */
const MAX_REDIRECTIONS = 3;
const SENTINEL_PORT = 26_379;
const SERVER_PORT = 6379;

const pause = (times: number): number => Math.min(times * RETRY_MS, MAX_RETRY_MS);

/** `host`, `host:port` or `[address]:port`. */
function toNode(text: string, defaultPort: number): { host: string; port: number } {
  const { hostname, port } = new URL(`redis://${text}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) };
}

/** The server's location for logs. */
export function placeOf({ host, port, cluster, sentinel }: RedisOptions): object {
  if (cluster.nodes.length > 0) return { cluster: cluster.nodes };
  return sentinel.nodes.length > 0 ? { sentinels: sentinel.nodes, master: sentinel.name } : { host, port };
}

/**
 * Connects in the background. Commands fail at once without a connection, and are never retried automatically.
 * @param more `socketTimeout`: ms of silence after which a connection is replaced; absent: it is never
 */
export async function connectRedis(options: RedisOptions, more: Pick<ClientOptions, 'socketTimeout'> = {}): Promise<RedisClient> {
  const { Redis: Client, Cluster: ClusterClient } = await import('iovalkey');
  const { host, port, cluster, sentinel } = options;
  const common = { ...commonOptions(options), ...more };
  if (cluster.nodes.length > 0) {
    const nodes = cluster.nodes.map((node) => toNode(node, SERVER_PORT));
    return new ClusterClient(nodes, clusterOptions({ ...common, socketTimeout: SILENCE_MS }, options));
  }
  if (sentinel.nodes.length === 0) {
    const secured = options.tls.enabled ? { tls: tlsTo(host, options.tls) } : {};
    return new Client({ ...common, ...secured, host, port, db: options.db });
  }
  return new Client({
    ...common,
    db: options.db,
    name: sentinel.name,
    sentinels: sentinel.nodes.map((node) => toNode(node, SENTINEL_PORT)),
    ...(sentinel.username === '' ? {} : { sentinelUsername: sentinel.username }),
    ...(sentinel.password === '' ? {} : { sentinelPassword: sentinel.password }),
    ...(sentinel.tls ? { enableTLSForSentinelMode: true, ...tlsOf(options, 'sentinelTLS') } : {}),
    sentinelRetryStrategy: pause,
    sentinelCommandTimeout: options.connect_timeout_ms,
    // A master became a replica: the sentinels know the new master.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });
}

/** What becomes of a connection. */
export interface RedisObserver {
  /** There is none, or it cannot be used. @param cause absent: it ended */
  onLost(cause?: Error): void;
  onReady(): void;
}

/**
 * Reports the state of a connection. The client keeps one that the server gave another user or another database than it asked for: it is
 * closed.
 */
export function observeRedis(redis: RedisClient, { onLost, onReady }: RedisObserver): void {
  let isRejected = false;
  redis.on('connect', () => {
    isRejected = false;
  });
  // Other errors of an established connection can be ignored: its end is reported as `close`.
  redis.on('error', (cause: Error) => {
    if (redis.status === 'ready') return;
    isRejected = !redis.isCluster;
    onLost(cause);
  });
  redis.on('close', () => onLost());
  redis.on('ready', () => {
    if (isRejected) redis.disconnect(true);
    else onReady();
  });
}

/** TLS with one server, which gets its name: a proxy in front of several chooses by it, and so does a server with several certificates. */
export const tlsTo = (host: string, { insecure_skip_verify }: RedisOptions['tls']): NonNullable<ClientOptions['tls']> => ({
  rejectUnauthorized: !insecure_skip_verify,
  ...(isIP(host) === 0 ? { servername: host } : {}),
});

const tlsOf = ({ tls }: RedisOptions, name: 'tls' | 'sentinelTLS'): Partial<ClientOptions> => ({
  [name]: { rejectUnauthorized: !tls.insecure_skip_verify },
});

function commonOptions(options: RedisOptions): ClientOptions {
  const { username, password, tls, connect_timeout_ms: connectTimeout } = options;
  return {
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
    ...(tls.enabled ? tlsOf(options, 'tls') : {}),
    connectTimeout,
    keepAlive: KEEP_ALIVE_MS,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: pause,
  };
}

function clusterOptions(redisOptions: ClientOptions, { tls, connect_timeout_ms }: RedisOptions): ClusterOptions {
  return {
    redisOptions,
    enableOfflineQueue: false,
    clusterRetryStrategy: pause,
    slotsRefreshTimeout: connect_timeout_ms,
    slotsRefreshInterval: SLOTS_EVERY_MS,
    maxRedirections: MAX_REDIRECTIONS,
    // Fail at once if a cluster is down; the next put detects its recovery.
    retryDelayOnClusterDown: 0,
    // Certificates are issued for host names.
    ...(tls.enabled ? { dnsLookup: (address, callback) => callback(null, address) } : {}),
  };
}
