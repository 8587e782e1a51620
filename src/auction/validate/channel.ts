/** Where a request came from: `ext.srv.channel` of the Java variant (auction-request.md 7.6). */
import type { RequestSrv } from '#src/wire/ext.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import type { Auction, Entry } from '../auction.ts';

/**
 * The channel of a request that does not name one: where its inventory is. (The Go variant names those of apps and AMP
 * pages while it checks the request.)
 */
export function defaultChannel(request: BidRequest, entry: Entry): RequestSrv['channel'] {
  if (entry === 'amp') return { name: 'amp' };
  if (request.app) return { name: 'app' };
  return request.site ? { name: 'web' } : request.dooh ? { name: 'dooh' } : undefined;
}

/** Goes by what the caller and storage said: a site made of the referrer alone later on is no channel. */
export function nameChannel({ request, entry }: Auction): void {
  if (request.ext?.srv?.channel) return;
  const channel = defaultChannel(request, entry);
  if (!channel) return;
  request.ext ??= {};
  request.ext.srv ??= {};
  request.ext.srv.channel = channel;
}
