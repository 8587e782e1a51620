/** Validates payloads after hooks: the first error, undefined if there is none. */
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionBid } from '#src/auction/bid.ts';
import { bidShapeError } from '#src/auction/collect/bid-shape.ts';
import { shapeError } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import { decodeRequest } from '#src/openrtb/decode.ts';
import { type ExtShapeName, extError } from '#src/openrtb/ext-shapes.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { Payloads } from './hook.ts';

/**
 * A request in the shape all later states rely on. Spelling and nulls of changed parts are normalized in place.
 * @param lenient coerce types as the Java variant does
 */
export function requestError(request: BidRequest, lenient: boolean): string | undefined {
  const decoded = decodeRequest(request, lenient);
  if ('error' in decoded) return decoded.error;
  if (typeof request.id !== 'string') return 'request.id is missing';
  if (!Array.isArray(request.imp)) return 'request.imp is missing';
  for (const [i, imp] of request.imp.entries()) {
    if (typeof imp.id !== 'string') return `request.imp[${i}].id is missing`;
  }
  return extensionError(request, lenient);
}

function extensionError({ ext, imp, user, source, regs }: BidRequest, lenient: boolean): string | undefined {
  const holders: [string, unknown, ExtShapeName?][] = [
    ['request.ext', ext, 'RequestSrv'],
    ['request.user.ext', user?.ext, 'UserSrv'],
    ['request.source.ext', source?.ext],
    ['request.regs.ext', regs?.ext],
    ...imp.map((one, i): [string, unknown, ExtShapeName] => [`request.imp[${i}].ext`, one.ext, 'ImpSrv']),
  ];
  for (const [path, held, shape] of holders) {
    if (held === undefined || held === null) continue;
    if (!isObject(held)) return `${path} is not an object`;
    if (!shape || held['srv'] === undefined) continue;
    const error = isObject(held['srv']) ? extError(shape, held['srv'], lenient) : { path: '', message: 'not an object' };
    if (error) return shapeError(error, `${path}.srv`);
  }
  for (const [i, one] of imp.entries()) {
    const bidders: unknown = one.ext?.srv?.bidder;
    if (isObject(bidders) && !Object.values(bidders).every(isObject))
      return `request.imp[${i}].ext.srv.bidder holds params that are no object`;
  }
  return undefined;
}

/** The error of a request body as a hook left it. */
export function bodyError(body: unknown): string | undefined {
  return isObject(body) ? undefined : 'the body is not an object';
}

const areStrings = (values: unknown): boolean =>
  isObject(values) && Object.values(values).every((value) => value === undefined || typeof value === 'string');

/** The error of an HTTP request as a hook left it. */
export function httpError({ headers, query, body }: Payloads['entrypoint']): string | undefined {
  if (!areStrings(headers)) return 'headers are not strings';
  if (!areStrings(query)) return 'query parameters are not strings';
  return typeof body === 'string' ? undefined : 'the body is not a string';
}

/** @param count number of responses before the hook */
export function responsesError({ responses }: Payloads['raw_bidder_response'], count: number): string | undefined {
  if (!Array.isArray(responses) || responses.length !== count) return 'responses were added or removed';
  for (const response of responses) {
    if (!isObject(response) || !Array.isArray(response.bids)) return 'a response has no list of bids';
    const { currency, auctionConfigs } = response as { currency?: unknown; auctionConfigs?: unknown };
    if (currency !== undefined && typeof currency !== 'string') return 'a currency is not a string';
    if (auctionConfigs !== undefined && !(Array.isArray(auctionConfigs) && auctionConfigs.every(isObject)))
      return 'auction configs are not a list';
    for (const bid of response.bids) {
      const error = bidShapeError(bid);
      if (error) return error;
    }
  }
  return undefined;
}

/** An accepted bid must still belong to an imp of the request, or of a bid before the hook, and have a price. */
function bidError(bid: AuctionBid, auction: Auction): string | undefined {
  const error = bidShapeError(bid);
  if (error) return error;
  const { seat, bidder, core, originalPrice, originalCurrency } = bid;
  for (const text of [seat, bidder, core, originalCurrency, bid.bid.id])
    if (typeof text !== 'string') return 'a bid lost its required fields';
  if (!Number.isFinite(originalPrice) || !Number.isFinite(bid.bid.price) || bid.bid.price < 0) return `Bid "${bid.bid.id}" has no price`;
  return isKnownImp(bid.bid.impid, auction) ? undefined : `Bid "${bid.bid.id}" belongs to no imp of the request`;
}

const isKnownImp = (impId: string, { request, seats }: Auction): boolean =>
  request.imp.some(({ id }) => id === impId) || seats.values().some(({ bids }) => bids.some(({ bid }) => bid.impid === impId));

/** The error of a bidder's bids: each needs a price, and an imp of the request. */
export function bidsError({ bids }: Payloads['processed_bidder_response'], auction: Auction): string | undefined {
  if (!Array.isArray(bids)) return 'bids are not a list';
  for (const bid of bids) {
    const error = isObject(bid) ? bidError(bid, auction) : 'a bid is not an object';
    if (error) return error;
  }
  return undefined;
}

/** The error of all seats: names and currencies, each name once, and their bids. */
export function seatsError({ seats }: Payloads['all_processed_bid_responses'], auction: Auction): string | undefined {
  if (!Array.isArray(seats)) return 'seats are not a list';
  for (const seat of seats) {
    if (!isObject(seat) || typeof seat.seat !== 'string' || typeof seat.currency !== 'string') return 'a seat has no name or no currency';
    const error = bidsError(seat, auction);
    if (error) return error;
  }
  return new Set(seats.map(({ seat }) => seat)).size === seats.length ? undefined : 'duplicate seat';
}

/** The error of the headers of an HTTP response. */
export function clientResponseError({ headers }: Payloads['exitpoint']): string | undefined {
  if (!isObject(headers)) return 'headers are not strings';
  for (const [name, value] of Object.entries(headers)) {
    // RFC 9110: header names must be tokens, and values must not end the line.
    if (typeof value !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      return `header ${name} is invalid`;
  }
  return undefined;
}
