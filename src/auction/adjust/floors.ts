/** Bids below their imp's floor are turned away (auction-exchange.md 8.1). */
import type { Auction, AuctionBid, Seat } from '#src/auction/auction.ts';
import { NON_BID } from '#src/auction/collect/not-bid.ts';
import { readSignal } from '#src/auction/enrich/floors/apply.ts';
import { floorOfBidder } from '#src/auction/enrich/floors/by-bidder.ts';
import { type Enforcement, isEnabledByRequest, isSkipped, readEnforcement } from '#src/auction/enrich/floors/read.ts';
import { draw } from '#src/auction/enrich/floors/select.ts';
import { type FloorSettings, floorSettings } from '#src/auction/enrich/floors/settings.ts';
import { OWN, WARN } from '#src/auction/findings.ts';
import type { Services } from '#src/auction/services.ts';
import { CODES } from '#src/bidders/errors.ts';
import { roundTo } from '#src/wire/decimal.ts';
import { errorMessage } from '#src/wire/error-message.ts';
import { isObject } from '#src/wire/merge.ts';
import type { Imp } from '#src/wire/ortb.ts';
import { DEFAULT_CURRENCY } from './currency.ts';
import { rejectBid } from './refuse.ts';

/** Go variant: a bid may be a cent below. */
const TOLERANCE = { go: 0.01, java: 0 } as const;

/** Enforces floors on all seats, where they are on and the draw says so. Bids carry their floor along whether or not it is enforced. */
export function enforceFloors(auction: Auction, services: Services): void {
  const { variant } = services.config;
  const { ext, imp: imps } = auction.request;
  if (ext !== undefined && !isObject(ext)) {
    auction.findings.error(OWN, CODES.unknown, 'Error in getting request extension');
    return;
  }
  const given = ext?.srv?.floors;
  const settings = floorSettings(auction.account, variant);
  if (!settings.enabled || !isEnabledByRequest(given) || isSkipped(given)) return;
  const floored = new Map(imps.map((imp) => [imp.id, imp]));
  if (!auction.floors && !imps.some(hasFloor)) return;
  const enforcement = readEnforcement(given);
  const round: Round = {
    auction,
    variant,
    imps: floored,
    enforced: isEnforced(enforcement, settings, draw(services.random, 100)),
    dealsToo: settings.enforceDealFloors && enforcement.floorDeals === true,
  };
  for (const seat of auction.seats.values()) seat.bids = seat.bids.filter((bid) => passes(round, seat, bid));
}

interface Round {
  readonly auction: Auction;
  readonly variant: 'go' | 'java';
  readonly imps: ReadonlyMap<string, Imp>;
  readonly enforced: boolean;
  readonly dealsToo: boolean;
}

const hasFloor = ({ bidfloor }: Imp): boolean => (bidfloor ?? 0) > 0;

/** Whether this auction enforces: the request does not say no, and the draw is below both rates (0: no limit). @param drawn 0 to 99 */
export function isEnforced(
  { enforcePbs, enforceRate = 0 }: Enforcement,
  { enforceRate: accountRate }: Pick<FloorSettings, 'enforceRate'>,
  drawn: number,
): boolean {
  const within = (rate: number): boolean => rate === 0 || drawn < rate;
  return enforcePbs !== false && within(enforceRate) && within(accountRate);
}

function passes(round: Round, seat: Seat, bid: AuctionBid): boolean {
  const { auction, variant, imps, enforced, dealsToo } = round;
  const imp = imps.get(bid.bid.impid);
  if (!imp) return !enforced || variant === 'java';
  const { floor, currency } = floorOf(round, imp, bid.bidder);
  if (variant === 'go') noteFloor(bid, imp, floor, currency);
  if (!enforced || !(floor > 0) || (bid.bid.dealid && !dealsToo)) return true;
  try {
    return variant === 'go' ? goPasses(round, seat, bid, floor, currency) : javaPasses(round, seat, bid, floor, currency);
  } catch (cause) {
    const text = errorMessage(cause);
    if (variant === 'java') {
      auction.findings.error(bid.bidder, CODES.badServer, `Price floors enforcement failed: ${text}`);
      return true;
    }
    auction.findings.error(OWN, CODES.unknown, conversionText(bid, seat, currency, text));
    rejectBid(auction, bid, NON_BID.rejected);
    return false;
  }
}

/** The imp's floor before it was raised for the bidder; rules that name bidders are asked again. */
const floorOf = ({ auction, variant }: Round, imp: Imp, bidder: string): { floor: number; currency: string } =>
  floorOfBidder(auction, imp, bidder, variant) ?? { floor: imp.bidfloor ?? 0, currency: imp.bidfloorcur || DEFAULT_CURRENCY };

function noteFloor(bid: AuctionBid, imp: Imp, floor: number, floorCurrency: string): void {
  const { rule, ruleValue, value } = readSignal(imp);
  if (rule !== undefined) bid.floors = { floorRule: rule, floorRuleValue: ruleValue, floorValue: value ?? floor, floorCurrency };
  else if (floor > 0) bid.floors = { floorValue: floor, floorCurrency };
}

function goPasses({ auction }: Round, seat: Seat, bid: AuctionBid, floor: number, currency: string): boolean {
  const price = auction.convert(bid.bid.price, seat.currency, currency);
  if (isEnough(price, floor, 'go')) return true;
  const { id, impid, dealid } = bid.bid;
  const text = `${seat.seat} bid id ${id} rejected - bid price ${price.toFixed(4)} ${currency} is less than bid floor ${floor.toFixed(4)} ${currency} for imp ${impid}`;
  auction.findings.warn(OWN, WARN.floorRejection, text);
  rejectBid(auction, bid, dealid ? NON_BID.belowDealFloor : NON_BID.belowFloor);
  return false;
}

function javaPasses({ auction }: Round, seat: Seat, bid: AuctionBid, floor: number, currency: string): boolean {
  const least = auction.convert(floor, currency, seat.currency);
  const { id, impid, price } = bid.bid;
  if (isEnough(price, least, 'java')) return true;
  const text = `Bid with id '${id}' was rejected by floor enforcement: price ${price} is below the floor ${least}`;
  auction.findings.warn(bid.bidder, CODES.floors, text, { impIds: [impid] });
  rejectBid(auction, bid, NON_BID.belowFloor);
  return false;
}

/** Compared as decimals, so that binary noise rejects nobody. */
const isEnough = (price: number, floor: number, variant: 'go' | 'java'): boolean =>
  roundTo(price + TOLERANCE[variant], 10, 'half-even') >= roundTo(floor, 10, 'half-even');

const conversionText = ({ bid }: AuctionBid, seat: Seat, currency: string, error: string): string =>
  `error in rate conversion from = ${seat.currency} to ${currency} with bidder ${seat.seat} for impression id ${bid.impid} and bid id ${bid.id} error = ${error}`;
