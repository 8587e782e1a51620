/** Stored auction responses: seat bids from storage instead of a live auction. */

import type { AuctionConfig, MediaType, TypedBid } from '#src/bidders/bidder.ts';
import { CODES } from '#src/bidders/errors.ts';
import { isObject } from '#src/json/merge.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Result } from '#src/lang/result.ts';
import type { Imp, SeatBid } from '#src/openrtb/ortb.ts';
import { normaliseExt } from '#src/openrtb/rename.ts';
import type { Auction } from '../auction.ts';
import { bidShapeError } from '../collect/bid-shape.ts';
import { DEFAULT_CURRENCY } from '../pricing/currency.ts';
import { mediaTypeOf } from './media-type.ts';
import { collectResult, type SeatCollector } from './seat-collector.ts';

/** The stored bids of one seat over all imps. */
export interface StoredSeat {
  readonly bids: TypedBid[];
  readonly configs: AuctionConfig[];
}

const MEDIA_ORDER: readonly MediaType[] = ['banner', 'video', 'native', 'audio'];

/**
 * Reads the stored JSON by imp; bids of one seat are joined over the imps. A text that is not an array of seat bids, or a bid without a media
 * type, is an error.
 * @param imps Java variant: seats are validated, and a bid without a type has one of its imp
 */
export function readStoredAuction(
  documents: ReadonlyMap<string, string>,
  imps?: ReadonlyMap<string, Imp>,
): Result<Map<string, StoredSeat>> {
  const seats = new Map<string, StoredSeat>();
  for (const [impId, text] of documents) {
    const seatBids = parseSeatBids(text, imps !== undefined);
    if ('error' in seatBids) return imps ? { error: unreadable(imps.get(impId)) ?? seatBids.error } : seatBids;
    for (const seatBid of seatBids.value) {
      const seat = seatBid.seat ?? '';
      const error = imps && seatError(seatBid);
      if (error) return { error };
      const stored = seats.get(seat) ?? { bids: [], configs: [] };
      seats.set(seat, stored);
      for (const bid of seatBid.bid ?? []) {
        const own = { ...bid, impid: impId };
        const type = imps ? { value: lenientType(own, imps.get(impId)) } : mediaTypeOf(own);
        if ('error' in type) return type;
        stored.bids.push({ bid: own, type: type.value });
      }
      stored.configs.push(...configsOf(seatBid, seat, impId));
    }
  }
  return { value: seats };
}

/** The Java variant's message for an unreadable stored response; undefined: the response is part of the request. */
function unreadable(imp: Imp | undefined): string | undefined {
  const id = imp?.ext?.srv?.storedauctionresponse?.id;
  return id && `Can't parse Json for stored response with id ${id}`;
}

/** @param isJava a single seat bid counts as a list; otherwise null counts as an empty one */
function parseSeatBids(json: string, isJava: boolean): Result<SeatBid[]> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
    if (isJava && isObject(parsed)) parsed = [parsed];
    if (!isJava) parsed ??= [];
  } catch (cause) {
    return { error: errorMessage(cause) };
  }
  if (!Array.isArray(parsed) || !parsed.every(isSeatBid)) return { error: 'a stored auction response must be an array of seat bids' };
  normaliseExt(parsed);
  return { value: parsed };
}

const isSeatBid = (item: unknown): item is SeatBid =>
  isObject(item) && Array.isArray(item['bid'] ?? []) && typeof (item['seat'] ?? '') === 'string';

/** The Java variant's requirements for a stored seat bid. */
function seatError({ seat, bid }: SeatBid): string | undefined {
  if (!seat) return "Seat can't be empty in stored response seatBid";
  return !bid || bid.length === 0 ? 'There must be at least one bid in stored response seatBid' : undefined;
}

/** Java variant: the bid's own type, else the imp's first media type. */
function lenientType(bid: SeatBid['bid'][number], imp: Imp | undefined): MediaType {
  const own = mediaTypeOf(bid);
  return 'value' in own ? own.value : (MEDIA_ORDER.find((type) => imp?.[type]) ?? 'banner');
}

function configsOf({ ext }: SeatBid, seat: string, impId: string): AuctionConfig[] {
  const { fledge } = (isObject(ext?.['srv']) ? ext['srv'] : {}) as { fledge?: { auctionconfigs?: unknown } };
  const configs: unknown = isObject(fledge) ? fledge.auctionconfigs : undefined;
  if (!Array.isArray(configs)) return [];
  return configs.filter(isObject).map((stored) => ({ config: stored['config'], impid: impId, bidder: seat, adapter: seat }));
}

/**
 * Adds the stored bids to the auction. Either they are final, without checks or conversion, or they are processed like live bids, in the
 * currency of that seat's live response. Unreadable stored data rejects the auction.
 */
export function addStoredSeats(auction: Auction, collector: SeatCollector): void {
  if (auction.storedAuctionResponses.size === 0) return;
  const { areFinal, rejection } = collector.dialect.bids.stored;
  const seats = readStoredAuction(auction.storedAuctionResponses, areFinal ? undefined : collector.imps);
  if ('error' in seats) {
    auction.rejection = { kind: rejection, messages: [seats.error] };
    return;
  }
  for (const [seat, stored] of seats.value) {
    if (areFinal) addFinalBids(auction, collector, seat, stored);
    else fileLive(auction, collector, seat, stored);
  }
}

const coreOf = ({ aliases }: Auction, seat: string): string => aliases.get(seat) ?? seat;

function fileLive(auction: Auction, collector: SeatCollector, seat: string, { bids }: StoredSeat): void {
  const live = auction.outcomes.find(({ bidder }) => bidder === seat)?.calls.find(({ result }) => result)?.result;
  collectResult(
    collector,
    { bidder: seat, core: coreOf(auction, seat) },
    { bids: wellFormedOf(auction, seat, bids), currency: live?.currency },
  );
}

function addFinalBids(auction: Auction, collector: SeatCollector, seat: string, { bids, configs }: StoredSeat): void {
  for (const config of configs) auction.auctionConfigs.push({ ...config, seat });
  const core = coreOf(auction, seat);
  const currency = collector.wanted[0] ?? DEFAULT_CURRENCY;
  const collected = wellFormedOf(auction, seat, bids).map(({ bid, type }) => {
    const own = { ...bid, price: bid.price ?? 0 } as SeatBid['bid'][number];
    return { bid: own, type, seat, bidder: seat, core, originalPrice: own.price, originalCurrency: currency };
  });
  auction.seats.set(seat, { seat, currency, bids: collected });
}

/** Stored data belongs to the host, but an invalid bid in it must not break the response. */
function wellFormedOf({ diagnostics }: Auction, seat: string, bids: readonly TypedBid[]): TypedBid[] {
  return bids.filter((typed) => {
    const error = bidShapeError(typed);
    if (error) diagnostics.error(seat, CODES.invalidBid, error);
    return !error;
  });
}
