/**
 * What goes over a tap besides events. Every message is one line of JSON; several may share one WebSocket message. Version 1:
 * members may be added, none is renamed or taken away without a new version.
 */
import { z } from 'zod';
import { EVENT_KINDS } from '#streams/events.ts';
import { exactBytes } from './frame.ts';
import type { Entry } from './ring.ts';
import { type Subscription, subscriptionSchema } from './subscription.ts';

const seq = z.int().min(0);
const version = z.literal(1);

/** What clients may say. */
export const clientMessage = z.discriminatedUnion('type', [
  subscriptionSchema.extend({
    type: z.literal('subscribe'),
    resume: z
      .strictObject({ session: z.string().max(100), seq })
      .optional()
      .describe('go on after this event of that session'),
  }),
  z.strictObject({ type: z.literal('unsubscribe') }),
  z.strictObject({ type: z.literal('ping') }),
]);

/** The envelope of an event; `data` by kind. */
export const eventMessage = z.strictObject({
  v: version,
  type: z.literal('event'),
  seq: seq.describe('grows by one with every event of the session; what a subscription leaves out leaves gaps'),
  kind: z.enum(EVENT_KINDS),
  at: z.number().describe('epoch ms'),
  worker: z.int().optional().describe('worker process, where there are several'),
  auction: z.int().optional().describe('number of the auction in its worker process'),
  request: z.string().optional().describe('id of the request'),
  account: z.string().optional(),
  bidder: z.string().optional(),
  data: z.record(z.string(), z.unknown()),
});

const limits = z.strictObject({
  queueEvents: z.int(),
  queueBytes: z.int(),
  totalBytes: z.int(),
  ringEvents: z.int(),
  maxBodyBytes: z.int(),
});

/** What the host says. */
export const hostMessages = {
  hello: z.strictObject({
    v: version,
    type: z.literal('hello'),
    session: z.string().describe('sequence numbers count within one session; a restart begins a new one'),
    seq,
    heartbeatMs: z.int(),
    kinds: z.array(z.enum(EVENT_KINDS)),
    limits,
    host: z.looseObject({ version: z.string() }),
  }),
  snapshot: z.strictObject({
    v: version,
    type: z.literal('snapshot'),
    at: z.number(),
    seq,
    subscription: subscriptionSchema,
    resumed: z.boolean().describe('`recent` holds everything since the event named'),
    missed: z.boolean().describe('some of what came since the event named is gone'),
    host: z.looseObject({ version: z.string() }),
    recent: z.int().describe('so many events that came before follow, oldest first'),
  }),
  dropped: z.strictObject({
    v: version,
    type: z.literal('dropped'),
    count: z.int().describe('events that did not fit this client’s queue, or what all clients together may have waiting'),
    total: z.int(),
    first: seq,
    last: seq,
  }),
  heartbeat: z.strictObject({
    v: version,
    type: z.literal('heartbeat'),
    at: z.number(),
    seq,
    dropped: z.int(),
    host: z.looseObject({ version: z.string() }),
  }),
  settings: z.strictObject({ v: version, type: z.literal('settings'), settings: z.looseObject({}) }),
  pong: z.strictObject({ v: version, type: z.literal('pong'), at: z.number() }),
  error: z.strictObject({ v: version, type: z.literal('error'), code: z.enum(['bad_message', 'not_allowed']), message: z.string() }),
} as const;

type HostMessages = { [type in keyof typeof hostMessages]: Omit<z.infer<(typeof hostMessages)[type]>, 'v' | 'type'> };

/** One message as a line. */
export const messageText = <Type extends keyof HostMessages>(type: Type, members: HostMessages[Type]): string =>
  `${JSON.stringify({ v: 1, type, ...members })}\n`;

export const message = <Type extends keyof HostMessages>(type: Type, members: HostMessages[Type]): Buffer =>
  exactBytes(messageText(type, members));

const member = (name: string, value: unknown): string => (value === undefined ? '' : `"${name}":${JSON.stringify(value)},`);

/** An event with as much of it as the subscription wants. */
export function eventText(
  { seq: number, kind, at, worker, auction, request, account, bidder, texts }: Entry,
  wanted: Subscription,
): string {
  const { plain, bodies = plain, recording = bodies } = texts;
  const data = wanted.recording ? recording : wanted.bodies ? bodies : plain;
  const ids = `${member('worker', worker)}${member('auction', auction)}${member('request', request)}`;
  return `{"v":1,"type":"event","seq":${number},"kind":"${kind}","at":${at},${ids}${member('account', account)}${member('bidder', bidder)}"data":${data}}`;
}
