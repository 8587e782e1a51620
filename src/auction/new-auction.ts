/** A new auction record: empty, but with every field present so that all records have the same shape. */

import { AbortScope } from '#src/lang/abort-scope.ts';
import { readUids } from '#src/sync/cookie-reader.ts';
import { noUids, type Uids } from '#src/sync/uids.ts';
import type { Auction, EndpointName, Incoming } from './auction.ts';
import { Diagnostics } from './diagnostics.ts';
import { NO_CACHING } from './enrich/cache-instructions.ts';
import { unchanged } from './pricing/converter.ts';
import type { Services } from './services.ts';
import { newInput } from './validate/request-input.ts';

let counter = 0;

/** Optional fields are present too, so that the compiler finds a forgotten one. */
type EveryField<T> = { [field in keyof Required<T>]: T[field] };

/** The user's ids in the request's cookie; `now` in ms. */
export function uidsOf({ headers: { cookie } }: Incoming, config: Services['config'], now: number): Uids {
  return cookie === undefined ? noUids : readUids(cookie, config.host_cookie, now, config.rules.hostCookieWins);
}

/**
 * One literal, long as it is: V8 stores all its fields in the object, those of a spread outside it.
 * @param finish called once, when the auction is done or rejected and `auction.clientResponse` is set
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one literal, for the reason above
export function newAuction(endpoint: EndpointName, incoming: Incoming, services: Services, finish: (auction: Auction) => void): Auction {
  const { config, clock } = services;
  const now = clock.now();
  const auction: EveryField<Auction> = {
    number: ++counter,
    endpoint,
    incoming,
    incomingBytes: incoming.body.length,
    uids: uidsOf(incoming, config, now),
    startedAt: now - (incoming.waitedMs ?? 0),
    startedUs: clock.micros() - (incoming.waitedMs ?? 0) * 1000,
    timeline: [],
    diagnostics: new Diagnostics(),
    pending: undefined,
    rejection: undefined,
    finish,
    abort: new AbortScope(),
    clientResponse: undefined,
    input: newInput(),
    extKey: 'srv',
    body: {},
    request: { id: '', imp: [] },
    requestStates: undefined,
    accountId: '',
    account: config.account_defaults,
    requestType: endpoint === 'amp' ? 'amp' : endpoint === 'video' ? 'video' : 'web',
    imps: new Map(),
    aliases: new Map(),
    storedAuctionResponses: new Map(),
    storedBidResponses: [],
    networkCountry: undefined,
    debug: { requested: false, shown: false, capture: false, override: false },
    targeting: undefined,
    caching: NO_CACHING,
    convert: unchanged,
    deadlineAt: undefined,
    resolvedRequest: undefined,
    fpd: new Map(),
    impDataBidders: undefined,
    multibid: [],
    adServerTargeting: [],
    bidAdjustments: undefined,
    factors: undefined,
    floors: undefined,
    fullStoredResponse: undefined,
    privacyContext: undefined,
    privacy: new Map(),
    activityTrace: undefined,
    tasks: [],
    outcomes: [],
    previousAuctions: undefined,
    outgoingBytes: 0,
    impIndex: undefined,
    bidsChanged: false,
    seats: new Map(),
    nonBids: [],
    auctionConfigs: [],
    winners: new Map(),
    cacheMs: undefined,
    cacheCall: undefined,
    podErrors: [],
    debugLog: undefined,
    response: undefined,
    hooks: undefined,
    moduleReport: undefined,
    analyticsTags: undefined,
    pricedOutcomes: undefined,
  };
  return auction;
}
