/** Where cached values are kept: the contract that the memory of this process meets, and others behind a network may. */
import type { MaybeLater } from '#src/auction/services.ts';

export interface CachedValue {
  readonly type: 'json' | 'xml';
  /** JSON as text, or the XML. */
  readonly text: string;
}

/** `exists`: the id is taken and its value stays; `tooLarge`: the value is longer than any may be. */
export type Kept = 'kept' | 'exists' | 'tooLarge';

/** Ids are never given a second value while the first lives. */
export interface ValueStore {
  keep(id: string, value: CachedValue, ttlSeconds: number): MaybeLater<Kept>;
  find(id: string): MaybeLater<CachedValue | undefined>;
}
