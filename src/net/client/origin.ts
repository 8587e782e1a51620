/** The connections of one origin, and the calls that wait for one: HTTP/1.1, one call at a time per connection. */
import { channel } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { CHANNELS, type Connector } from '../connector.ts';
import { type ClientCall, Connection, type ConnectionOwner, READS_DIRECTLY } from './connection.ts';
import type { CallHandler, ClientRequest } from './contract.ts';
import { destroyed, socketError } from './errors.ts';
import { requestHead } from './request-head.ts';

const beginnings = channel(CHANNELS.connecting);
const successes = channel(CHANNELS.connected);
const failures = channel(CHANNELS.connectFailed);

/** Seconds before the end of a server's offer at which a connection is no longer used: it could be closed while a request is on its way. */
const MARGIN_SECONDS = 2;

export interface OriginOptions {
  /** Opens connections. */
  readonly connect: Connector;
  /** Max connections; 0: no limit. */
  readonly connections: number;
  /** ms until an idle connection is closed. */
  readonly idleMs: number;
}

export class Origin implements ConnectionOwner {
  readonly #address: { readonly protocol: string; readonly host: string; readonly hostname: string; readonly port: string };
  readonly #options: OriginOptions;
  readonly #max: number;
  readonly #open = new Set<Connection>();
  /** The most recently used one is last. */
  readonly #idle: Connection[] = [];
  /** Connections that are being opened. */
  readonly #attempts = new Set<Connection>();
  /** Oldest first. */
  readonly #waiting: ClientCall[] = [];
  #isDue = false;
  #isClosing = false;
  #isDestroyed = false;
  #sweep: NodeJS.Timeout | undefined;

  /**
   * @param origin `http://host:port`
   * @throws TypeError if it is no address of this kind
   */
  constructor(origin: string, options: OriginOptions) {
    const { protocol, host, hostname, port } = new URL(origin);
    if (protocol !== 'http:' && protocol !== 'https:')
      throw new TypeError('Invalid URL protocol: the URL must start with `http:` or `https:`.');
    this.#address = { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port };
    this.#options = options;
    this.#max = options.connections === 0 ? Number.POSITIVE_INFINITY : options.connections;
  }

  /** Makes a call on the next turn of the event loop. @throws Error if the request is invalid, or nothing may be sent any more */
  dispatch(request: ClientRequest, handler: CallHandler): void {
    if (this.#isDestroyed) throw destroyed();
    this.#waiting.push({ head: requestHead(request, this.#address.host), body: request.body, handler });
    this.#schedule();
  }

  released(connection: Connection, idleSeconds: number | undefined): void {
    const { idleMs } = this.#options;
    const offeredMs = idleSeconds === undefined ? idleMs : Math.min(idleMs, (idleSeconds - MARGIN_SECONDS) * 1000);
    if (offeredMs <= 0 || (this.#isClosing && this.#waiting.length === 0)) {
      connection.destroy();
      return;
    }
    connection.expiresAt = performance.now() + offeredMs;
    this.#idle.push(connection);
    this.#sweep ??= setTimeout(this.#closeExpired, offeredMs).unref();
    if (this.#waiting.length > 0) this.#schedule();
  }

  closed(connection: Connection): void {
    this.#open.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    if (this.#waiting.length > 0) this.#schedule();
  }

  /** Ends when the calls in flight are complete. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const connection of [...this.#idle]) connection.destroy();
  }

  /** Ends everything at once; calls fail. */
  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    clearTimeout(this.#sweep);
    for (const attempt of this.#attempts) attempt.abandon(destroyed());
    for (const connection of [...this.#open]) connection.destroy(destroyed());
    for (const { handler } of this.#waiting.splice(0)) handler.onResponseError(undefined, destroyed());
  }

  /**
   * Calls are sent after the event loop's poll phase: bytes and ends that have arrived on idle connections are processed first, so that no
   * request goes out on a connection that the server closed, and no unsolicited bytes pass for its response.
   */
  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(this.#serve);
  }

  readonly #serve = (): void => {
    this.#isDue = false;
    const now = performance.now();
    while (this.#hasWaiting()) {
      const connection = this.#takeIdle(now);
      if (!connection) break;
      connection.send(this.#waiting.shift() as ClientCall);
    }
    if (this.#isDestroyed) return;
    while (this.#attempts.size < this.#waiting.length && this.#open.size + this.#attempts.size < this.#max) this.#connect();
  };

  /** Whether a call waits; those cancelled meanwhile are dropped. */
  #hasWaiting(): boolean {
    while (this.#waiting[0]?.handler.isOver) this.#waiting.shift();
    return this.#waiting.length > 0;
  }

  #takeIdle(now: number): Connection | undefined {
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop()) {
      if (connection.expiresAt > now) return connection;
      connection.destroy();
    }
    return undefined;
  }

  #connect(): void {
    const connection = new Connection(this);
    const connectParams = this.#address;
    this.#attempts.add(connection);
    if (beginnings.hasSubscribers) beginnings.publish({ connectParams });
    const socket = this.#options.connect({ ...connectParams, onread: connection.readOptions() }, (error, socket) => {
      this.#attempts.delete(connection);
      if (!socket) {
        if (failures.hasSubscribers) failures.publish({ connectParams });
        this.#connectFailed(error ?? socketError('closed'));
        return;
      }
      if (successes.hasSubscribers) successes.publish({ connectParams, socket });
      this.#connected(connection, socket);
    });
    connection.opening(socket);
  }

  #connected(connection: Connection, socket: Socket): void {
    connection.attach(socket, READS_DIRECTLY && this.#address.protocol === 'http:');
    this.#open.add(connection);
    if (this.#isDestroyed) connection.destroy();
    else if (this.#hasWaiting()) connection.send(this.#waiting.shift() as ClientCall);
    else {
      socket.unref();
      this.released(connection, undefined);
    }
  }

  /** The call that has waited longest fails. */
  #connectFailed(error: Error): void {
    if (this.#hasWaiting()) this.#waiting.shift()?.handler.onResponseError(undefined, error);
    if (this.#waiting.length > 0) this.#schedule();
  }

  readonly #closeExpired = (): void => {
    this.#sweep = undefined;
    const now = performance.now();
    let next = Number.POSITIVE_INFINITY;
    for (const connection of [...this.#idle]) {
      if (connection.expiresAt <= now) connection.destroy();
      else next = Math.min(next, connection.expiresAt);
    }
    if (next < Number.POSITIVE_INFINITY) this.#sweep = setTimeout(this.#closeExpired, next - now).unref();
  };
}
