/** Recordings of running and finished auctions: stored beside the records, sent to taps that request them. */
import { gunzipSync } from 'node:zlib';
import type { Auction, Incoming } from '#src/auction/auction.ts';
import { removesNothing } from '#src/auction/privacy/decision.ts';
import { maskObject } from '#src/auction/privacy/mask-object.ts';
import type { AuctionEnded } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import { maskIp } from '#src/privacy/ip.ts';
import { redactResponse, strictest } from '#src/taps/redact.ts';
import { type Journal, pack, RECORDING_VERSION, type Recording } from './journal.ts';
import { createRecorder } from './recorder.ts';
import { HIDDEN_TOKEN } from './settings.ts';

interface Recorded {
  readonly journal: Journal;
  readonly incoming: Incoming;
  readonly defaultRequest: unknown;
  readonly overrideToken: string;
  readonly cacheAddress: Recording['cacheAddress'];
}

const cached = new WeakMap<Auction, Recorded>();

/** An auction about to begin with recorded services. */
export interface Begun {
  readonly services: Services;
  attach(auction: Auction): void;
}

/** Undefined unless recordings are requested. */
export function beginRecording(services: Services): Begun | undefined {
  if (!services.bus.hasSubscribers('recording')) return undefined;
  const recorder = createRecorder(services);
  return {
    services: recorder.services,
    attach(auction) {
      const { defaultRequest, config, bidCache } = services;
      cached.set(auction, {
        journal: recorder.journal,
        incoming: auction.incoming,
        defaultRequest,
        overrideToken: config.debug.override_token,
        cacheAddress: bidCache.address,
      });
    },
  };
}

/** The recording of a finished auction, masked by its strictest privacy decision; undefined: not recorded. */
export function recordingOf({ auction }: AuctionEnded): Recording | undefined {
  const found = cached.get(auction);
  if (!found) return undefined;
  const decision = strictest(auction);
  const masked = !removesNothing(decision);
  const { clientResponse } = auction;
  const body = masked ? maskedBody(found.incoming, auction) : '';
  const incoming = masked ? maskedIncoming(found.incoming, body ?? '', auction) : fullIncoming(found.incoming);
  return {
    v: RECORDING_VERSION,
    endpoint: auction.endpoint,
    incoming: withoutSecrets(incoming, found.overrideToken),
    defaultRequest: found.defaultRequest === undefined ? undefined : pack(found.defaultRequest),
    cacheAddress: found.cacheAddress,
    journal: found.journal,
    clientResponse: clientResponse && { ...clientResponse, body: redactResponse(clientResponse.body, decision, auction.account) },
    left: auction.rejection?.kind === 'clientDisconnected',
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

function fullIncoming(incoming: Incoming): Recording['incoming'] {
  const text = incoming.body.toString('utf8');
  const packed = !Buffer.from(text).equals(incoming.body);
  return { ...incoming, body: packed ? incoming.body.toString('base64') : text, packed };
}

/** Headers with IP addresses. */
const ADDRESSES = ['x-forwarded-for', 'true-client-ip', 'x-real-ip'];

/** The request without personal data; ids in cookies are removed like all others. */
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

const ADDRESS_BITS = { v4: 24, v6: 56 };

const maskAddress = (address: string): string => maskIp(address, address.includes(':') ? ADDRESS_BITS.v6 : ADDRESS_BITS.v4);

/** The masked body; undefined if it is unparsable. */
function maskedBody({ body, headers, query }: Incoming, { account, privacy }: Auction): string | undefined {
  try {
    const isPacked = headers['content-encoding'] !== undefined || query['gzip'] !== undefined;
    const json = (isPacked && body[0] === 0x1f ? gunzipSync(body) : body).toString('utf8');
    return json === '' ? '' : JSON.stringify(maskObject(JSON.parse(json) as object, strictest({ privacy }), account));
  } catch {
    return undefined;
  }
}
