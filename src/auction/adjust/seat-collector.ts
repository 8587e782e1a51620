/** Bids of all responses: validated, priced and grouped by seat. */

import type { BidderResult, TypedBid } from '#src/bidders/bidder.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { Failure } from '#src/lang/result.ts';
import type { AlternateBidderCodes } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import { alternateCodesOf, seatError } from '../alternate-codes.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid } from '../bid.ts';
import type { BidderOutcome, BidderTask } from '../bidder-task.ts';
import { ownBid } from '../collect/bid-shape.ts';
import { impsById } from '../imps-by-id.ts';
import { unchanged } from '../pricing/converter.ts';
import { DEFAULT_CURRENCY, pickCurrency } from '../pricing/currency.ts';
import type { Exchange, Price } from '../pricing/price.ts';
import { rejectInvalidBid, rejectUncoded } from '../reject-bid.ts';
import type { BidRejection } from '../rejection.ts';
import type { Services } from '../services.ts';
import { bidError, currencyRejection } from './bid-checks.ts';
import { fillNative } from './native-markup.ts';
import { adjustPrice, type PriceRules, priceRulesOf } from './price.ts';

/** The context in which one auction's bids are validated. */
export interface SeatCollector {
  readonly auction: Auction;
  readonly dialect: Services['dialect'];
  readonly imps: ReadonlyMap<string, Imp>;
  readonly codes: AlternateBidderCodes | undefined;
  readonly prices: PriceRules;
  /** Currencies the request named; undefined: none. */
  readonly named: readonly string[] | undefined;
  /** Target currencies in order of preference; the first with a rate is used. */
  readonly wanted: readonly string[];
  /** Accepted bids with the currency of their price. */
  readonly priced: { readonly bid: AuctionBid; readonly currency: string }[];
}

/** The collector of an auction's bids; `closeCollector` adds the accepted ones to their seats. */
export function openCollector(auction: Auction, services: Services): SeatCollector {
  const { request, account } = auction;
  const { dialect, config } = services;
  const named = request.cur && request.cur.length > 0 ? request.cur : undefined;
  return {
    auction,
    dialect,
    imps: impsById(auction),
    codes: alternateCodesOf(request.ext?.srv?.alternatebiddercodes, account.alternatebiddercodes as AlternateBidderCodes | undefined),
    prices: priceRulesOf(auction, dialect.prices),
    named,
    wanted: dialect.prices.wantedCurrencies(named, config.ad_server_currency),
    priced: [],
  };
}

/** The bidder that sent the bids. */
export interface Sender {
  readonly bidder: string;
  readonly core: string;
}

/** Processes all results of one bidder. */
export function collectOutcome(collector: SeatCollector, outcome: BidderOutcome, task: BidderTask | undefined): void {
  const { auction, dialect, named } = collector;
  const sender = { bidder: outcome.bidder, core: task?.core ?? auction.aliases.get(outcome.bidder) ?? outcome.bidder };
  dialect.bids.warnOfCurrencies(auction.diagnostics, outcome.bidder, named);
  const own = withOwnImps(collector, task);
  for (const { result } of outcome.calls) if (result) collectResult(own, sender, result);
}

/** The context of a bidder: first-party data may give its imps other ids, and its bids name those. */
function withOwnImps(collector: SeatCollector, task: BidderTask | undefined): SeatCollector {
  const renamed = (task?.request.imp as readonly Imp[] | undefined)?.filter(({ id }) => !collector.imps.has(id)) ?? [];
  return renamed.length === 0
    ? collector
    : { ...collector, imps: new Map([...collector.imps, ...renamed.map((imp) => [imp.id, imp] as const)]) };
}

/**
 * Processes one response: without a rate for their currency its bids are rejected, with one error, or one each if the code is not a
 * currency.
 */
export function collectResult(collector: SeatCollector, sender: Sender, result: BidderResult): void {
  const { auction, wanted, dialect } = collector;
  for (const config of result.auctionConfigs ?? []) auction.auctionConfigs.push({ ...config, seat: sender.bidder });
  if (result.bids.length === 0 && !dialect.bids.checksCurrencyWithoutBids) return;
  for (const { bids, currency } of byCurrency(result)) {
    const picked = pickCurrency(wanted, currency, auction.convert);
    if ('error' in picked) rejectAll(collector, sender, { bids, currency }, picked.error);
    else for (const typed of bids) collectBid(collector, sender, typed, picked.value);
  }
}

