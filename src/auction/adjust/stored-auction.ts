/** Stored auction responses: seat bids from storage in place of a live auction (auction-exchange.md 17). */
import type { Auction } from '#src/auction/auction.ts';
import { unsoundness } from '#src/auction/collect/sound.ts';
import type { AuctionConfig, MediaType, TypedBid } from '#src/bidders/bidder.ts';
import { CODES } from '#src/bidders/errors.ts';
import { errorMessage } from '#src/wire/error-message.ts';
import { isObject } from '#src/wire/merge.ts';
import type { Imp, SeatBid } from '#src/wire/ortb.ts';
import { toInner } from '#src/wire/rename.ts';
import { DEFAULT_CURRENCY } from './currency.ts';
import { type Filing, fileResult } from './file-bids.ts';
import { mediaTypeOf } from './media-type.ts';

/** What storage holds for one seat over all imps. */
export interface StoredSeat {
  readonly bids: TypedBid[];
  readonly configs: AuctionConfig[];
}

const MEDIA_ORDER: readonly MediaType[] = ['banner', 'video', 'native', 'audio'];

/**
 * Reads the stored texts by imp; bids of one seat are joined over the imps.
 * @throws Error naming what is wrong: a text that is no array of seat bids, or a bid without a media type
 */
export function readStoredAuction(texts: ReadonlyMap<string, string>, imps?: ReadonlyMap<string, Imp>): Map<string, StoredSeat> {
  const seats = new Map<string, StoredSeat>();
  for (const [impId, text] of texts) {
    for (const seatBid of parseSeatBids(text)) {
      const seat = seatBid.seat ?? '';
      if (imps) checkSeat(seatBid);
      const stored = seats.get(seat) ?? { bids: [], configs: [] };
      seats.set(seat, stored);
      for (const bid of seatBid.bid ?? []) {
        const own = { ...bid, impid: impId };
        stored.bids.push({ bid: own, type: imps ? lenientType(own, imps.get(impId)) : mediaTypeOf(own) });
      }
      stored.configs.push(...configsOf(seatBid, seat, impId));
    }
  }
  return seats;
}

function parseSeatBids(text: string): SeatBid[] {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed) || !parsed.every((item) => isObject(item) && (item['bid'] === undefined || Array.isArray(item['bid'])))) {
    throw new Error('a stored auction response must be an array of seat bids');
  }
  toInner(parsed);
  return parsed as SeatBid[];
}

/** Java variant's demands on a stored seat bid. */
function checkSeat({ seat, bid }: SeatBid): void {
  if (!seat) throw new Error("Seat can't be empty in stored response seatBid");
  if (!bid || bid.length === 0) throw new Error('There must be at least one bid in stored response seatBid');
}

/** Java variant: what the bid says of itself, else the imp's first media type. */
function lenientType(bid: SeatBid['bid'][number], imp: Imp | undefined): MediaType {
  try {
    return mediaTypeOf(bid);
  } catch {
    return MEDIA_ORDER.find((type) => imp?.[type]) ?? 'banner';
  }
}

function configsOf({ ext }: SeatBid, seat: string, impId: string): AuctionConfig[] {
  const { fledge } = (isObject(ext?.['srv']) ? ext['srv'] : {}) as { fledge?: { auctionconfigs?: unknown } };
  const configs: unknown = isObject(fledge) ? fledge.auctionconfigs : undefined;
  if (!Array.isArray(configs)) return [];
  return configs.filter(isObject).map((stored) => ({ config: stored['config'], impid: impId, bidder: seat, adapter: seat }));
}

/**
 * Adds what storage holds to the auction. Bids are final, so that nothing is checked or converted, or they go the way of live
 * bids, in the currency of that seat's live answer. A text nobody can read refuses the auction.
 */
export function addStoredSeats(auction: Auction, filing: Filing): void {
  if (auction.storedAuctionResponses.size === 0) return;
  const { areFinal, refusal } = filing.dialect.bids.stored;
  try {
    const seats = readStoredAuction(auction.storedAuctionResponses, areFinal ? undefined : filing.imps);
    for (const [seat, stored] of seats) {
      if (areFinal) fileFinal(auction, filing, seat, stored);
      else fileLive(auction, filing, seat, stored);
    }
  } catch (cause) {
    const message = errorMessage(cause);
    auction.refusal = { kind: refusal, messages: [message] };
  }
}

const coreOf = ({ aliases }: Auction, seat: string): string => aliases.get(seat) ?? seat;

function fileLive(auction: Auction, filing: Filing, seat: string, { bids }: StoredSeat): void {
  const live = auction.outcomes.find(({ bidder }) => bidder === seat)?.calls.find(({ result }) => result)?.result;
  fileResult(filing, { bidder: seat, core: coreOf(auction, seat) }, { bids: soundOf(auction, seat, bids), currency: live?.currency });
}

function fileFinal(auction: Auction, filing: Filing, seat: string, { bids, configs }: StoredSeat): void {
  for (const config of configs) auction.auctionConfigs.push({ ...config, seat });
  const core = coreOf(auction, seat);
  const currency = filing.wanted[0] ?? DEFAULT_CURRENCY;
  const filed = soundOf(auction, seat, bids).map(({ bid, type }) => {
    const own = { ...bid, price: bid.price ?? 0 } as SeatBid['bid'][number];
    return { bid: own, type, seat, bidder: seat, core, originalPrice: own.price, originalCurrency: currency };
  });
  auction.seats.set(seat, { seat, currency, bids: filed });
}

/** Storage is the host's own, but a bad bid in it must not break the answer. */
function soundOf({ findings }: Auction, seat: string, bids: readonly TypedBid[]): TypedBid[] {
  return bids.filter((typed) => {
    const fault = unsoundness(typed);
    if (fault) findings.error(seat, CODES.invalidBid, fault);
    return !fault;
  });
}
