/** An AMP ad is fetched from the cache by its targeting, so both are always on (amp-and-video.md sections 2.14 and 6.7). */
import type { HostConfig } from '#src/config/schema.ts';
import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';

/**
 * Fills `ext.srv.targeting` and `ext.srv.cache`, in place: whole bids always (Go variant), or bids and VAST where nothing is
 * said (Java variant). What has a wrong form is left for the checks to refuse.
 */
export function fillAmpOutput(request: { ext?: unknown }, variant: HostConfig['variant']): void {
  const ext = request.ext ?? {};
  const srv = isObject(ext) ? (ext['srv'] ?? {}) : undefined;
  if (!isObject(ext) || !isObject(srv)) return;
  srv['targeting'] ??= {};
  const cache = srv['cache'] ?? {};
  if (isObject(cache)) srv['cache'] = withCache(cache, variant);
  ext['srv'] = srv;
  request.ext = ext;
}

function withCache(cache: Ext, variant: HostConfig['variant']): Ext {
  const { bids, vastxml } = cache;
  if (variant === 'go') return { ...cache, bids: bids ?? {} };
  return (bids ?? vastxml ?? null) === null ? { ...cache, bids: {}, vastxml: {} } : cache;
}