/** The response in parts of one currency each, as bids may have their own. */
function byCurrency(result: BidderResult): readonly BidderResult[] {
  const { bids, currency } = result;
  if (bids.every((typed) => typed.currency === undefined)) return [result];
  const groups = Map.groupBy(bids, (typed) => typed.currency ?? currency);
  return [...groups].map(([own, group]) => ({ bids: group, currency: own }));
}

/** Rejects the bids of a response whose currency has no rate. @param error message of the conversion */
function rejectAll({ auction, dialect }: SeatCollector, sender: Sender, { bids, currency }: BidderResult, error: string): void {
  const from = currency || DEFAULT_CURRENCY;
  const rejected = bids.map((typed) => toAuctionBid(sender, typed, from));
  const message = dialect.bids.badCurrency(from);
  if (message !== undefined) {
    for (const bid of rejected) rejectInvalidBid(auction, bid, { of: 'field', message }, dialect.bids);
    return;
  }
  auction.diagnostics.error(sender.bidder, CODES.unknown, error);
  for (const bid of rejected) rejectUncoded(auction, bid);
}

/** A bid with its original price and currency. */
export function toAuctionBid({ bidder, core }: Sender, typed: TypedBid, currency: string): AuctionBid {
  const bid = ownBid(typed.bid);
  bid.price ??= 0;
  const seat = typed.seat && typed.seat.toLowerCase() !== bidder.toLowerCase() ? typed.seat : bidder;
  return { ...typed, type: typed.type ?? '', bid, seat, bidder, core, originalPrice: bid.price, originalCurrency: currency };
}

function collectBid(collector: SeatCollector, sender: Sender, typed: TypedBid, exchange: Exchange): void {
  const bid = toAuctionBid(sender, typed, exchange.from);
  const result = validateBid(collector, bid, exchange);
  if ('error' in result) rejectInvalidBid(collector.auction, bid, result.error, collector.dialect.bids);
  else if (fillNative(collector.auction, bid, collector.imps.get(bid.bid.impid), collector.dialect)) {
    bid.bid.price = result.price;
    collector.priced.push({ bid, currency: result.currency });
  } else rejectUncoded(collector.auction, bid);
}

/** The bid's final price, or the first error. */
function validateBid(collector: SeatCollector, bid: AuctionBid, exchange: Exchange): Price | Failure<BidRejection> {
  const { imps, codes, dialect, named, prices } = collector;
  const { type, seat, bidder, originalPrice, bid: own } = bid;
  const seatMessage = seatError(bidder, seat, codes);
  const { priceFirst } = dialect.bids;
  if (seatMessage && !priceFirst) return rejected('seat', seatMessage);
  const imp = imps.get(own.impid);
  const early = priceFirst && bidError(bid, own.price, imp, dialect.bids, seatMessage);
  if (early) return { error: early };
  const priced = adjustPrice({ price: originalPrice, exchange, deal: own.dealid, type, seat, bidder, imp }, prices);
  if ('error' in priced) return rejected('currency', priced.error);
  // A static rule sets its own currency, which matters only if the request named others.
  const unwanted = named && currencyRejection(priced.currency, named);
  if (unwanted) return rejected('currency', unwanted);
  const late = priceFirst ? undefined : bidError(bid, priced.price, imp, dialect.bids);
  return late ? { error: late } : priced;
}

const rejected = (of: 'seat' | 'currency', message: string): Failure<BidRejection> => ({ error: { of, message } });

/**
 * Groups the bids by seat, in order of arrival. A response has one currency (OpenRTB 2.6 §4.2.1): if static rules or several request
 * currencies left more than one, all bids are converted to the first preferred one, and bids without a rate are rejected.
 */
export function closeCollector({ auction, wanted, priced }: SeatCollector): void {
  const first = priced[0]?.currency;
  const common = priced.every(({ currency }) => currency === first) ? first : wanted[0];
  for (const { bid, currency } of priced) {
    const conversion = common === undefined || common === currency ? unchanged() : auction.convert(currency, common);
    if ('error' in conversion) {
      auction.diagnostics.error(bid.bidder, CODES.unknown, conversion.error);
      rejectUncoded(auction, bid);
      continue;
    }
    bid.bid.price = conversion.value(bid.bid.price);
    addToSeat(auction.seats, bid, common ?? currency);
  }
}

function addToSeat(seats: Auction['seats'], bid: AuctionBid, currency: string): void {
  const seat = seats.get(bid.seat);
  if (seat) seat.bids.push(bid);
  else seats.set(bid.seat, { seat: bid.seat, currency, bids: [bid] });
}
