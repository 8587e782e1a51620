/** A client of taps that keeps what it hears and holds every line to the published schemas. */
import { type RawData, WebSocket } from 'ws';
import type { z } from 'zod';
import { eventMessage, hostMessages } from '#streams/taps/messages.ts';

export type TapEvent = z.infer<typeof eventMessage>;
type Message = Record<string, unknown> & { readonly type: string };

const PATIENCE_MS = 5000;

export interface TapClient {
  readonly socket: WebSocket;
  /** Sequence number the subscription started at. */
  readonly start: number;
  say(message: object): void;
  /** The next message of this type not yet taken. */
  next(type: string): Promise<Message>;
  /** The first event so far or from now on that passes. */
  event(passes: (event: TapEvent) => boolean): Promise<TapEvent>;
  /** A heartbeat that tells the host is past an event: what was to come before it has come. */
  heartbeatAfter(seq: number): Promise<void>;
  events(): readonly TapEvent[];
  /** All that was heard. */
  text(): string;
  close(): void;
}

/** Fails on a line that is not as published. */
function read(line: string): Message {
  const made = JSON.parse(line) as Message;
  const schema = made.type === 'event' ? eventMessage : hostMessages[made.type as keyof typeof hostMessages];
  if (!schema) throw new Error(`no such message: ${line}`);
  schema.parse(made);
  return made;
}

/** Status a connection is refused with. */
export const refusalOf = (url: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
    socket.once('unexpected-response', (request, response) => {
      resolve(response.statusCode);
      request.destroy();
    });
    socket.once('open', () => reject(new Error('it was let in')));
    socket.on('error', () => {});
  });

/** Connects; listens from the very first message. */
export async function openTap(url: string, headers: Record<string, string> = {}): Promise<TapClient> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
  const heard: Message[] = [];
  const taken = new Set<Message>();
  const faults: unknown[] = [];
  let text = '';
  socket.on('message', (data: RawData) => {
    text += String(data);
    try {
      for (const line of String(data).split('\n')) if (line !== '') heard.push(read(line));
    } catch (cause) {
      faults.push(cause);
    }
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const find = async <T extends Message>(passes: (message: Message) => message is T, what: string): Promise<T> => {
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until) {
      if (faults.length > 0) throw faults[0];
      const found = heard.find(passes);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`${what} never came; heard: ${text.slice(-1500)}`);
  };
  const isEvent = (message: Message): message is Message & TapEvent => message.type === 'event';
  return {
    socket,
    get start() {
      return Number(heard.find(({ type }) => type === 'snapshot')?.['seq']);
    },
    say: (message) => socket.send(JSON.stringify(message)),
    async next(type) {
      const found = await find((message): message is Message => message.type === type && !taken.has(message), type);
      taken.add(found);
      return found;
    },
    event: (passes) => find((message): message is Message & TapEvent => isEvent(message) && passes(message), 'the event'),
    async heartbeatAfter(seq) {
      const from = heard.length;
      const late = (message: Message): message is Message =>
        message.type === 'heartbeat' && Number(message['seq']) >= seq && heard.indexOf(message) >= from;
      await find(late, 'a heartbeat');
    },
    events: () => heard.filter(isEvent),
    text: () => text,
    close: () => socket.terminate(),
  };
}
