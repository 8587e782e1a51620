/** Lifetime of cached bids in the Go variant. */
import { ttlWithBuffer } from '#src/auction/cache/ttl.ts';
import type { TtlDialect } from '../contract/ttl.ts';

export const ttl: TtlDialect = {
  seconds({ bid, imp, request, account, type }, cache) {
    const own = account > 0 ? account : cache.default_ttl_seconds[type];
    // The request's own value overrides the defaults.
    return ttlWithBuffer(bid, imp, request && request > 0 ? request : own, cache.ttl_buffer_seconds) || undefined;
  },
  isShown: false,
};
