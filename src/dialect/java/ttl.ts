/** Lifetime of cached bids in the Java variant. */
import { firstTtl } from '#src/auction/cache/ttl.ts';
import type { MediaType } from '#src/bidders/bidder.ts';
import type { TtlDialect } from '../contract/ttl.ts';

/** Used if the host sets none. */
const DEFAULT_TTL_SECONDS: { readonly [type in MediaType]: number } = { banner: 300, video: 1500, audio: 1500, native: 300 };

export const ttl: TtlDialect = {
  seconds({ bid, imp, request, account, type }, cache) {
    const host = type === 'banner' ? cache.banner_ttl_seconds : type === 'video' ? cache.video_ttl_seconds : undefined;
    const byType = cache.default_ttl_seconds[type] ?? DEFAULT_TTL_SECONDS[type];
    return firstTtl(bid, imp, request, account > 0 ? account : undefined, host, byType);
  },
  isShown: true,
};
