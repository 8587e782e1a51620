/** Whether what hooks left behind can be gone on with: a first fault as text, undefined where there is none. */
import type { Auction, AuctionBid } from '#src/auction/auction.ts';
import { unsoundness } from '#src/auction/collect/sound.ts';
import { faultText } from '#src/wire/checks.ts';
import { decodeRequest } from '#src/wire/decode.ts';
import { type ExtShapeName, extFault } from '#src/wire/ext-shapes.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import type { Payloads } from './hook.ts';

/**
 * A request as all later states take it for granted. Spelling and nulls of what was changed are put right in place.
 * @param loose read as the Java variant does
 */
export function requestFault(request: BidRequest, loose: boolean): string | undefined {
  const decoded = decodeRequest(request, loose);
  if ('error' in decoded) return decoded.error;
  if (typeof request.id !== 'string') return 'request.id is missing';
  if (!Array.isArray(request.imp)) return 'request.imp is missing';
  for (const [i, imp] of request.imp.entries()) {
    if (typeof imp.id !== 'string') return `request.imp[${i}].id is missing`;
  }
  return extensionFault(request, loose);
}

function extensionFault({ ext, imp, user, source, regs }: BidRequest, loose: boolean): string | undefined {
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
    const fault = isObject(held['srv']) ? extFault(shape, held['srv'], loose) : { path: '', text: 'not an object' };
    if (fault) return faultText(fault, `${path}.srv`);
  }
  for (const [i, one] of imp.entries()) {
    const bidders: unknown = one.ext?.srv?.bidder;
    if (isObject(bidders) && !Object.values(bidders).every(isObject))
      return `request.imp[${i}].ext.srv.bidder holds params that are no object`;
  }
  return undefined;
}

export function bodyFault(body: unknown): string | undefined {
  return isObject(body) ? undefined : 'the body is not an object';
}

const areTexts = (values: unknown): boolean =>
  isObject(values) && Object.values(values).every((value) => value === undefined || typeof value === 'string');

export function httpFault({ headers, query, body }: Payloads['entrypoint']): string | undefined {
  if (!areTexts(headers)) return 'headers are not texts';
  if (!areTexts(query)) return 'query parameters are not texts';
  return typeof body === 'string' ? undefined : 'the body is not a text';
}

/** @param count answers there were before the hook */
export function answersFault({ answers }: Payloads['raw_bidder_response'], count: number): string | undefined {
  if (!Array.isArray(answers) || answers.length !== count) return 'answers were added or taken away';
  for (const answer of answers) {
    if (!isObject(answer) || !Array.isArray(answer.bids)) return 'an answer has no list of bids';
    const { currency, auctionConfigs } = answer as { currency?: unknown; auctionConfigs?: unknown };
    if (currency !== undefined && typeof currency !== 'string') return 'a currency is not a text';
    if (auctionConfigs !== undefined && !(Array.isArray(auctionConfigs) && auctionConfigs.every(isObject)))
      return 'auction configs are no list';
    for (const bid of answer.bids) {
      const fault = unsoundness(bid);
      if (fault) return fault;
    }
  }
  return undefined;
}

/** A bid that is in stays one of an imp of the request, with a price. */
export function bidFault(bid: AuctionBid, { request }: Auction): string | undefined {
  const fault = unsoundness(bid);
  if (fault) return fault;
  const { seat, bidder, core, originalPrice, originalCurrency } = bid;
  for (const text of [seat, bidder, core, originalCurrency, bid.bid.id])
    if (typeof text !== 'string') return 'a bid lost what it is filed by';
  if (!Number.isFinite(originalPrice) || !Number.isFinite(bid.bid.price) || bid.bid.price < 0) return `Bid "${bid.bid.id}" has no price`;
  return request.imp.some(({ id }) => id === bid.bid.impid) ? undefined : `Bid "${bid.bid.id}" is for no imp of the request`;
}

export function bidsFault({ bids }: Payloads['processed_bidder_response'], auction: Auction): string | undefined {
  if (!Array.isArray(bids)) return 'bids are no list';
  for (const bid of bids) {
    const fault = isObject(bid) ? bidFault(bid, auction) : 'a bid is not an object';
    if (fault) return fault;
  }
  return undefined;
}

export function seatsFault({ seats }: Payloads['all_processed_bid_responses'], auction: Auction): string | undefined {
  if (!Array.isArray(seats)) return 'seats are no list';
  for (const seat of seats) {
    if (!isObject(seat) || typeof seat.seat !== 'string' || typeof seat.currency !== 'string') return 'a seat has no name or no currency';
    const fault = bidsFault(seat, auction);
    if (fault) return fault;
  }
  return new Set(seats.map(({ seat }) => seat)).size === seats.length ? undefined : 'a seat is there twice';
}

export function replyFault({ headers }: Payloads['exitpoint']): string | undefined {
  if (!isObject(headers)) return 'headers are not texts';
  for (const [name, value] of Object.entries(headers)) {
    // RFC 9110: what is no token, or would end the line, must not reach the wire.
    if (typeof value !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t\x20-\x7e\x80-\xff]/.test(value))
      return `header ${name} cannot be sent`;
  }
  return undefined;
}
