/** The log that a debugging video auction stores in the cache. */

import type { CachePut } from '#src/cache/contract.ts';
import type { Auction, DebugLog } from '../auction.ts';
import type { Services } from '../services.ts';

/** Removes markup characters and what the host excludes from logs. */
function bare(text: string, unwanted: RegExp | undefined): string {
  const clean = text.replace(/[<>]/g, '');
  return unwanted ? clean.replace(unwanted, '') : clean;
}

/** The log of an auction as a put under `log_<key>`. */
export function logPut(
  { number, accountId, account }: Pick<Auction, 'number' | 'accountId' | 'account'>,
  { request, headers, response, ttlSeconds, unwanted }: DebugLog,
  key: string,
  { dialect }: Pick<Services, 'dialect'>,
): CachePut {
  const section = (name: string, text: string): string => `<${name}>${bare(text, unwanted)}</${name}>`;
  const parts = {
    request: section('Request', request),
    headers: section('Headers', headers),
    response: section('Response', response),
  };
  const value = `<?xml version="1.0" encoding="UTF-8"?>\n<Log>${dialect.video.logOf(parts)}</Log>`;
  const seconds = dialect.video.logTtlSeconds(ttlSeconds, account.cache_ttl.video);
  return { type: 'xml', value, ttlSeconds: seconds, key: `log_${key}`, auctionNumber: number, accountId };
}
