/** The reply to a video request, good or bad (amp-and-video.md sections 13 to 15; decisions row 42). */

import type { BidResponse } from '#src/wire/ortb.ts';
import type { Refusal, RefusalKind } from '#src/wire/refusal.ts';
import type { Auction } from '../auction.ts';
import { logPut } from '../cache/debug-log.ts';
import { jsonReply } from '../respond/reply.ts';
import type { Services } from '../services.ts';
import { adPods } from './pods.ts';

/** Puts the log of a debugging auction where its caller can fetch it. Waits only where the cache does. */
export function keepLog(auction: Auction, { bidCache, config, random }: Services): void | Promise<void> {
  const { debugLog } = auction;
  if (!debugLog || debugLog.key !== undefined) return;
  debugLog.key = random.uuid();
  try {
    const kept = bidCache.put([logPut(debugLog, debugLog.key)], config.cache.put_timeout_ms);
    if (kept instanceof Promise) return kept.then(nothing, nothing);
  } catch {
    // Best effort: a dead cache costs the log, never the answer.
  }
}

const nothing = (): void => {};

/** Sets `auction.reply`, or refuses where nothing could be cached. A debugging caller without any pod gets the log's id instead. */
export function videoReply(response: BidResponse, auction: Auction, services: Services): void | Promise<void> {
  const pods = adPods(response, auction.podErrors);
  if (typeof pods === 'string') {
    auction.refusal = { kind: 'failed', messages: [pods] };
    return;
  }
  const ext = auction.request.test === 1 ? response.ext : undefined;
  const { debugLog } = auction;
  if (pods.length > 0 || !debugLog) {
    auction.reply = jsonReply({ adPods: pods, ext }, auction, services);
    return;
  }
  if (debugLog.response === '') debugLog.response = ext ? JSON.stringify(ext) : 'No response or errors created';
  const kept = keepLog(auction, services);
  const adPod = { podid: 0, targeting: [{ hb_cache_id: debugLog.key }] };
  auction.reply = jsonReply({ adPods: [adPod], ext }, auction, services);
  return kept;
}

const LEAD = 'Critical error while running the video endpoint: ';

/** What the caller of a refused video request reads. A debugging caller is told where the log lies, with the reasons in it. */
export function videoRefusalBody({ kind, messages }: Refusal, auction: Auction, services: Services): string {
  const texts = [...messages];
  const { debugLog } = auction;
  if (debugLog) {
    debugLog.response = [debugLog.response, ...messages].filter((text) => text !== '').join('\n');
    // Nobody waits for it: the refusal is not to be slower than the cache. It never rejects.
    void keepLog(auction, services);
    texts.push(`[Debug cache ID: ${debugLog.key}]`);
  }
  if (services.config.variant === 'java') return javaBody(kind, texts);
  return LEAD + texts.map((text) => ` ${text}`).join('');
}

const OWN_FAULT: ReadonlySet<RefusalKind> = new Set(['failed', 'accountDisabled', 'blockedApp']);

function javaBody(kind: RefusalKind, texts: readonly string[]): string {
  if (kind === 'accountRequired') return texts.map((text) => `Unauthorised: ${text}`).join('\n');
  if (OWN_FAULT.has(kind)) return `Critical error while running the auction: ${texts.join(', ')}`;
  return texts.map((text) => `Invalid request format: ${text}`).join('\n');
}
