/** A request with its own stored response receives it before any further validation. */

import { isObject } from '#src/json/merge.ts';
import type { RequestExt } from '#src/openrtb/ext.ts';
import type { Auction } from '../auction.ts';
import type { Services } from '../services.ts';
import { fullStoredResponse } from './full-stored-response.ts';

/** Sets `auction.fullStoredResponse` and the parts of the request that the response shows. Waits only if the store does. */
export function applyStoredResponse(auction: Auction, services: Services): void | Promise<void> {
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
  return fullStoredResponse(auction, services);
}
