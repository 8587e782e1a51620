/** An AMP ad is fetched from the cache through its targeting, so both are always enabled. */
import type { AmpDialect } from '#src/dialect/contract/amp.ts';
import { isObject } from '#src/json/merge.ts';

/** Fills `ext.srv.targeting` and `ext.srv.cache`, in place. Invalid values are left for validation to reject. */
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
