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

const HTTPS_PORT = 443;

/** What a connection is opened for. */
export interface Target extends buildConnector.Options {
  /** Reads without a stream; TLS ignores it. */
  readonly onread?: OnReadOpts | undefined;
  /** Ends the attempt. */
  readonly signal?: AbortSignal | undefined;
}

export type Connector = (target: Target, done: buildConnector.Callback) => void;

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
  publicOnly = false,
): Connector {
  const keepAliveInitialDelay = tcp_keep_alive_seconds * 1000;
  const find = publicOnly ? publicLookup : (lookup as LookupFunction);
  const timedLookup = timed(find);
  const lookupNow = (): { lookup?: LookupFunction } =>
    lookups.hasSubscribers ? { lookup: timedLookup } : publicOnly ? { lookup: find } : {};
  // The timeout is handled here.
  const secure = buildConnector({ allowH2, timeout: 0 });
  return ({ onread, signal, ...options }, done) => {
    const socketOptions = { ...lookupNow(), ...(onread && { onread }), ...(signal && { signal }) };
    // Sockets look up names only.
    if (publicOnly && isForbiddenLiteral(options.hostname)) {
      done(notPublic(options.hostname), null);
      return;
    }
    if (options.protocol !== 'https:') {
      buildConnector({ allowH2, timeout: connect_timeout_ms, keepAliveInitialDelay, ...socketOptions })(options, done);
      return;
    }
    const socket = connect({
      host: options.hostname,
      port: Number(options.port) || HTTPS_PORT,
      noDelay: true,
      ...lookupNow(),
      ...(signal && { signal }),
    });
    socket.setKeepAlive(true, keepAliveInitialDelay);
    const dialing = new Dialing(socket, done);
    dialing.within(connect_timeout_ms, 'Connect Timeout Error', 'UND_ERR_CONNECT_TIMEOUT');
    socket.once('connect', () => {
      const begun = performance.now();
      dialing.within(tls_handshake_timeout_seconds * 1000, 'net/http: TLS handshake timeout', 'ERR_TLS_HANDSHAKE_TIMEOUT');
      secure({ ...options, httpSocket: socket }, (...made) => {
        if (handshakes.hasSubscribers && made[0] === null) handshakes.publish({ ms: performance.now() - begun } satisfies Took);
        dialing.end(...made);
      });
    });
  };
}

/** One connection attempt: reports its result once. */
class Dialing {
  readonly #socket: Socket;
  readonly #done: buildConnector.Callback;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #failed = (error: Error): void => this.end(error, null);
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
