/** Where cached values are kept: the contract that the memory of this process meets, and others behind a network may. */
import type { MaybeLater } from '#src/auction/services.ts';

export interface CachedValue {
  readonly type: 'json' | 'xml';
  /** JSON as text, or the XML. */
  readonly text: string;
}

/** A value about to be kept. */
export interface Keeping {
  readonly id: string;
  readonly value: CachedValue;
  readonly ttlSeconds: number;
  /** The id was made just now: nobody else can have it. */
  readonly isNew?: boolean | undefined;
}

/** `exists`: the id is taken and its value stays; `tooLarge`: the value is longer than any may be. */
export type Kept = 'kept' | 'exists' | 'tooLarge';

/** No answer in time: told apart, since callers of `/cache` are told so. */
export class CacheTimeout extends Error {}

/** An answer of a cache service as it came. */
export interface RawCacheAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: readonly string[] };
  readonly body: string;
}

/** Ids are never given a second value while the first lives. Stores behind a network reject with an Error that says why, in time. */
export interface ValueStore {
  /** @param isNew the id was made just now: nobody else can have it */
  keep(id: string, value: CachedValue, ttlSeconds: number, isNew?: boolean): MaybeLater<Kept>;
  /** Many with one exchange; an outcome each, in order. Never rejects. Absent: `keep` waits for nobody. */
  keepMany?(values: readonly Keeping[], timeoutMs: number): Promise<readonly (Kept | Error)[]>;
  find(id: string): MaybeLater<CachedValue | undefined>;
  /** Ends connections. */
  close?(): Promise<void>;
}

/** A cache service that clients reach by themselves; this server only passes its answers on. */
export interface CacheService {
  /** Rejects with an Error that says why there is no answer, in time. */
  read(id: string, channel: string | undefined): Promise<RawCacheAnswer>;
  close(): Promise<void>;
}
