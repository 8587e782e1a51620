/** Rejects bids below their imp's floor (docs/stages/adjust.md#floors). */

import { CODES } from '#src/bidders/errors.ts';
import type { FloorsDialect } from '#src/dialect/contract/floors.ts';
import { isObject } from '#src/json/merge.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid, Seat } from '../bid.ts';
import { OWN } from '../diagnostics.ts';
import { impsById } from '../imps-by-id.ts';
import { DEFAULT_CURRENCY } from '../pricing/currency.ts';
import { roundTo } from '../pricing/decimal.ts';
import type { Services } from '../services.ts';
import { readSignal } from './apply.ts';
import { floorOfBidder } from './by-bidder.ts';
import { type Enforcement, isEnabledByRequest, isSkipped, readEnforcement } from './read.ts';
import { draw } from './select.ts';
import { type FloorSettings, floorSettings } from './settings.ts';

/**
 * Enforces floors on all seats if they are enabled and the random draw selects the auction. Bids carry their floor even if
 * it is not enforced.
 */
export function enforceFloors(auction: Auction, services: Services): void {
  const { floors: dialect } = services.dialect;
  const { ext, imp: imps } = auction.request;
  if (ext !== undefined && !isObject(ext)) {
    auction.diagnostics.error(OWN, CODES.unknown, 'Error in getting request extension');
    return;
  }
  const given = ext?.srv?.floors;
  const settings = floorSettings(auction.account, dialect.defaults, services.config.price_floors);
  if (!settings.enabled || !isEnabledByRequest(given) || isSkipped(given)) return;
  if (!auction.floors && !imps.some(hasFloor)) return;
  const enforcement = readEnforcement(given);
  const pass: FloorPass = {
    auction,
    dialect,
    imps: impsById(auction),
    enforced: isEnforced(enforcement, settings, draw(services.random, 100), dialect),
    enforcesDeals: settings.enforceDealFloors && enforcement.floorDeals === true,
  };
  for (const seat of auction.seats.values()) seat.bids = seat.bids.filter((bid) => passes(pass, seat, bid));
}

interface FloorPass {
  readonly auction: Auction;
  readonly dialect: FloorsDialect;
  readonly imps: ReadonlyMap<string, Imp>;
  readonly enforced: boolean;
  readonly enforcesDeals: boolean;
}

const hasFloor = ({ bidfloor }: Imp): boolean => (bidfloor ?? 0) > 0;

/** Whether this auction enforces floors: the request does not disable it, and the draw is within both rates. @param drawn 0 to 99 */
export function isEnforced(
  { enforcePbs, enforceRate }: Enforcement,
  { enforceRate: accountRate }: Pick<FloorSettings, 'enforceRate'>,
  drawn: number,
  dialect: Pick<FloorsDialect, 'isWithinRate'>,
): boolean {
  return enforcePbs !== false && dialect.isWithinRate(enforceRate, drawn) && dialect.isWithinRate(accountRate, drawn);
}

function passes(pass: FloorPass, seat: Seat, bid: AuctionBid): boolean {
  const { auction, dialect, imps, enforced, enforcesDeals } = pass;
  const imp = imps.get(bid.bid.impid);
  if (!imp) return !enforced || dialect.forwardsUnknownImps || !auction.request.imp.some(hasFloor);
  const { floor, currency } = floorOf(pass, imp, bid.bidder);
  dialect.note(bid, imp, floor, currency);
  if (!enforced || !(floor > 0) || (bid.bid.dealid && !enforcesDeals)) return true;
  return dialect.passes(auction, seat, bid, floor, currency);
}

/** The imp's floor before it was raised for the bidder; rules that name bidders are evaluated again. */
const floorOf = ({ auction, dialect }: FloorPass, imp: Imp, bidder: string): { floor: number; currency: string } =>
  floorOfBidder(auction, imp, bidder, dialect) ?? { floor: imp.bidfloor ?? 0, currency: imp.bidfloorcur || DEFAULT_CURRENCY };

/** Records the floor on the bid, as it was signalled. */
export function noteFloor(bid: AuctionBid, imp: Imp, floor: number, floorCurrency: string): void {
  const { rule, ruleValue, value } = readSignal(imp);
  if (rule !== undefined) bid.floors = { floorRule: rule, floorRuleValue: ruleValue, floorValue: value ?? floor, floorCurrency };
  else if (floor > 0) bid.floors = { floorValue: floor, floorCurrency };
}

/** Prices further apart than this differ as decimals of ten digits, too. */
const CLOSE = 1e-9;

/** Compared as decimals of ten digits, so that binary rounding errors reject no bid. */
export const isEnough = (price: number, floor: number): boolean =>
  price >= floor || (floor - price < CLOSE && roundTo(price, 10, 'half-even') >= roundTo(floor, 10, 'half-even'));
