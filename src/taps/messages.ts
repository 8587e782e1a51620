/**
 * Messages of a tap besides events. Every message is one line of JSON; several may share one WebSocket message. Version 1: fields may be
 * added; renaming or removing one requires a new version.
 */
import { z } from 'zod';
import { flat, joined } from '#src/lang/flat.ts';
import { memo } from '#src/lang/memo.ts';
import { EVENT_KINDS } from '#streams/events.ts';
import type { Entry } from './entry.ts';
import { exactBytes } from './frame.ts';
import { shareOf } from './matcher.ts';
import { type Subscription, subscriptionSchema } from './subscription.ts';

const seq = z.int().min(0);
const version = z.literal(1);

/** Messages of clients. */
export const clientMessage = z.discriminatedUnion('type', [
  subscriptionSchema.extend({
    type: z.literal('subscribe'),
    resume: z
      .strictObject({ session: z.string().max(100), seq })
      .optional()
      .describe('resume after this event of that session'),
  }),
  z.strictObject({ type: z.literal('unsubscribe') }),
  z.strictObject({ type: z.literal('ping') }),
]);

/** The envelope of an event; `data` by kind. */
export const eventMessage = z.strictObject({
  v: version,
  type: z.literal('event'),
  seq: seq.describe('increases by one with every event of the session; events outside a subscription leave gaps'),
  kind: z.enum(EVENT_KINDS),
  at: z.number().describe('epoch ms'),
  worker: z.int().optional().describe('worker process, if there are several'),
  auction: z.int().optional().describe('number of the auction in its worker process'),
  request: z.string().optional().describe('id of the request'),
  account: z.string().optional(),
  bidder: z.string().optional(),
  share: z.number().optional().describe('share of auctions it was taken from: it stands for 1 / share of them; absent: 1'),
  data: z.record(z.string(), z.unknown()),
});

const limits = z.strictObject({
  queueEvents: z.int(),
  queueBytes: z.int(),
  totalBytes: z.int(),
  ringEvents: z.int(),
  maxBodyBytes: z.int(),
});

/** Messages of the host. */
export const hostMessages = {
  hello: z.strictObject({
    v: version,
    type: z.literal('hello'),
    session: z.string().describe('sequence numbers are relative to a session; a restart begins a new one'),
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
    resumed: z.boolean().describe('`recent` contains everything since the given event'),
    missed: z.boolean().describe('some events since the given one are no longer available'),
    host: z.looseObject({ version: z.string() }),
    recent: z.int().describe('number of earlier events that follow, oldest first'),
  }),
  dropped: z.strictObject({
    v: version,
    type: z.literal('dropped'),
    count: z.int().describe('events beyond this client’s queue, or beyond the total of all clients'),
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
export const messageJson = <Type extends keyof HostMessages>(type: Type, fields: HostMessages[Type]): string =>
  `${JSON.stringify({ v: 1, type, ...fields })}\n`;

/** The same as bytes. */
export const message = <Type extends keyof HostMessages>(type: Type, fields: HostMessages[Type]): Buffer =>
  exactBytes(messageJson(type, fields));

const field = (name: string, value: unknown): string => (value === undefined ? '' : `"${name}":${JSON.stringify(value)},`);

/** What a subscription selects of an event. */
export type Detail = Pick<Subscription, 'sample' | 'bodies' | 'recording'>;

/** What all events of an auction have in common. */
type Context = Pick<Entry, 'worker' | 'auction' | 'request' | 'account'>;

/** Auctions whose context is stored: those in flight, by number. */
const STORED_CONTEXTS = 64;

const contexts: { readonly of: Context; readonly json: string }[] = [];

const isSame = (one: Context, other: Context): boolean =>
  one.auction === other.auction && one.request === other.request && one.account === other.account && one.worker === other.worker;

/** The context of an event as JSON, built once for most auctions: their other events follow soon. */
function contextJson(entry: Entry): string {
  const { worker, auction, request, account } = entry;
  const index = (auction ?? 0) % STORED_CONTEXTS;
  const stored = contexts[index];
  if (stored && isSame(stored.of, entry)) return stored.json;
  const json = joined(field('worker', worker), field('auction', auction), field('request', request), field('account', account));
  contexts[index] = { of: { worker, auction, request, account }, json };
  return json;
}

/** Time of the last event, and its JSON by kind: several events have one time. */
let lastAt = Number.NaN;
const lastAtJson = new Map<string, string>();

function kindJson({ kind, at }: Entry): string {
  if (at !== lastAt) {
    lastAt = at;
    lastAtJson.clear();
  }
  let json = lastAtJson.get(kind);
  if (json === undefined) {
    json = joined(',"kind":"', kind, '","at":', String(at), ',');
    lastAtJson.set(kind, json);
  }
  return json;
}

const bidderField = memo((bidder: string): string => flat(field('bidder', bidder)));

/** The JSON of an event up to its data. */
export function eventStart(entry: Entry, wanted: Detail): string {
  const share = shareOf(entry, wanted);
  const taken = share < 1 ? field('share', share) : '';
  const bidder = entry.bidder === undefined ? '' : bidderField(entry.bidder);
  return `{"v":1,"type":"event","seq":${entry.seq}${kindJson(entry)}${contextJson(entry)}${bidder}${taken}"data":`;
}

/** An event with the level of detail of the subscription. */
export function eventJson(entry: Entry, wanted: Detail): string {
  const { plain, bodies = plain, recording = bodies } = entry.messages;
  const data = wanted.recording ? recording : wanted.bodies ? bodies : plain;
  return `${eventStart(entry, wanted)}${data}}`;
}
