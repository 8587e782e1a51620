/** Topic `floors-enforcement`: bids below their floor, and the switches. */

import type { Auction } from '#src/auction/auction.ts';
import type { Seat } from '#src/auction/bid.ts';
import { OWN } from '#src/auction/diagnostics.ts';
import { enforceFloors, isEnforced } from '#src/auction/floors/enforce.ts';
import { isSkipped, readEnforcement } from '#src/auction/floors/read.ts';
import type { AccountInput } from '#src/config/account.ts';
import type { Bid, BidRequest } from '#src/openrtb/ortb.ts';
import { anAuction, aSeat } from '#test/auction/adjust/arrange.ts';
import { testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

type StoredSeat = { seat: string; currency: string; bids: Bid[] | null };
type In = {
  op: string;
  ext?: BidRequest['ext'];
  rates: { [from: string]: { [to: string]: number } } | null;
  request: BidRequest | null;
  seatBids: { [bidder: string]: StoredSeat } | null;
  account: AccountInput['price_floors'] | null;
  accountRate: number | null;
  random: number | null;
};

export function run(row: Row): Record<string, unknown> {
  const input = row.in as In;
  const floors = input.ext?.srv?.floors;
  const enforcement = readEnforcement(floors);
  switch (input.op) {
    case 'enabled':
      return { enabled: enforcement.enforcePbs !== false };
    case 'skipped':
      return { skipped: isSkipped(floors) };
    case 'rate':
      return { rate: enforcement.enforceRate ?? 0 };
    case 'deals':
      return { deals: enforcement.floorDeals === true };
    case 'drawn':
      return {
        enforce: isEnforced(enforcement, { enforceRate: input.accountRate ?? 0 }, input.random ?? 0, testServices({}).dialect.floors),
      };
    default:
      return enforce(input);
  }
}

function enforce({ rates, request, seatBids: given, account }: In): Record<string, unknown> {
  const seatBids = given ?? {};
  const services = testServices({ settings: { price_floors: { enabled: true } } });
  const auction = anAuction(services, { ...request, imp: request?.imp ?? [] }, { price_floors: account ?? undefined });
  auction.convert = (from, to) => {
    const rate = from === to ? 1 : rates?.[from]?.[to];
    return rate === undefined ? { error: 'currency conversion not supported' } : { value: (amount) => amount * rate };
  };
  for (const { seat, currency, bids } of Object.values(seatBids)) auction.seats.set(seat, aSeat(seat, (bids ?? []).map(priced), currency));
  enforceFloors(auction, services);
  const kept = Object.fromEntries([...auction.seats].map(([name, seat]) => [name, shown(seat)]));
  return { kept, rejected: rejected(auction, seatBids), errors: (auction.diagnostics.errors.get(OWN) ?? []).map(({ message }) => message) };
}

/** An absent price is 0. */
const priced = (bid: Bid): Bid => ({ ...bid, price: bid.price ?? 0 });

const shown = ({ seat, currency, bids }: Seat): StoredSeat => ({ seat, currency, bids: bids.map(({ bid }) => bid) });

/** Rejected bids, one seat each, as the recorded server lists them. */
function rejected({ nonBids }: Auction, seatBids: NonNullable<In['seatBids']>): StoredSeat[] {
  return nonBids.flatMap(({ seat, bid }) => (bid ? [{ seat, currency: seatBids[seat]?.currency ?? '', bids: [bid.bid] }] : []));
}
