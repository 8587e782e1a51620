/** Where a request came from: `ext.srv.channel` and `ext.srv.integration` (auction-request.md 7.6, 12.2, 13.1). */
import type { Entry } from '#src/auction/auction.ts';
import type { RequestSrv } from '#src/wire/ext.ts';
import type { BidRequest } from '#src/wire/ortb.ts';

/**
 * The channel of a request that does not name one: AMP and apps have one in both variants, sites and screens only in the
 * Java variant, which leaves the version out.
 */
export function defaultChannel(request: BidRequest, entry: Entry, variant: 'go' | 'java'): RequestSrv['channel'] {
  const version = variant === 'go' ? { version: '' } : {};
  if (entry === 'amp') return { name: 'amp', ...version };
  if (request.app) return { name: 'app', ...version };
  if (variant === 'go') return undefined;
  return request.site ? { name: 'web' } : request.dooh ? { name: 'dooh' } : undefined;
}
