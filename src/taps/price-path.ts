/** How each bid's price became the price the auction compared: conversion, adjustment, floor. */
import type { Auction, AuctionBid } from '#src/auction/auction.ts';
import { convertedOrNone, currencyOfBids } from '#src/auction/pricing/auction-currency.ts';
import type { BidOutcome } from '#src/auction/publish/bid-outcomes.ts';
import type { BidData } from './schemas.ts';

type PricePath = Pick<BidData, 'currency' | 'convertedPrice' | 'price' | 'floor' | 'floorCurrency'>;

const keyOf = (bidder: string, impId: string, id: string): string => `${bidder}\n${impId}\n${id}`;

/** The bids of all seats and those rejected after they were priced, by bidder, imp and id. */
function pricedBids({ seats, nonBids }: Auction): ReadonlyMap<string, AuctionBid> {
  const bids = [...seats.values()].flatMap((seat) => seat.bids);
  const rejected = nonBids.flatMap(({ bid }) => bid ?? []);
  return new Map([...rejected, ...bids].map((bid) => [keyOf(bid.bidder, bid.bid.impid, bid.bid.id), bid]));
}

/** Adds prices in CPM and their currencies to the outcomes of an ended auction's bids. */
export function pricePaths(auction: Auction): (outcome: BidOutcome) => PricePath {
  const bids = pricedBids(auction);
  const currency = currencyOfBids(auction);
  return ({ bidder, impId, id, originalPrice, originalCurrency, price }) => {
    const bid = bids.get(keyOf(bidder, impId, id));
    if (!bid) return { price };
    const { floorValue, floorCurrency } = bid.floors ?? {};
    const floor = typeof floorValue === 'number' && typeof floorCurrency === 'string' ? { floor: floorValue, floorCurrency } : {};
    const converted = convertedOrNone(auction, originalPrice, originalCurrency, currency);
    // A bid with a floor was compared with it, so it has a final price even if it was rejected.
    return { currency, convertedPrice: converted, price: price ?? (bid.floors ? bid.bid.price : undefined), ...floor };
  };
}
