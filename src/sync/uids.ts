/** The `uids` cookie: the user's ids by sync key, read by auctions and changed by user sync. */

export interface Uids {
  /** The user's id under a sync key, expired or not; undefined if there is none. */
  get(key: string): string | undefined;
  has(key: string): boolean;
  /** Whether the id under a sync key is live at `nowMs` (epoch ms). */
  isLive(key: string, nowMs: number): boolean;
  /** Whether any id is not yet expired at `nowMs` (epoch ms). */
  hasAnyLive(nowMs: number): boolean;
  readonly optedOut: boolean;
}

/** A user without ids or opt-out. */
export const noUids: Uids = { get: () => undefined, has: () => false, isLive: () => false, hasAnyLive: () => false, optedOut: false };

/** One id with its expiry. `expires` is the RFC 3339 text as read or written, so that stored values round-trip. */
export interface UidEntry {
  readonly uid: string;
  readonly expires: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** An id that expires at `expiresAt` (epoch ms); nine fraction digits, as the ecosystem's servers write it. */
export const uidEntry = (uid: string, expiresAt: number): UidEntry => ({
  uid,
  expires: new Date(expiresAt).toISOString().replace('Z', '000000Z'),
  expiresAt,
});

/** The ids of one browser. Immutable: a change returns a new value; an opted-out one is empty. */
export class UidsCookie implements Uids {
  readonly entries: ReadonlyMap<string, UidEntry>;
  readonly optedOut: boolean;

  constructor(entries: ReadonlyMap<string, UidEntry> = new Map(), optedOut = false) {
    this.entries = optedOut ? new Map() : entries;
    this.optedOut = optedOut;
  }

  get(key: string): string | undefined {
    return this.entries.get(key)?.uid;
  }

  has(key: string): boolean {
    return this.entries.has(key);
  }

  isLive(key: string, nowMs: number): boolean {
    const entry = this.entries.get(key);
    return entry !== undefined && nowMs < entry.expiresAt;
  }

  hasAnyLive(nowMs: number): boolean {
    for (const entry of this.entries.values()) if (nowMs < entry.expiresAt) return true;
    return false;
  }

  /** With `entry` under `key`, as the newest of all. */
  with(key: string, entry: UidEntry): UidsCookie {
    const entries = new Map(this.entries);
    entries.delete(key);
    return new UidsCookie(entries.set(key, entry), this.optedOut);
  }

  without(key: string): UidsCookie {
    const entries = new Map(this.entries);
    entries.delete(key);
    return new UidsCookie(entries, this.optedOut);
  }
}
