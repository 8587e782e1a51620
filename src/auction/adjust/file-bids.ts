/** Bids of all answers, checked and priced, filed under their seats (auction-exchange.md 6 and 7.1). */
import type { Auction, AuctionBid, BidderOutcome, BidderTask } from '#src/auction/auction.ts';
import { NON_BID } from '#src/auction/collect/not-bid.ts';
import { ownBid } from '#src/auction/collect/sound.ts';
import type { Services } from '#src/auction/services.ts';
import type { BidderResult, TypedBid } from '#src/bidders/bidder.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { Dialect } from '#src/dialect/dialect.ts';
import { errorMessage } from '#src/wire/error-message.ts';
import type { AlternateBidderCodes } from '#src/wire/ext.ts';
import type { Imp } from '#src/wire/ortb.ts';
import type { Price } from './adjustment-rules.ts';
import { alternateCodesOf, seatFault } from './alternate-codes.ts';
import { bidFault, currencyRefusal, priceFault } from './bid-checks.ts';
import { DEFAULT_CURRENCY, pickCurrency } from './currency.ts';
import { fillNative } from './native-markup.ts';
import { adjustPrice, type PriceRules, priceRulesOf } from './price.ts';
import { type Refused, refuseBid, rejectBid } from './refuse.ts';

/** What one auction's bids are held against. */
export interface Filing {
  readonly auction: Auction;
  readonly dialect: Dialect;
  readonly imps: ReadonlyMap<string, Imp>;
  readonly codes: AlternateBidderCodes | undefined;
  readonly prices: PriceRules;
  /** Currencies the request named; undefined: none. */
  readonly named: readonly string[] | undefined;
  /** Currencies bids are converted to, the first that can be. */
  readonly wanted: readonly string[];
  /** Bids that are in, with the currency of their price. */
  readonly priced: { readonly bid: AuctionBid; readonly currency: string }[];
}

export function openFiling(auction: Auction, services: Services): Filing {
  const { request, account } = auction;
  const { dialect, config } = services;
  const named = request.cur && request.cur.length > 0 ? request.cur : undefined;
  return {
    auction,
    dialect,
    imps: new Map(request.imp.map((imp) => [imp.id, imp])),
    codes: alternateCodesOf(request.ext?.srv?.alternatebiddercodes, account.alternatebiddercodes as AlternateBidderCodes | undefined),
    prices: priceRulesOf(auction, dialect.prices),
    named,
    wanted: dialect.prices.wantedCurrencies(named, config.ad_server_currency),
    priced: [],
  };
}

/** Who sent what is filed. */
export interface Sender {
  readonly bidder: string;
  readonly core: string;
}

/** Files all results of one bidder. */
export function fileOutcome(filing: Filing, outcome: BidderOutcome, task: BidderTask | undefined): void {
  const { auction, dialect, named } = filing;
  const sender = { bidder: outcome.bidder, core: task?.core ?? auction.aliases.get(outcome.bidder) ?? outcome.bidder };
  dialect.bids.warnOfCurrencies(auction.findings, outcome.bidder, named);
  for (const { result } of outcome.calls) if (result) fileResult(filing, sender, result);
}

/** Files one answer: without a rate for its currency all its bids are turned away, with one error, or one each where it is no currency. */
export function fileResult(filing: Filing, sender: Sender, { bids, currency, auctionConfigs }: BidderResult): void {
  const { auction, wanted, dialect } = filing;
  for (const config of auctionConfigs ?? []) auction.auctionConfigs.push({ ...config, seat: sender.bidder });
  if (bids.length === 0) return;
  try {
    const picked = pickCurrency(wanted, currency, auction.convert);
    for (const typed of bids) fileBid(filing, sender, typed, picked.from, picked.currency);
  } catch (cause) {
    const from = currency || DEFAULT_CURRENCY;
    const turnedAway = bids.map((typed) => toAuctionBid(sender, typed, from));
    const message = dialect.bids.badCurrency(from);
    if (message !== undefined) {
      for (const bid of turnedAway) refuseBid(auction, bid, { of: 'member', message }, dialect.bids);
      return;
    }
    auction.findings.error(sender.bidder, CODES.unknown, errorMessage(cause));
    for (const bid of turnedAway) rejectBid(auction, bid, NON_BID.rejected);
  }
}

