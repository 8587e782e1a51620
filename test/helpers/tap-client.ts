/** A tap client that records its messages and validates every line with the published schemas. */
import { type RawData, WebSocket } from 'ws';
import type { z } from 'zod';
import { eventMessage, hostMessages } from '#src/taps/messages.ts';

export type TapEvent = z.infer<typeof eventMessage>;
type Message = Record<string, unknown> & { readonly type: string };

/** Longer than a busy machine takes, shorter than a test may take: the error then says what was received. */
const PATIENCE_MS = 120_000;

export interface TapClient {
  readonly socket: WebSocket;
  /** Sequence number at the start of the subscription. */
  readonly start: number;
  send(message: object): void;
  /** The next unread message of this type. */
  next(type: string): Promise<Message>;
  /** The first event so far or from now on that matches. */
  event(passes: (event: TapEvent) => boolean): Promise<TapEvent>;
  /** Waits for the response to a ping: events that another client has already received arrive before it. */
  catchUp(): Promise<void>;
  events(): readonly TapEvent[];
  /** Everything received. */
  text(): string;
  close(): void;
}

/** Fails on a line that does not match the schemas. */
function read(line: string): Message {
  const made = JSON.parse(line) as Message;
  const schema = made.type === 'event' ? eventMessage : hostMessages[made.type as keyof typeof hostMessages];
  if (!schema) throw new Error(`no such message: ${line}`);
  schema.parse(made);
  return made;
}

/** Status and reason phrase of a rejected connection. */
export const rejectionOf = (url: string, headers: Record<string, string> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
    socket.once('unexpected-response', (request, response) => {
      resolve(`${response.statusCode} ${response.statusMessage}`);
      request.destroy();
    });
    socket.once('open', () => reject(new Error('it was let in')));
    socket.on('error', () => {});
  });

/** Connects; records from the first message on. */
export async function openTap(url: string, headers: Record<string, string> = {}): Promise<TapClient> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
  const received: Message[] = [];
  const taken = new Set<Message>();
  const errors: unknown[] = [];
  let text = '';
  let checks: readonly (() => void)[] = [];
  socket.on('message', (data: RawData) => {
    text += String(data);
    try {
      for (const line of String(data).split('\n')) if (line !== '') received.push(read(line));
    } catch (cause) {
      errors.push(cause);
    }
    for (const check of checks) check();
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const find = <T extends Message>(passes: (message: Message) => message is T, what: string): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const check = (): void => {
      const found = received.find(passes);
      if (errors.length > 0) reject(errors[0]);
      else if (found) resolve(found);
    };
    const timer = setTimeout(() => reject(new Error(`${what} never came; heard: ${text.slice(-1500)}`)), PATIENCE_MS);
    checks = [...checks, check];
    check();
    return promise.finally(() => {
      clearTimeout(timer);
      checks = checks.filter((one) => one !== check);
    });
  };
  const send = (message: object): void => socket.send(JSON.stringify(message));
  const next = async (type: string): Promise<Message> => {
    const found = await find((message): message is Message => message.type === type && !taken.has(message), type);
    taken.add(found);
    return found;
  };
  const isEvent = (message: Message): message is Message & TapEvent => message.type === 'event';
  return {
    socket,
    get start() {
      return Number(received.find(({ type }) => type === 'snapshot')?.['seq']);
    },
    send,
    next,
    event: (passes) => find((message): message is Message & TapEvent => isEvent(message) && passes(message), 'the event'),
    async catchUp() {
      send({ type: 'ping' });
      await next('pong');
    },
    events: () => received.filter(isEvent),
    text: () => text,
    close: () => socket.terminate(),
  };
}
