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

/** Connects in the background; a lost connection is logged once. */
export async function connectScripts({ host, port, password, retryDelay }: ScriptServer, log: Log): Promise<ScriptConnection> {
  const { Redis: Client } = await import('iovalkey');
  const redis: Redis = new Client({
    host,
    port,
    ...(password === '' ? {} : { password }),
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: retryDelay,
  });
  let lost = false;
  redis.on('error', (cause: Error) => {
    if (!lost) log.warn({ failure: cause, host, port }, "no connection to a module's Redis server");
    lost = true;
  });
  redis.on('ready', () => {
    lost = false;
  });
  return {
    get: (key) => redis.get(key),
    evalsha: (hash, ...args) => redis.evalsha(hash, 0, ...args),
    get isReady() {
      return redis.status === 'ready';
    },
    close: () => redis.disconnect(),
  };
}
