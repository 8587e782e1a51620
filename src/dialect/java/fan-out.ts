/** What a bidder's request is in the Java variant. */
import { javaEnforced, javaTimes, javaTmax } from '#src/auction/fan-out/tmax.ts';
import { OWN } from '#src/auction/findings.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { FanOutDialect } from '../dialect.ts';
import { filterLikeJava } from './media-filter.ts';

export const fanOut: FanOutDialect = {
  // A change that cannot be made costs a warning, not the auction (auction-exchange.md 3.3).
  unchangedImp: (findings) => (text) => findings.warn(OWN, CODES.unknown, text, { debugOnly: true }),
  tmax(tmax, { auction, services: { config, clock } }, deductionMs) {
    const times = javaTimes(tmax ?? config.auction.biddertmax.max, clock.now() - auction.startedAt, config.auction);
    return javaTmax(times, config.auction.biddertmax.percent, deductionMs);
  },
  timeoutMs({ auction, services: { config, clock } }, told) {
    const { tmax } = auction.request;
    return tmax === undefined ? undefined : javaEnforced(javaTimes(tmax, clock.now() - auction.startedAt, config.auction), told);
  },
  filter: (request, imps, info, preferred, isOn) => (isOn ? filterLikeJava(request, imps, info, preferred) : { imps, notes: [] }),
};
