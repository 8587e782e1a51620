/** `/taps` of the admin listener: the WebSocket side of taps (docs/TAPS.md). */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { interval } from 'rxjs';
import { type WebSocket, WebSocketServer } from 'ws';
import { sendPlain, TEXT_PLAIN } from '#src/http/send.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { ReplaySettings } from '#src/replay/settings.ts';
import { type Format, lines } from '#src/taps/format.ts';
import type { Tap, TapHub } from '#src/taps/hub.ts';
import { message } from '#src/taps/messages.ts';
import type { Subscription } from '#src/taps/subscription.ts';
import { clockScheduler } from '#streams/clock-scheduler.ts';
import type { Guard } from './guard.ts';
import { readMessage, readTapRequest, type TapRequest } from './tap-requests.ts';

export interface TapServerEnv {
  readonly hub: TapHub;
  readonly guard: Guard;
  readonly clock: Clock;
  readonly settings: { readonly max_clients: number; readonly heartbeat_ms: number; readonly recordings: boolean };
  /** Sent once to clients that request recordings. */
  readonly replaySettings: () => ReplaySettings;
  /** Publishes on the bus that a client connected or disconnected. */
  readonly report: (action: string, details: object) => void;
}

/** Max size of a client's message, bytes. */
const MAX_MESSAGE = 64 * 1024;

/** WebSocket close code: the client violated a rule. */
const POLICY = 1008;
const GOING_AWAY = 1001;

/** A connected client; `isAlive` is false after an unanswered heartbeat. */
interface Client {
  readonly socket: WebSocket;
  readonly tap: Tap;
  isAlive: boolean;
}

/** Why a connection is rejected. */
interface UpgradeRejection {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class TapServer {
  readonly #env: TapServerEnv;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false });
  readonly #clients = new Set<Client>();
  readonly #beats: { unsubscribe(): void };

  /** Handles upgrade requests of the app's server from now on. */
  constructor(app: FastifyInstance, env: TapServerEnv) {
    this.#env = env;
    app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => this.#upgrade(request, socket, head));
    app.get('/taps', (_request, reply) =>
      sendPlain(reply.header('Upgrade', 'websocket'), 426, 'Upgrade required: this endpoint is a WebSocket.\n'),
    );
    this.#beats = interval(env.settings.heartbeat_ms, clockScheduler(env.clock)).subscribe(() => this.#beat());
  }

  get size(): number {
    return this.#clients.size;
  }

  /** Closes all clients. */
  close(): void {
    this.#beats.unsubscribe();
    for (const { socket, tap } of this.#clients) {
      tap.close();
      socket.close(GOING_AWAY, 'server shutting down');
      socket.terminate();
    }
    this.#sockets.close();
    this.#env.hub.stop();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A peer that disconnects before the response is written must not end the process.
    socket.on('error', () => socket.destroy());
    const result = this.#checkUpgrade(request);
    if ('status' in result) reject(socket, result);
    else this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#welcome(opened, result));
  }

  #checkUpgrade({ url = '/', headers }: IncomingMessage): TapRequest | UpgradeRejection {
    const address = URL.parse(url, 'http://taps');
    if (address?.pathname !== '/taps') return { status: 404, message: 'WebSocket endpoint not found: only /taps.\n' };
    const rejected = this.#env.guard({ headers, token: address.searchParams.get('token') ?? undefined });
    if (rejected) return rejected;
    if (this.#clients.size >= this.#env.settings.max_clients) return { status: 503, message: 'Too many open taps.\n' };
    const wanted = readTapRequest(address.searchParams);
    return 'error' in wanted ? { status: 400, message: wanted.error } : wanted.value;
  }

  #welcome(socket: WebSocket, { format, wanted }: TapRequest): void {
    const { hub, report } = this.#env;
    const sink = {
      get buffered() {
        return socket.bufferedAmount;
      },
      send: (bytes: Buffer, done: () => void) => socket.send(bytes, { binary: false }, done),
      close: () => socket.close(),
    };
    const client: Client = { socket, tap: hub.connect(sink, format), isAlive: true };
    this.#clients.add(client);
    socket.on('pong', () => {
      client.isAlive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      this.#clients.delete(client);
      client.tap.close();
      report('tap closed', { clients: this.#clients.size, dropped: client.tap.dropped });
    });
    socket.on('message', (data) => this.#onMessage(client, String(data), format));
    report('tap opened', { clients: this.#clients.size });
    if (wanted) this.#subscribe(client, wanted, undefined);
  }

  #onMessage(client: Client, text: string, format: Format): void {
    client.isAlive = true;
    const read = readMessage(text);
    if ('error' in read) {
      client.tap.send(message('error', { code: 'bad_message', message: read.error }));
      return;
    }
    const { value } = read;
    if (value.type === 'ping') client.tap.send(message('pong', { at: this.#env.clock.now() }));
    else if (value.type === 'unsubscribe') client.tap.unsubscribe();
    else {
      const { type: _, resume, ...wanted } = value;
      this.#subscribe(client, format !== lines ? { ...wanted, kinds: ['transition'] } : wanted, resume);
    }
  }

  #subscribe({ tap, socket }: Client, wanted: Subscription, resume: { session: string; seq: number } | undefined): void {
    const { settings, replaySettings } = this.#env;
    if (wanted.recording && !settings.recordings) {
      tap.send(message('error', { code: 'not_allowed', message: 'recording: recordings are disabled on this host (taps.recordings)' }));
      socket.close(POLICY, 'recordings are disabled');
      return;
    }
    if (wanted.recording) tap.send(message('settings', { settings: { ...replaySettings() } }), true);
    tap.subscribe(wanted, resume);
  }

  /** A client that did not respond to the last ping is disconnected. */
  #beat(): void {
    for (const client of this.#clients) {
      if (!client.isAlive) client.socket.terminate();
      else {
        client.isAlive = false;
        client.socket.ping();
        client.tap.heartbeat();
      }
    }
  }
}

function reject(socket: Duplex, { status, message: body, headers }: UpgradeRejection): void {
  const all = { 'Content-Type': TEXT_PLAIN, 'Content-Length': Buffer.byteLength(body), ...headers, Connection: 'close' };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`);
}
