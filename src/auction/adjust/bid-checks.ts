/** Checks that every bid must pass (docs/stages/adjust.md#checks-of-a-bid). */

import type { BidDialect } from '#src/dialect/contract/bids.ts';
import { currencyError } from '#src/openrtb/currency-codes.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { AuctionBid } from '../bid.ts';
import { DEFAULT_CURRENCY } from '../pricing/currency.ts';
import type { BidRejection } from '../rejection.ts';

const field = (message: string): BidRejection => ({ of: 'field', message });

/** Why a seat's currency is not allowed; undefined if the request accepts it. An absent currency means USD. */
export function currencyRejection(currency: string | undefined, wanted: readonly string[] | undefined): string | undefined {
  const list = wanted && wanted.length > 0 ? wanted : [DEFAULT_CURRENCY];
  const given = currency || DEFAULT_CURRENCY;
  const error = currencyError(given);
  if (error) return error;
  return list.includes(given) ? undefined : `Bid currency is not allowed. Was '${given}', wants: ['${list.join(`', '`)}']`;
}

/** Rejects a price that is not positive; zero is allowed for a deal. */
function priceError(
  id: string,
  price: number,
  deal: string | undefined,
  { badPrice }: Pick<BidDialect, 'badPrice'>,
): BidRejection | undefined {
  if (price > 0 || (price === 0 && deal)) return undefined;
  return { of: 'price', message: badPrice(id, price) };
}

/**
 * The first error of a bid, in the variant's order.
 * @param amount its price when it is checked
 * @param seatMessage why its seat is not allowed, given only if the variant checks it after the bid's own fields
 */
export function bidError(
  { bid, type, bidder }: AuctionBid,
  amount: number,
  imp: Imp | undefined,
  dialect: BidDialect,
  seatMessage?: string | undefined,
): BidRejection | undefined {
  const price = priceError(bid.id, amount, bid.dealid, dialect);
  if (price && dialect.priceFirst) return price;
  if (!bid.id) return field("Bid missing required field 'id'");
  if (!bid.impid) return field(`Bid "${bid.id}" missing required field 'impid'`);
  if (price) return price;
  if (!bid.crid) return field(`Bid "${bid.id}" missing creative ID`);
  if (dialect.videoNeedsMarkup && type === 'video' && !bid.adm && !bid.nurl) {
    return field(`Bid "${bid.id}" with video type missing adm and nurl`);
  }
  if (seatMessage !== undefined) return { of: 'seat', message: seatMessage };
  if (!imp) return dialect.needsImp ? field(`Bid "${bid.id}" has no corresponding imp in request`) : undefined;
  if (!bid.dealid && wantsDealsOnly(paramsOf(imp, bidder))) return field(`Bid "${bid.id}" missing required field 'dealid'`);
  return undefined;
}

/** `dealsonly`, which `pgdealsonly` implies unless it is explicitly disabled. */
const wantsDealsOnly = (params: Ext | undefined): boolean =>
  params !== undefined && (params['dealsonly'] === true || (params['pgdealsonly'] === true && typeof params['dealsonly'] !== 'boolean'));

function paramsOf(imp: Imp, bidder: string): Ext | undefined {
  const { bidder: own } = imp.ext?.srv ?? {};
  const params: unknown = own && Object.hasOwn(own, bidder) ? own[bidder] : undefined;
  return typeof params === 'object' && params !== null ? (params as Ext) : undefined;
}
