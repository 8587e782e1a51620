/** Fits the ids into the cookie's max size: selects the ids to remove. */
import { type UidEntry, UidsCookie } from './uids.ts';
import { entryJson } from './uids-encoding.ts';

/** `=` and `; Path=/; Expires=<29 characters>`: the bytes besides name and value. */
const ATTRIBUTES = 48;
/** `{"tempUIDs":{` and `}}` */
const FRAME = 15;

/** Priorities of ids when not all fit. Built once per host. */
export interface Priorities {
  /** Priority group of a sync key, 0 is the highest; keys without a group are absent. */
  readonly groupOf: ReadonlyMap<string, number>;
  readonly hasGroups: boolean;
}

/** Sync keys by group; a key named twice belongs to its highest group. */
export function toPriorities(groups: readonly (readonly string[])[], keyOf: (bidder: string) => string | undefined): Priorities {
  const groupOf = new Map<string, number>();
  for (const [index, group] of groups.entries()) {
    for (const bidder of group) {
      const key = keyOf(bidder);
      if (key !== undefined && !groupOf.has(key)) groupOf.set(key, index);
    }
  }
  return { groupOf, hasGroups: groups.length > 0 };
}

/** Whether a group names the bidder, in any case. */
export const isPriorityBidder = (bidder: string, groups: readonly (readonly string[])[]): boolean =>
  groups.some((group) => group.some((name) => name.toLowerCase() === bidder.toLowerCase()));

export type Ejection = { readonly kind: 'eject'; readonly key: string } | { readonly kind: 'not-priority' } | { readonly kind: 'none' };

/**
 * The next id to remove: of those without priority the one that expires first; else from the lowest group the one that expires first.
 * `not-priority`: all others have priority and the bidder being synced does not.
 */
export function nextToEject(entries: ReadonlyMap<string, UidEntry>, priorities: Priorities, syncedHasPriority: boolean): Ejection {
  let worst: { key: string; entry: UidEntry; group: number } | undefined;
  let ordinary = 0;
  for (const [key, entry] of entries) {
    const group = priorities.groupOf.get(key) ?? Number.POSITIVE_INFINITY;
    if (group === Number.POSITIVE_INFINITY) ordinary++;
    if (!worst || group > worst.group || (group === worst.group && entry.expiresAt < worst.entry.expiresAt)) worst = { key, entry, group };
  }
  if (!worst) return { kind: 'none' };
  if (ordinary === 1 && priorities.hasGroups && !syncedHasPriority) return { kind: 'not-priority' };
  return { kind: 'eject', key: worst.key };
}

export interface FitLimits {
  /** Max bytes of one cookie; 0 or less: no limit. */
  readonly maxSize: number;
  /** Max number of cookies for the ids. */
  readonly cookies: number;
}

export type Fit =
  | { readonly kind: 'fits'; readonly parts: readonly UidsCookie[] }
  /** Not even the last remaining id fits. */
  | { readonly kind: 'too-big' }
  | { readonly kind: 'not-priority' };

interface Sized {
  readonly key: string;
  readonly entry: UidEntry;
  /** Bytes of JSON including the comma. */
  readonly bytes: number;
}

/** Removes ids one by one until the rest fits. Each iteration removes one or returns, so it terminates. */
export function fitToSize(cookie: UidsCookie, limits: FitLimits, priorities: Priorities, syncedHasPriority: boolean): Fit {
  if (limits.maxSize <= 0 || cookie.entries.size === 0) return { kind: 'fits', parts: [cookie] };
  const left = new Map(cookie.entries);
  const ordered = byWorth(cookie, priorities);
  let bytes = ordered.reduce((sum, one) => sum + one.bytes, 0);
  const capacity = limits.cookies * jsonRoom(0, limits.maxSize);
  for (;;) {
    const parts = bytes > capacity ? undefined : spread(ordered, left, limits);
    if (parts) return { kind: 'fits', parts };
    if (left.size <= 1) return { kind: 'too-big' };
    const next = nextToEject(left, priorities, syncedHasPriority);
    if (next.kind !== 'eject') return { kind: 'not-priority' };
    left.delete(next.key);
    bytes -= ordered.find(({ key }) => key === next.key)?.bytes ?? 0;
  }
}

/** Ids with priority first, and in each group the newest. */
function byWorth(cookie: UidsCookie, { groupOf }: Priorities): Sized[] {
  const rank = (key: string): number => groupOf.get(key) ?? Number.MAX_SAFE_INTEGER;
  return [...cookie.entries]
    .map(([key, entry]) => ({ key, entry, bytes: Buffer.byteLength(entryJson(key, entry)) + 1 }))
    .sort((a, b) => rank(a.key) - rank(b.key) || b.entry.expiresAt - a.entry.expiresAt);
}

/** The remaining ids in as few cookies as possible; undefined if they do not fit. */
function spread(ordered: readonly Sized[], left: ReadonlyMap<string, UidEntry>, { maxSize, cookies }: FitLimits): UidsCookie[] | undefined {
  const parts: { readonly entries: Map<string, UidEntry>; room: number }[] = [];
  for (const { key, entry, bytes } of ordered) {
    if (!left.has(key)) continue;
    let part = parts.find(({ room }) => bytes <= room);
    if (!part) {
      part = { entries: new Map(), room: jsonRoom(parts.length, maxSize) };
      if (parts.length >= cookies || bytes > part.room) return undefined;
      parts.push(part);
    }
    part.entries.set(key, entry);
    part.room -= bytes;
  }
  return parts.map(({ entries }) => new UidsCookie(entries));
}

/** Bytes available for entries in the nth cookie: three of JSON become four characters. */
function jsonRoom(index: number, maxSize: number): number {
  const nameLength = index === 0 ? 4 : 4 + String(index + 1).length;
  return Math.floor((maxSize - nameLength - ATTRIBUTES) / 4) * 3 - (FRAME - 1);
}
