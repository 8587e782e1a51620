/** A fresh auction record: everything empty, every member there from the start so that all records have one shape. */
import { readUids } from '#src/sync/cookie-reader.ts';
import { noUids, type Uids } from '#src/sync/uids.ts';
import { AbortScope } from './abort-scope.ts';
import type { Auction, Entry, Incoming } from './auction.ts';
import { Findings } from './findings.ts';
import type { Services } from './services.ts';
import { newIntake } from './validate/intake.ts';

let counter = 0;

const sameCurrency = (amount: number): number => amount;

/** The user's ids of the cookie that came along; `now` in ms. */
export function uidsOf({ headers: { cookie } }: Incoming, config: Services['config'], now: number): Uids {
  return cookie === undefined ? noUids : readUids(cookie, config.host_cookie, now, config.rules.hostCookieWins);
}

/** @param finish called once, when the auction is done or rejected and `auction.reply` is there */
export function newAuction(entry: Entry, incoming: Incoming, services: Services, finish: (auction: Auction) => void): Auction {
  const { config, clock } = services;
  const now = clock.now();
  return {
    number: ++counter,
    entry,
    incoming,
    startedAt: now,
    startedUs: clock.micros(),
    timeline: [],
    findings: new Findings(),
    pending: undefined,
    refusal: undefined,
    finish,
    abort: new AbortScope(),
    reply: undefined,
    intake: newIntake(),
    word: 'srv',
    body: {},
    request: { id: '', imp: [] },
    accountId: '',
    account: config.account_defaults,
    channel: entry === 'amp' ? 'amp' : entry === 'video' ? 'video' : 'web',
    imps: new Map(),
    aliases: new Map(),
    storedAuctionResponses: new Map(),
    storedBidResponses: [],
    uids: uidsOf(incoming, config, now),
    debug: { requested: false, shown: false, capture: false, override: false },
    targeting: undefined,
    caching: { bids: false, vast: false, returnBids: true, returnVast: true, winningOnly: false },
    convert: sameCurrency,
    deadlineAt: undefined,
    resolvedRequest: undefined,
    fpd: new Map(),
    multibid: [],
    adServerTargeting: [],
    bidAdjustments: undefined,
    floors: undefined,
    wholeStoredResponse: undefined,
    privacyContext: undefined,
    privacy: new Map(),
    tasks: [],
    outcomes: [],
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
  };
}
