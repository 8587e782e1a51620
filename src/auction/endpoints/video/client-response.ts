/** The HTTP response to a video request, including errors. */

import type { BidResponse } from '#src/openrtb/ortb.ts';
import type { Auction } from '../../auction.ts';
import { logPut } from '../../cache/debug-log.ts';
import type { AuctionRejection } from '../../rejection.ts';
import { jsonClientResponse } from '../../response/client-response.ts';
import type { Services } from '../../services.ts';
import { type AdPod, adPods } from './pods.ts';

/** Caches the log of a debugging auction for its caller. Waits only if the cache does. */
function storeLog(auction: Auction, services: Services): void | Promise<void> {
  const { bidCache, config, random } = services;
  const { debugLog } = auction;
  if (!debugLog || debugLog.key !== undefined) return;
  debugLog.key = random.uuid();
  try {
    const stored = bidCache.put([logPut(auction, debugLog, debugLog.key, services)], config.cache.put_timeout_ms);
    if (stored instanceof Promise) return stored.then(ignore, ignore);
  } catch {
    // Best effort: a cache failure costs the log, never the response.
  }
}

const ignore = (): void => {};

/** Sets `auction.clientResponse`, or rejects if nothing could be cached. A debugging caller without any valid pod receives the log's id instead. */
export function videoClientResponse(response: BidResponse, auction: Auction, services: Services): void | Promise<void> {
  const found = adPods(response, auction.podErrors, services.dialect.video);
  if ('error' in found) {
    auction.rejection = { kind: 'failed', messages: [found.error] };
    return;
  }
  const pods = found.value;
  const ext = services.dialect.video.ext(response.ext, auction.request.test === 1);
  const { debugLog } = auction;
  if (pods.length > 0 || !debugLog) {
    auction.clientResponse = jsonClientResponse({ adPods: pods, ext }, auction, services);
    return;
  }
  if (debugLog.response === '') debugLog.response = ext ? JSON.stringify(ext) : 'No response or errors created';
  const stored = storeLog(auction, services);
  const adPod: AdPod = { podid: 0, targeting: [{ hb_cache_id: debugLog.key }], errors: services.dialect.video.noErrors };
  auction.clientResponse = jsonClientResponse({ adPods: [adPod], ext }, auction, services);
  return stored;
}

/** The body for the caller of a rejected video request. A debugging caller receives the location of the log, which contains the reasons. */
export function videoRejectionBody({ kind, messages }: AuctionRejection, auction: Auction, services: Services): string {
  const strings = [...messages];
  const { debugLog } = auction;
  if (debugLog) {
    debugLog.response = [debugLog.response, ...messages].filter((text) => text !== '').join('\n');
    // Not awaited: the rejection must not be slower than the cache. It never rejects.
    void storeLog(auction, services);
    strings.push(`[Debug cache ID: ${debugLog.key}]`);
  }
  return services.dialect.rejection.videoBody(kind, strings);
}
