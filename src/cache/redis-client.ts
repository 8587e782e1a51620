/** A connection to Redis or Valkey: to one server, to whichever of several sentinels call the master, or to all nodes of a cluster. */
import type { RedisOptions as ClientOptions, Cluster, ClusterOptions, Redis } from 'iovalkey';
import type { HostConfig } from '#src/config/schema.ts';

export type RedisOptions = HostConfig['cache']['redis'];
export type RedisClient = Redis | Cluster;

/** ms between tries to connect, growing. */
const RETRY_MS = 50;
const MOST_RETRY_MS = 1000;
const KEEP_ALIVE_MS = 10_000;
/** ms between looks at who holds which part of a cluster. */
const SLOTS_EVERY_MS = 2000;
/** Times a command follows a cluster that is being rearranged. */
const MOST_REDIRECTIONS = 3;
const SENTINEL_PORT = 26_379;
const SERVER_PORT = 6379;

const pause = (times: number): number => Math.min(times * RETRY_MS, MOST_RETRY_MS);

/** `host`, `host:port` or `[address]:port`. */
function toNode(text: string, usualPort: number): { host: string; port: number } {
  const { hostname, port } = new URL(`redis://${text}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usualPort : Number(port) };
}

/** What logs say of where it is. */
export function placeOf({ host, port, cluster, sentinel }: RedisOptions): object {
  if (cluster.nodes.length > 0) return { cluster: cluster.nodes };
  return sentinel.nodes.length > 0 ? { sentinels: sentinel.nodes, master: sentinel.name } : { host, port };
}

/**
 * Connects in the background. Commands fail at once where there is no connection, and are never sent again by themselves.
 * @param silenceMs a connection to a node of a cluster that is silent for so long while it is asked is given up
 */
export async function connectRedis(options: RedisOptions, silenceMs: number): Promise<RedisClient> {
  const { Redis: Client, Cluster: ClusterClient } = await import('iovalkey');
  const { host, port, cluster, sentinel } = options;
  const common = commonOptions(options);
  if (cluster.nodes.length > 0) {
    const nodes = cluster.nodes.map((node) => toNode(node, SERVER_PORT));
    return new ClusterClient(nodes, clusterOptions({ ...common, socketTimeout: silenceMs }, options));
  }
  if (sentinel.nodes.length === 0) return new Client({ ...common, host, port, db: options.db });
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
    // A master that has become a replica: the sentinels know who is master now.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });
}

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
    maxRedirections: MOST_REDIRECTIONS,
    // A cluster that is down says so at once; whether it is up again, the next put tells.
    retryDelayOnClusterDown: 0,
    // Certificates are made out to names.
    ...(tls.enabled ? { dnsLookup: (address, callback) => callback(null, address) } : {}),
  };
}
