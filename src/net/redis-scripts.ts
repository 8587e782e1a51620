/** A connection to a single Redis server of a vendor, for reading keys and calling scripts. */
import type { Redis } from 'iovalkey';
import type { Log } from '#src/platform/log.ts';

export interface ScriptServer {
  readonly host: string;
  readonly port: number;
  /** Empty: none. */
  readonly password: string;
  /** ms until a connection attempt (from 1); null: no further attempt. */
  retryDelay(attempt: number): number | null;
}

/** Commands reject at once without a connection, and are never repeated. */
export interface ScriptConnection {
  /** A key's text; null: not set. */
  get(key: string): Promise<string | null>;
  /** Result of the script with this hash, called without keys. */
  evalsha(hash: string, ...args: string[]): Promise<unknown>;
  readonly isReady: boolean;
  close(): void;
}

const KEEP_ALIVE_MS = 10_000;
/** ms without a response while commands wait, after which a connection counts as dead. */
const SILENCE_MS = 10_000;
/** Max commands in flight: a hanging server must not fill our memory. */
const MAX_WAITING = 1000;

/** Connects in the background; a lost connection is logged once. */
export async function connectScripts(
  { host, port, password, retryDelay }: ScriptServer,
  log: Log,
  silenceMs = SILENCE_MS,
): Promise<ScriptConnection> {
  const { Redis: Client } = await import('iovalkey');
  const redis: Redis = new Client({
    host,
    port,
    ...(password === '' ? {} : { password }),
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: retryDelay,
    keepAlive: KEEP_ALIVE_MS,
    socketTimeout: silenceMs,
  });
  let waiting = 0;
  const limited = async <T>(command: () => Promise<T>): Promise<T> => {
    if (waiting >= MAX_WAITING) throw new Error('too many commands in flight');
    waiting++;
    try {
      return await command();
    } finally {
      waiting--;
    }
  };
  let lost = false;
  redis.on('error', (cause: Error) => {
    if (!lost) log.warn({ failure: cause, host, port }, "no connection to a module's Redis server");
    lost = true;
  });
  redis.on('ready', () => {
    if (lost) log.info({ host, port }, "connection to a module's Redis server restored");
    lost = false;
  });
  return {
    get: (key) => limited(() => redis.get(key)),
    evalsha: (hash, ...args) => limited(() => redis.evalsha(hash, 0, ...args)),
    get isReady() {
      return redis.status === 'ready';
    },
    close: () => redis.disconnect(),
  };
}
