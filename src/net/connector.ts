/** Connection setup to bidders: TCP and TLS with separate timeouts and metrics. Nothing is measured without subscribers. */
import { channel } from 'node:diagnostics_channel';
import { lookup } from 'node:dns';
import { connect, type LookupFunction, type OnReadOpts, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import type { HostConfig } from '#src/config/schema.ts';
import { isForbiddenLiteral, notPublic, publicLookup } from './public-address.ts';

/** A measured duration, published to subscribers. */
export interface Took {
  readonly ms: number;
}

/** Channels of DNS lookups, completed TLS handshakes, waits for a connection, and of our own client's connections and requests. */
export const CHANNELS = {
  lookup: 'auctor:lookup',
  handshake: 'auctor:handshake',
  wait: 'auctor:connection-wait',
  connecting: 'auctor:connecting',
  connected: 'auctor:connected',
  connectFailed: 'auctor:connect-failed',
  sending: 'auctor:sending',
} as const;
const lookups = channel(CHANNELS.lookup);
const handshakes = channel(CHANNELS.handshake);

const PORTS: { readonly [protocol: string]: number } = { 'http:': 80, 'https:': 443 };
/** Bytes of a read by a stream, as undici has it for connections without TLS; with TLS Node's default. */
const PLAIN_READ = { highWaterMark: 65_536 };

/** What a connection is opened for. */
export interface Target extends buildConnector.Options {
  /** Reads without a stream; TLS ignores it. */
  readonly onread?: OnReadOpts | undefined;
}

/** Opens a connection. The returned socket ends the attempt if it is destroyed with an error; undefined: the attempt has failed. */
export type Connector = (target: Target, done: buildConnector.Callback) => Socket | undefined;

type Times = Pick<HostConfig['http_client'], 'connect_timeout_ms' | 'tls_handshake_timeout_seconds' | 'tcp_keep_alive_seconds'>;

const failure = (message: string, code: string): Error => Object.assign(new Error(message), { code });

/** A DNS lookup with timing. */
const timed =
  (find: LookupFunction): LookupFunction =>
  (hostname, options, done) => {
    const begun = performance.now();
    find(hostname, options, (error, address, family) => {
      lookups.publish({ ms: performance.now() - begun } satisfies Took);
      done(error, address, family);
    });
  };

/**
 * Makes connections for a pool. A TLS handshake timeout has the Go variant's message; the total is limited by `connect_timeout_ms`.
 * @param publicOnly connections to addresses that are not public fail
 */
export function createConnector(
  { connect_timeout_ms, tls_handshake_timeout_seconds, tcp_keep_alive_seconds }: Times,
  allowH2: boolean,
  publicOnly: boolean,
): Connector {
  const keepAliveInitialDelay = tcp_keep_alive_seconds * 1000;
  const find = publicOnly ? publicLookup : (lookup as LookupFunction);
  const timedLookup = timed(find);
  const lookupNow = (): { lookup?: LookupFunction } =>
    lookups.hasSubscribers ? { lookup: timedLookup } : publicOnly ? { lookup: find } : {};
  // The timeout is handled here.
  const secure = buildConnector({ allowH2, timeout: 0 });
  const shakeHands = (socket: Socket, options: buildConnector.Options, dialing: Dialing): void => {
    const begun = performance.now();
    dialing.within(tls_handshake_timeout_seconds * 1000, 'net/http: TLS handshake timeout', 'ERR_TLS_HANDSHAKE_TIMEOUT');
    secure({ ...options, httpSocket: socket }, (...made) => {
      if (handshakes.hasSubscribers && made[0] === null) handshakes.publish({ ms: performance.now() - begun } satisfies Took);
      dialing.end(...made);
    });
  };
  return ({ onread, ...options }, done) => {
    const { protocol, hostname } = options;
    // Sockets look up names only.
    if (publicOnly && isForbiddenLiteral(hostname)) {
      done(notPublic(hostname), null);
      return undefined;
    }
    const isSecure = protocol === 'https:';
    const socket = connect({
      ...(isSecure ? undefined : { ...PLAIN_READ, ...(onread && { onread }) }),
      ...lookupNow(),
      ...addressOf(options),
    });
    socket.setKeepAlive(true, keepAliveInitialDelay);
    const dialing = new Dialing(socket, done);
    dialing.within(connect_timeout_ms, ...TIMED_OUT);
    socket.once('connect', () => {
      if (isSecure) shakeHands(socket, options, dialing);
      else dialing.end(null, socket);
    });
    return socket;
  };
}

const addressOf = ({ protocol, hostname, port }: buildConnector.Options) => ({
  host: hostname,
  port: Number(port) || (PORTS[protocol] ?? 0),
  noDelay: true,
});

const TIMED_OUT = ['Connect Timeout Error', 'UND_ERR_CONNECT_TIMEOUT'] as const;

/** The error of an attempt; with several addresses of one name, each has a timeout of Node's besides. */
const attemptError = (error: Error & { readonly code?: string }): Error =>
  error.code === 'ETIMEDOUT' ? Object.assign(failure(...TIMED_OUT), { cause: error }) : error;

/** One connection attempt: reports its result once. */
class Dialing {
  readonly #socket: Socket;
  readonly #done: buildConnector.Callback;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #failed = (error: Error): void => this.end(attemptError(error), null);
  #over = false;

  constructor(socket: Socket, done: buildConnector.Callback) {
    this.#socket = socket;
    this.#done = done;
    socket.once('error', this.#failed);
  }

  within(ms: number, message: string, code: string): void {
    this.#timers.push(
      setTimeout(() => {
        this.end(failure(message, code), null);
        this.#socket.destroy();
      }, ms),
    );
  }

  end(...made: Parameters<buildConnector.Callback>): void {
    for (const timer of this.#timers) clearTimeout(timer);
    // Errors of an established socket go to its new owner.
    if (made[0] === null) this.#socket.removeListener('error', this.#failed);
    if (this.#over) return;
    this.#over = true;
    this.#done(...made);
  }
}
