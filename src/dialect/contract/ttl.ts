import type { TtlInput } from '#src/auction/cache/ttl-input.ts';
import type { HostConfig } from '#src/config/schema.ts';

/** Lifetimes of cached bids, in seconds. */
export interface TtlDialect {
  /** The lifetime of one form of a bid; undefined: the cache's own limit. */
  seconds(input: TtlInput, cache: HostConfig['cache']): number | undefined;
  /** Whether clients see a bid's lifetime. */
  readonly isShown: boolean;
}
