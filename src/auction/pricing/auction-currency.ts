/** The currency of an auction's prices, for reports about an ended auction. */
import type { Auction } from '../auction.ts';
import { DEFAULT_CURRENCY } from './currency.ts';

/** That of its bids; without bids the one that the request names first. */
export const currencyOfBids = ({ seats, request }: Pick<Auction, 'seats' | 'request'>): string =>
  seats.values().next().value?.currency ?? request.cur?.[0] ?? DEFAULT_CURRENCY;

/** The amount in another currency; undefined: there is no rate. */
export function convertedOrNone({ convert }: Pick<Auction, 'convert'>, amount: number, from: string, to: string): number | undefined {
  const conversion = convert(from, to);
  return 'error' in conversion ? undefined : conversion.value(amount);
}
