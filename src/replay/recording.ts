/** Recordings of auctions under way and ended: kept beside the records, told to taps that ask for them. */
import { gunzipSync } from 'node:zlib';
import type { Auction, Incoming } from '#src/auction/auction.ts';
import { leavesAll } from '#src/auction/privacy/decision.ts';
import { maskIp } from '#src/auction/privacy/ip.ts';
import type { AuctionEnded } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import { redactAnswer, redactRequest, strictest } from '#src/taps/redact.ts';
import { type Journal, pack, type Recording } from './journal.ts';
import { createRecorder } from './recorder.ts';
import { HIDDEN_TOKEN } from './settings.ts';

interface Kept {
  readonly journal: Journal;
  readonly incoming: Incoming;
  readonly defaultRequest: unknown;
  readonly overrideToken: string;
}

const kept = new WeakMap<Auction, Kept>();

/** An auction about to begin with services that are written down. */
export interface Begun {
  readonly services: Services;
  attach(auction: Auction): void;
}

/** Undefined while nobody asks for recordings. */
export function beginRecording(services: Services): Begun | undefined {
  if (!services.bus.watched('recording')) return undefined;
  const recorder = createRecorder(services);
  return {
    services: recorder.services,
    attach(auction) {
      const { defaultRequest, config } = services;
      const overrideToken = config.debug.override_token;
      kept.set(auction, { journal: recorder.journal, incoming: auction.incoming, defaultRequest, overrideToken });
    },
  };
}

/** What was recorded of an ended auction, cut by its strictest privacy decision; undefined: it was not recorded. */
export function recordingOf({ auction }: AuctionEnded): Recording | undefined {
  const found = kept.get(auction);
  if (!found) return undefined;
  const decision = strictest(auction);
  const masked = !leavesAll(decision);
  const { reply } = auction;
  return {
    v: 1,
    entry: auction.entry,
    incoming: withoutSecrets(masked ? maskedIncoming(found.incoming, auction) : wholeIncoming(found.incoming), found.overrideToken),
    defaultRequest: found.defaultRequest === undefined ? undefined : pack(found.defaultRequest),
    journal: found.journal,
    reply: reply && { ...reply, body: redactAnswer(reply.body, decision, auction.account) },
    left: auction.refusal?.kind === 'clientGone',
    masked,
  };
}

function withoutSecrets(incoming: Recording['incoming'], overrideToken: string): Recording['incoming'] {
  const { authorization: _, ...headers } = incoming.headers;
  for (const name in headers) if (overrideToken !== '' && headers[name] === overrideToken) headers[name] = HIDDEN_TOKEN;
  return { ...incoming, headers };
}

function wholeIncoming(incoming: Incoming): Recording['incoming'] {
  const text = incoming.body.toString('utf8');
  const packed = !Buffer.from(text).equals(incoming.body);
  return { ...incoming, body: packed ? incoming.body.toString('base64') : text, packed };
}

/** Headers that name an address. */
const ADDRESSES = ['x-forwarded-for', 'true-client-ip', 'x-real-ip'];

/** The request without what nobody may see; ids of cookies go with all others. */
function maskedIncoming(incoming: Incoming, auction: Auction): Recording['incoming'] {
  const decision = strictest(auction);
  const headers = { ...incoming.headers };
  for (const name of ['content-encoding', 'content-length']) headers[name] = undefined;
  if (!decision.mayPassIds || !decision.mayPassUfpd) headers['cookie'] = undefined;
  const { gzip: _, ...query } = incoming.query;
  const hide = (address: string): string => (decision.mayPassPreciseGeo ? address : maskAddress(address));
  for (const name of ADDRESSES) {
    const value = headers[name];
    if (value !== undefined)
      headers[name] = value
        .split(',')
        .map((part) => hide(part.trim()))
        .join(', ');
  }
  const body = maskedBody(incoming, (value) => redactRequest(value, decision, auction.account));
  return { ...incoming, query, headers, remoteAddress: hide(incoming.remoteAddress), body, packed: false };
}

const KEPT_BITS = { v4: 24, v6: 56 };

const maskAddress = (address: string): string => maskIp(address, address.includes(':') ? KEPT_BITS.v6 : KEPT_BITS.v4);

/** What cannot be read cannot be cut, and is left out. */
function maskedBody({ body, headers, query }: Incoming, redact: (value: object) => object): string {
  try {
    const isPacked = headers['content-encoding'] !== undefined || query['gzip'] !== undefined;
    const text = (isPacked && body[0] === 0x1f ? gunzipSync(body) : body).toString('utf8');
    return text === '' ? '' : JSON.stringify(redact(JSON.parse(text) as object));
  } catch {
    return '';
  }
}
