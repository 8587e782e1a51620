/** A request that brings its own answer is answered before anything else about it is looked at (auction-request.md 11.3). */
import type { RequestExt } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { Auction } from '../auction.ts';
import { wholeStoredResponse } from '../enrich/whole-stored-response.ts';
import type { Services } from '../services.ts';

/** Sets `auction.wholeStoredResponse` and as much of the request as the answer shows. Waits only where the store does. */
export function answerWhole(auction: Auction, services: Services): void | Promise<void> {
  const { id, cur, tmax, ext } = auction.body;
  const srv = isObject(ext) ? ext['srv'] : undefined;
  if (!isObject(srv) || !isObject(srv['storedauctionresponse'])) return;
  const { storedauctionresponse } = srv;
  auction.request = {
    id: typeof id === 'string' ? id : '',
    imp: [],
    ...(Array.isArray(cur) && typeof cur[0] === 'string' ? { cur: [cur[0]] } : {}),
    ...(typeof tmax === 'number' ? { tmax } : {}),
    ext: { srv: { storedauctionresponse } } as RequestExt,
  };
  return wholeStoredResponse(auction, services);
}
