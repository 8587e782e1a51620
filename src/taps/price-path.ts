/** How each bid's price became the price the auction compared: conversion, adjustment, floor. */
import type { Auction } from '#src/auction/auction.ts';
import type { PricedOutcome } from '#src/auction/bid.ts';
import { convertedOrNone, currencyOfBids } from '#src/auction/pricing/auction-currency.ts';
import type { BidData } from './schemas.ts';

export type PricePath = Pick<BidData, 'currency' | 'convertedPrice' | 'price' | 'floor' | 'floorCurrency'>;

/** Adds prices in CPM and their currencies to the outcomes of an ended auction's bids. */
export function pricePaths(auction: Auction): (priced: PricedOutcome) => PricePath {
  const currency = currencyOfBids(auction);
  return ({ outcome: { originalPrice, originalCurrency, price }, bid }) => {
    if (!bid) return { price };
    const { floorValue, floorCurrency } = bid.floors ?? {};
    const hasFloor = typeof floorValue === 'number' && typeof floorCurrency === 'string';
    return {
      currency,
      convertedPrice: convertedOrNone(auction, originalPrice, originalCurrency, currency),
      // A bid with a floor was compared with it, so it has a final price even if it was rejected.
      price: price ?? (bid.floors ? bid.bid.price : undefined),
      floor: hasFloor ? floorValue : undefined,
      floorCurrency: hasFloor ? floorCurrency : undefined,
    };
  };
}
