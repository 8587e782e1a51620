/** What adapters do to bids, and the imps bids belong to. */
import type { ResponseExt } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { DeepReadonly } from '#src/wire/ortb.ts';
import type { AuctionConfig, Call, SharedRequest } from '../bidder.ts';
import { member, parseJson } from './decode.ts';
import { plainNumber } from './money.ts';
import type { BidPatch, SharedBid, SharedImp } from './spec.ts';

/** Fills the bid's price into `${AUCTION_PRICE}` of these members (a `bid` hook). */
export const auctionPrice =
  (...members: readonly ('adm' | 'nurl' | 'burl' | 'lurl')[]) =>
  (bid: SharedBid): BidPatch | undefined => {
    let patch: { [member: string]: string } | undefined;
    for (const name of members) {
      const text = bid[name];
      if (!text?.includes('${AUCTION_PRICE}')) continue;
      patch ??= {};
      patch[name] = text.replaceAll('${AUCTION_PRICE}', plainNumber(bid.price));
    }
    return patch;
  };

/** The imp a bid is for; undefined where there is none. */
export const impOf = (request: SharedRequest, impId: string): SharedImp | undefined => request.imp.find((imp) => imp.id === impId);

/** The request as it was sent, where it was OpenRTB. */
export function sentRequest(sent: Call): SharedRequest | undefined {
  const body = typeof sent.body === 'string' ? parseJson(sent.body) : sent.body;
  return isObject(body) && Array.isArray(body['imp']) ? (body as unknown as SharedRequest) : undefined;
}

/** `ext.fledge_auction_configs` of an answer: an object of configs by imp id. */
export function configsByImp(ext: DeepReadonly<ResponseExt>, bidder?: string): readonly AuctionConfig[] | undefined {
  const configs = member(ext, 'fledge_auction_configs');
  return isObject(configs) ? Object.entries(configs).map(([impid, config]) => ({ impid, bidder, config })) : undefined;
}
