/** Recordings of auctions under way and ended: kept beside the records, told to taps that ask for them. */
import { gunzipSync } from 'node:zlib';
import type { Auction, Incoming } from '#src/auction/auction.ts';
import { leavesAll } from '#src/auction/privacy/decision.ts';
import { maskIp } from '#src/auction/privacy/ip.ts';
import { maskWhole } from '#src/auction/privacy/mask-whole.ts';
import type { AuctionEnded } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import { redactAnswer, strictest } from '#src/taps/redact.ts';
import { type Journal, pack, type Recording } from './journal.ts';
import { createRecorder } from './recorder.ts';
import { HIDDEN_TOKEN } from './settings.ts';

interface Kept {
  readonly journal: Journal;
  readonly incoming: Incoming;
  readonly defaultRequest: unknown;
  readonly overrideToken: string;
  readonly cacheAddress: Recording['cacheAddress'];
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
      const { defaultRequest, config, bidCache } = services;
      kept.set(auction, {
        journal: recorder.journal,
        incoming: auction.incoming,
        defaultRequest,
        overrideToken: config.debug.override_token,
        cacheAddress: bidCache.address,
      });
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
  const body = masked ? maskedBody(found.incoming, auction) : '';
  const incoming = masked ? maskedIncoming(found.incoming, body ?? '', auction) : wholeIncoming(found.incoming);
  return {
    v: 1,
    entry: auction.entry,
    incoming: withoutSecrets(incoming, found.overrideToken),
    defaultRequest: found.defaultRequest === undefined ? undefined : pack(found.defaultRequest),
    cacheAddress: found.cacheAddress,
    journal: found.journal,
    reply: reply && { ...reply, body: redactAnswer(reply.body, decision, auction.account) },
    left: auction.refusal?.kind === 'clientGone',
    masked,
    unread: body === undefined,
  };
}

function withoutSecrets(incoming: Recording['incoming'], overrideToken: string): Recording['incoming'] {
  const headers = { ...incoming.headers, authorization: undefined };
  for (const [name, value] of Object.entries(headers)) {
    if (overrideToken !== '' && value === overrideToken) Object.assign(headers, { [name]: HIDDEN_TOKEN });
  }
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
function maskedIncoming(incoming: Incoming, body: string, auction: Auction): Recording['incoming'] {
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
  return { ...incoming, query, headers, remoteAddress: hide(incoming.remoteAddress), body, packed: false };
}

const KEPT_BITS = { v4: 24, v6: 56 };

const maskAddress = (address: string): string => maskIp(address, address.includes(':') ? KEPT_BITS.v6 : KEPT_BITS.v4);

/** The body cut; undefined where it cannot be read. */
function maskedBody({ body, headers, query }: Incoming, { account, privacy }: Auction): string | undefined {
  try {
    const isPacked = headers['content-encoding'] !== undefined || query['gzip'] !== undefined;
    const text = (isPacked && body[0] === 0x1f ? gunzipSync(body) : body).toString('utf8');
    return text === '' ? '' : JSON.stringify(maskWhole(JSON.parse(text) as object, strictest({ privacy }), account));
  } catch {
    return undefined;
  }
}
