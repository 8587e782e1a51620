/** An AMP ad is fetched from the cache by its targeting, so both are always on (amp-and-video.md sections 2.14 and 6.7). */
import type { AmpDialect } from '#src/dialect/dialect.ts';
import { isObject } from '#src/wire/merge.ts';

/**
 * Fills `ext.srv.targeting` and `ext.srv.cache`, in place. What has a wrong form is left for the checks to refuse.
 */
export function fillAmpOutput(request: { ext?: unknown }, { withCache }: Pick<AmpDialect, 'withCache'>): void {
  const ext = request.ext ?? {};
  const srv = isObject(ext) ? (ext['srv'] ?? {}) : undefined;
  if (!isObject(ext) || !isObject(srv)) return;
  srv['targeting'] ??= {};
  const cache = srv['cache'] ?? {};
  if (isObject(cache)) srv['cache'] = withCache(cache);
  ext['srv'] = srv;
  request.ext = ext;
}
