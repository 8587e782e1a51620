/** Where a request came from: `ext.srv.channel` and `ext.srv.integration` (auction-request.md 7.6, 12.2, 13.1). */
import type { Entry } from '#src/auction/auction.ts';
import type { RequestSrv } from '#src/wire/ext.ts';
import type { BidRequest } from '#src/wire/ortb.ts';

/**
 * The channel of a request that does not name one, Java variant: where its inventory is. (The Go variant names those of
 * apps and AMP pages while it checks the request.)
 */
export function defaultChannel(request: BidRequest, entry: Entry): RequestSrv['channel'] {
  if (entry === 'amp') return { name: 'amp' };
  if (request.app) return { name: 'app' };
  return request.site ? { name: 'web' } : request.dooh ? { name: 'dooh' } : undefined;
}
