/** The integration channel: `ext.srv.channel` of the Java variant. */
import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { Auction, EndpointName } from '../auction.ts';

/** The channel of a request that names none: by its inventory object. (The Go variant sets it for apps and AMP pages during validation.) */
export function defaultChannel(request: BidRequest, endpoint: EndpointName): RequestSrv['channel'] {
  if (endpoint === 'amp') return { name: 'amp' };
  if (request.app) return { name: 'app' };
  return request.site ? { name: 'web' } : request.dooh ? { name: 'dooh' } : undefined;
}

/** Uses only the caller's and stored data: a site created later from the referrer is not a channel. */
export function nameChannel({ request, endpoint }: Auction): void {
  if (request.ext?.srv?.channel) return;
  const channel = defaultChannel(request, endpoint);
  if (!channel) return;
  request.ext ??= {};
  request.ext.srv ??= {};
  request.ext.srv.channel = channel;
}
