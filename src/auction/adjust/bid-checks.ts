/** What every bid must have (auction-exchange.md 7.1 and 7.2; decisions row 16 for deals only). */
import type { AuctionBid } from '#src/auction/auction.ts';
import type { BidDialect } from '#src/dialect/dialect.ts';
import { currencyFault } from '#src/wire/currency-codes.ts';
import type { Ext } from '#src/wire/ext.ts';
import type { Imp } from '#src/wire/ortb.ts';
import { DEFAULT_CURRENCY } from './currency.ts';
import type { Refused } from './refuse.ts';

const member = (message: string): Refused => ({ of: 'member', message });

/** Why a seat's currency is not allowed; undefined when the request takes it. No currency means USD. */
export function currencyRefusal(currency: string | undefined, wanted: readonly string[] | undefined): string | undefined {
  const list = wanted && wanted.length > 0 ? wanted : [DEFAULT_CURRENCY];
  const given = currency || DEFAULT_CURRENCY;
  const fault = currencyFault(given);
  if (fault) return fault;
  return list.includes(given) ? undefined : `Bid currency is not allowed. Was '${given}', wants: ['${list.join(`', '`)}']`;
}

/** A price that may not stand: it must be above zero, or zero for a deal. */
export function priceFault(
  id: string,
  price: number,
  deal: string | undefined,
  { badPrice }: Pick<BidDialect, 'badPrice'>,
): Refused | undefined {
  if (price > 0 || (price === 0 && deal)) return undefined;
  return { of: 'price', message: badPrice(id, price) };
}

/** The first thing wrong with a bid as its bidder sent it, in the order the variant looks. */
export function bidFault({ bid, type, bidder }: AuctionBid, imp: Imp | undefined, dialect: BidDialect): Refused | undefined {
  const price = priceFault(bid.id, bid.price, bid.dealid, dialect);
  if (price && dialect.priceFirst) return price;
  if (!bid.id) return member("Bid missing required field 'id'");
  if (!bid.impid) return member(`Bid "${bid.id}" missing required field 'impid'`);
  if (price) return price;
  if (!bid.crid) return member(`Bid "${bid.id}" missing creative ID`);
  if (dialect.videoNeedsMarkup && type === 'video' && !bid.adm && !bid.nurl) {
    return member(`Bid "${bid.id}" with video type missing adm and nurl`);
  }
  if (!imp) return member(`Bid "${bid.id}" has no corresponding imp in request`);
  if (!bid.dealid && wantsDealsOnly(paramsOf(imp, bidder))) return member(`Bid "${bid.id}" missing required field 'dealid'`);
  return undefined;
}

/** `dealsonly`, which `pgdealsonly` brings with it unless it is switched off by name (decisions row 16). */
const wantsDealsOnly = (params: Ext | undefined): boolean =>
  params !== undefined && (params['dealsonly'] === true || (params['pgdealsonly'] === true && typeof params['dealsonly'] !== 'boolean'));

function paramsOf(imp: Imp, bidder: string): Ext | undefined {
  const { bidder: own } = imp.ext?.srv ?? {};
  const params: unknown = own && Object.hasOwn(own, bidder) ? own[bidder] : undefined;
  return typeof params === 'object' && params !== null ? (params as Ext) : undefined;
}
