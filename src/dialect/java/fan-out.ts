/** A bidder's request in the Java variant. */

import { OWN } from '#src/auction/diagnostics.ts';
import { capTmax } from '#src/auction/enrich/deadline.ts';
import { javaEnforced, javaTimes, javaTmax } from '#src/auction/fan-out/tmax.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { FanOutDialect } from '../contract/fan-out.ts';
import { filterJava } from './media-filter.ts';

export const fanOut: FanOutDialect = {
  // An invalid imp patch causes a warning instead of rejecting the auction.
  unchangedImp: (diagnostics) => (message) => diagnostics.warn(OWN, CODES.unknown, message, { debugOnly: true }),
  tmax(tmax, { auction, services: { config, clock } }, deductionMs) {
    const times = javaTimes(capTmax(tmax, config.auction.biddertmax.max), clock.now() - auction.startedAt, config.auction);
    return javaTmax(times, config.auction.biddertmax.percent, deductionMs);
  },
  timeoutMs({ auction, services: { config, clock } }, reported) {
    const { tmax } = auction.request;
    return tmax === undefined ? undefined : javaEnforced(javaTimes(tmax, clock.now() - auction.startedAt, config.auction), reported);
  },
  bidderNamesInAnyCase: true,
  newSchain: {},
  uidNames: ({ bidder, known: { code, info } }) => (info.aliasOf === undefined ? [bidder, code] : [bidder, code, info.aliasOf]),
  storedReplacesCall: true,
  product: { ownFirst: false, namesUnknown: false },
  filter: filterJava,
};