/** A bid as it is filed, with the price and currency it came with. */
export function toAuctionBid({ bidder, core }: Sender, typed: TypedBid, currency: string): AuctionBid {
  const bid = ownBid(typed.bid);
  bid.price ??= 0;
  const seat = typed.seat && typed.seat.toLowerCase() !== bidder.toLowerCase() ? typed.seat : bidder;
  return { ...typed, type: typed.type ?? '', bid, seat, bidder, core, originalPrice: bid.price, originalCurrency: currency };
}

function fileBid(filing: Filing, sender: Sender, typed: TypedBid, from: string, to: string): void {
  const bid = toAuctionBid(sender, typed, from);
  const verdict = judge(filing, bid, to);
  if ('of' in verdict) refuseBid(filing.auction, bid, verdict, filing.dialect.bids);
  else if (fillNative(filing.auction, bid, filing.imps.get(bid.bid.impid), filing.dialect)) {
    bid.bid.price = verdict.price;
    filing.priced.push({ bid, currency: verdict.currency });
  } else rejectBid(filing.auction, bid, NON_BID.rejected);
}

/** The bid's final price, or the first thing that speaks against it. */
function judge({ imps, codes, dialect: { bids }, named, prices }: Filing, bid: AuctionBid, to: string): Price | Refused {
  const strange = seatFault(bid.bidder, bid.seat, codes);
  if (strange) return { of: 'seat', message: strange };
  const imp = imps.get(bid.bid.impid);
  const fault = bidFault(bid, imp, bids);
  if (fault) return fault;
  const priced = priceOf(bid, imp, to, prices);
  if ('of' in priced) return priced;
  // A static rule brings its own currency; only a request that named others can mind.
  const refused = named && currencyRefusal(priced.currency, named);
  if (refused) return { of: 'currency', message: refused };
  return priceFault(bid.bid.id, priced.price, bid.bid.dealid, bids) ?? priced;
}

function priceOf(bid: AuctionBid, imp: Imp | undefined, to: string, prices: PriceRules): Price | Refused {
  const { type, seat, bidder, originalPrice: price, originalCurrency: from } = bid;
  try {
    return adjustPrice({ price, from, to, deal: bid.bid.dealid, type, seat, bidder, imp }, prices);
  } catch (cause) {
    return { of: 'currency', message: errorMessage(cause) };
  }
}

/**
 * Puts the bids under their seats, in order of arrival. An answer has one currency (OpenRTB 2.6, 4.2.1): where static rules or
 * several request currencies left more than one, all go to the first one wanted, and what cannot is turned away.
 */
export function closeFiling({ auction, wanted, priced }: Filing): void {
  const first = priced[0]?.currency;
  const common = priced.every(({ currency }) => currency === first) ? first : wanted[0];
  for (const { bid, currency } of priced) {
    try {
      if (common !== undefined && common !== currency) bid.bid.price = auction.convert(bid.bid.price, currency, common);
      fileUnder(auction.seats, bid, common ?? currency);
    } catch (cause) {
      auction.findings.error(bid.bidder, CODES.unknown, errorMessage(cause));
      rejectBid(auction, bid, NON_BID.rejected);
    }
  }
}

function fileUnder(seats: Auction['seats'], bid: AuctionBid, currency: string): void {
  const seat = seats.get(bid.seat);
  if (seat) seat.bids.push(bid);
  else seats.set(bid.seat, { seat: bid.seat, currency, bids: [bid] });
}
