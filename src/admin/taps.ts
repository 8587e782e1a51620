/** `/taps` of the admin listener: the WebSocket side of taps (docs/TAPS.md). */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { interval } from 'rxjs';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '#src/outside/clock.ts';
import type { ReplaySettings } from '#src/replay/settings.ts';
import { clockScheduler } from '#streams/clock-scheduler.ts';
import { type Format, lines } from '#streams/taps/format.ts';
import { clientMessage, message } from '#streams/taps/messages.ts';
import { type Subscription, subscriptionSchema } from '#streams/taps/subscription.ts';
import type { Tap, TapHub } from '#streams/taps.ts';
import type { Guard } from './guard.ts';
import { stately } from './stately.ts';

export interface TapServerEnv {
  readonly hub: TapHub;
  readonly guard: Guard;
  readonly clock: Clock;
  readonly settings: { readonly max_clients: number; readonly heartbeat_ms: number; readonly recordings: boolean };
  /** Told once to clients that ask for recordings. */
  readonly replaySettings: () => ReplaySettings;
  /** Tells the bus of clients that come and go. */
  readonly tell: (action: string, details: object) => void;
}

/** Longest message of a client, bytes. */
const MAX_MESSAGE = 64 * 1024;

/** WebSocket close code: the client broke a rule. */
const POLICY = 1008;
const GOING_AWAY = 1001;

const FORMATS: Readonly<Record<string, Format>> = { lines, stately };

/** A connected client; `isAlive` until a heartbeat goes unanswered. */
interface Client {
  readonly socket: WebSocket;
  readonly tap: Tap;
  isAlive: boolean;
}

/** What the address of a connection asks for. */
interface Wish {
  readonly format: Format;
  /** Absent: the client will say. */
  readonly wanted: Subscription | undefined;
}

/** Why a connection is not opened. */
interface Verdict {
  readonly status: number;
  readonly text: string;
}

export class TapServer {
  readonly #env: TapServerEnv;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false });
  readonly #clients = new Set<Client>();
  readonly #beats: { unsubscribe(): void };

  /** Answers upgrades of the app's server from now on. */
  constructor(app: FastifyInstance, env: TapServerEnv) {
    this.#env = env;
    app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => this.#upgrade(request, socket, head));
    app.get('/taps', (_request, reply) => reply.code(426).header('Upgrade', 'websocket').type('text/plain').send('This is a WebSocket.\n'));
    this.#beats = interval(env.settings.heartbeat_ms, clockScheduler(env.clock)).subscribe(() => this.#beat());
  }

  get size(): number {
    return this.#clients.size;
  }

  /** Says goodbye to all clients. */
  close(): void {
    this.#beats.unsubscribe();
    for (const { socket, tap } of this.#clients) {
      tap.close();
      socket.close(GOING_AWAY, 'the host stops');
      socket.terminate();
    }
    this.#sockets.close();
    this.#env.hub.stop();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A peer that is gone before it is answered must not end the process.
    socket.on('error', () => socket.destroy());
    const verdict = this.#judge(request);
    if ('status' in verdict) refuse(socket, verdict);
    else this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#welcome(opened, verdict));
  }

  #judge({ url = '/', headers }: IncomingMessage): Wish | Verdict {
    const address = URL.parse(url, 'http://taps');
    if (address?.pathname !== '/taps') return { status: 404, text: 'Nothing here speaks WebSocket but /taps.\n' };
    const refused = this.#env.guard({ headers, token: address.searchParams.get('token') ?? undefined });
    if (refused) return refused;
    if (this.#clients.size >= this.#env.settings.max_clients) return { status: 503, text: 'Too many taps are open.\n' };
    const wish = readWish(address.searchParams);
    return typeof wish === 'string' ? { status: 400, text: wish } : wish;
  }

  #welcome(socket: WebSocket, { format, wanted }: Wish): void {
    const { hub, tell } = this.#env;
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
      tell('tap closed', { clients: this.#clients.size, dropped: client.tap.dropped });
    });
    socket.on('message', (data) => this.#hear(client, String(data), format));
    tell('tap opened', { clients: this.#clients.size });
    if (wanted) this.#subscribe(client, wanted, undefined);
  }

  #hear(client: Client, text: string, format: Format): void {
    client.isAlive = true;
    const read = readMessage(text);
    if (typeof read === 'string') {
      client.tap.tell(message('error', { code: 'bad_message', message: read }));
      return;
    }
    if (read.type === 'ping') client.tap.tell(message('pong', { at: this.#env.clock.now() }));
    else if (read.type === 'unsubscribe') client.tap.unsubscribe();
    else {
      const { type: _, resume, ...wanted } = read;
      this.#subscribe(client, format === stately ? { ...wanted, kinds: ['transition'] } : wanted, resume);
    }
  }

  #subscribe({ tap, socket }: Client, wanted: Subscription, resume: { session: string; seq: number } | undefined): void {
    const { settings, replaySettings } = this.#env;
    if (wanted.recording && !settings.recordings) {
      tap.tell(message('error', { code: 'not_allowed', message: 'recording: this host does not hand out recordings (taps.recordings)' }));
      socket.close(POLICY, 'recordings are off');
      return;
    }
    if (wanted.recording) tap.tell(message('settings', { settings: { ...replaySettings() } }), true);
    tap.subscribe(wanted, resume);
  }

  /** Who did not answer the last one is gone, whatever its connection says. */
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

function refuse(socket: Duplex, { status, text }: Verdict): void {
  const head = `HTTP/1.1 ${status} Refused\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${text}`);
}

const flag = (text: string | null): boolean | undefined => (text === null ? undefined : text === '1' || text === 'true');

/** The subscription an address names; a text where it cannot be one. */
function readWish(query: URLSearchParams): Wish | string {
  const format = FORMATS[query.get('format') ?? 'lines'];
  if (!format) return `format: one of ${Object.keys(FORMATS).join(', ')}\n`;
  const [kinds, auction, sample] = ['kinds', 'auction', 'sample'].map((name) => query.get(name));
  const asked = {
    kinds: format === stately ? ['transition'] : kinds?.split(','),
    account: query.get('account') ?? undefined,
    bidder: query.get('bidder') ?? undefined,
    auction: auction && /^\d{1,15}$/.test(auction) ? Number(auction) : (auction ?? undefined),
    sample: sample === null || sample === undefined ? undefined : Number(sample),
    bodies: flag(query.get('bodies')),
    recording: flag(query.get('recording')),
  };
  if (Object.values(asked).every((value) => value === undefined)) return { format, wanted: undefined };
  const read = subscriptionSchema.safeParse(asked);
  return read.success ? { format, wanted: read.data } : `${faultsOf(read.error.issues)}\n`;
}

type Issues = readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];

const faultsOf = (issues: Issues): string =>
  issues.map(({ path, message: text }) => `${path.map(String).join('.') || 'message'}: ${text}`).join('; ');

/** A client's message, or what is wrong with it. */
function readMessage(text: string): ReturnType<typeof clientMessage.parse> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'message: not JSON';
  }
  const read = clientMessage.safeParse(value);
  return read.success ? read.data : faultsOf(read.error.issues);
}
