/** The contract of cached value stores: implemented by the memory of this process and by remote stores. */
import type { MaybeLater } from '#src/lang/later.ts';
import type { Result } from '#src/lang/result.ts';

export interface CachedValue {
  readonly type: 'json' | 'xml';
  /** JSON as a string, or the XML. */
  readonly content: string;
}

/** A value to store. */
export interface StorePut {
  readonly id: string;
  readonly value: CachedValue;
  readonly ttlSeconds: number;
  /** The id was just generated: it cannot exist. */
  readonly isNew?: boolean | undefined;
  /** Written by a caller, not by an auction: limited to a share of the memory. */
  readonly isPublic?: boolean | undefined;
}

/** `exists`: the id is taken and keeps its value; `tooLarge`: the value exceeds the max size. */
export type StoreResult = 'stored' | 'exists' | 'tooLarge';

/** The result for one of many values: the error, if the store could not be used. */
export type PutOutcome = Result<StoreResult, Error>;

/** Whether a put has stored its value. */
export const isStored = (outcome: PutOutcome): boolean => 'value' in outcome && outcome.value === 'stored';

/** Timeout; a class of its own because callers of `/cache` receive a specific status. */
export class CacheTimeout extends Error {}

/** The unmodified response of a cache service. */
export interface RawCacheResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: readonly string[] };
  readonly body: string;
}

/**
 * An id never receives a second value during its lifetime. Remote stores reject with an Error that names the reason, within the timeout.
 */
export interface ValueStore {
  /**
   * @param isNew the id was just generated: it cannot exist
   * @param isPublic written by a caller, not by an auction
   */
  put(id: string, value: CachedValue, ttlSeconds: number, isNew?: boolean, isPublic?: boolean): MaybeLater<StoreResult>;
  /** Many values in one exchange; one result each, in order. Never rejects. Absent: `put` never waits. */
  putMany?(values: readonly StorePut[], timeoutMs: number): Promise<readonly PutOutcome[]>;
  find(id: string): MaybeLater<CachedValue | undefined>;
  /** Closes connections. */
  close?(): Promise<void>;
}

/** A cache service that clients can reach directly; this server only forwards its responses. */
export interface CacheService {
  /** Rejects with an Error that names the reason for a missing response, within the timeout. */
  read(id: string, channel: string | undefined): Promise<RawCacheResponse>;
  close(): Promise<void>;
}
