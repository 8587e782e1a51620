/** Fetches signals, with a cache limited in size and age. */
import { LRUCache } from 'lru-cache';
import { denormaliseExt } from '#src/openrtb/rename.ts';
import type { HookContext, ModuleEnv } from '../hook.ts';
import { vendorObject } from '../vendor-response.ts';
import { cacheKey } from './cache-key.ts';
import { maskForScope3 } from './mask.ts';
import { segmentsOf } from './segments.ts';
import type { Scope3Settings } from './settings.ts';

/** Name of the component in activity rules. */
const COMPONENT = 'scope3.rtd';
/** Bytes of an entry besides its segments. */
const ENTRY_BYTES = 64;

export interface Scope3Client {
  /** Segments of the auction's request. @throws Error without a usable response */
  segments(context: Pick<HookContext, 'requestFor' | 'extKey' | 'signal'>): Promise<readonly string[]>;
}

/** Errors are not stored. */
export function scope3Client(settings: Scope3Settings, { call, clock }: Pick<ModuleEnv, 'call' | 'clock'>): Scope3Client {
  const stored = new LRUCache<string, readonly string[]>({
    maxSize: settings.cache_size,
    sizeCalculation: (segments) => segments.reduce((bytes, segment) => bytes + segment.length, ENTRY_BYTES),
    ttl: settings.cache_ttl_seconds * 1000,
    perf: { now: () => clock.now() },
    ttlResolution: 0,
  });
  return {
    async segments({ requestFor, extKey, signal }) {
      const request = requestFor(COMPONENT);
      const key = cacheKey(request);
      const known = stored.get(key);
      if (known) return known;
      const result = await call(
        {
          method: 'POST',
          uri: settings.endpoint,
          headers: { 'Content-Type': 'application/json', 'x-scope3-auth': settings.auth_key },
          body: JSON.stringify(denormaliseExt(maskForScope3(request, settings.masking), extKey)),
        },
        settings.timeout_ms,
        signal,
      );
      if (result.kind === 'response' && result.response.status !== 200) {
        throw new Error(`scope3 returned status ${result.response.status}`);
      }
      const segments = segmentsOf(vendorObject(result));
      stored.set(key, segments);
      return segments;
    },
  };
}
