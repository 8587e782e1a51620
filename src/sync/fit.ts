/** Making the ids fit the cookie's size: which id goes when there are too many (usersync.md section 9). */
import { type UidEntry, UidsCookie } from './uids.ts';
import { entryText } from './uids-text.ts';

/** `=` and `; Path=/; Expires=<29 characters>`: what counts besides name and value. */
const ATTRIBUTES = 48;
/** `{"tempUIDs":{` and `}}` */
const FRAME = 15;

/** Who keeps an id when not all fit. Made once per host. */
export interface Priorities {
  /** Priority group of a sync key, 0 the highest; keys that are in none are missing. */
  readonly groupOf: ReadonlyMap<string, number>;
  readonly hasGroups: boolean;
}

/** Sync keys by group; a key named twice has its highest group. */
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

/** Whether a bidder is named in any group, in any case. */
export const isPriorityBidder = (bidder: string, groups: readonly (readonly string[])[]): boolean =>
  groups.some((group) => group.some((name) => name.toLowerCase() === bidder.toLowerCase()));

export type Ejection = { readonly kind: 'eject'; readonly key: string } | { readonly kind: 'not-priority' } | { readonly kind: 'none' };

/**
 * The id that goes next: of those without priority the one that expires first; else the one of the lowest group that expires first.
 * `not-priority`: all others have priority and the bidder being synced has not.
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
  /** Bytes of one cookie; 0 or less: no limit. */
  readonly maxSize: number;
  /** Cookies the ids may be spread over. */
  readonly cookies: number;
}

export type Fit =
  | { readonly kind: 'fits'; readonly parts: readonly UidsCookie[] }
  /** Not even the only id left fits. */
  | { readonly kind: 'too-big' }
  | { readonly kind: 'not-priority' };

interface Sized {
  readonly key: string;
  readonly entry: UidEntry;
  /** Bytes of JSON with the comma. */
  readonly bytes: number;
}

/** Ejects ids one by one until the rest fits. Each turn ejects one or ends, so it always ends. */
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

/** Those with priority first, and in each group the youngest. */
function byWorth(cookie: UidsCookie, { groupOf }: Priorities): Sized[] {
  const rank = (key: string): number => groupOf.get(key) ?? Number.MAX_SAFE_INTEGER;
  return [...cookie.entries]
    .map(([key, entry]) => ({ key, entry, bytes: Buffer.byteLength(entryText(key, entry)) + 1 }))
    .sort((a, b) => rank(a.key) - rank(b.key) || b.entry.expiresAt - a.entry.expiresAt);
}

/** The ids that are left over as few cookies as hold them; undefined when they do not fit. */
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

/** Bytes of entries that the nth cookie has room for: three of JSON become four characters. */
function jsonRoom(index: number, maxSize: number): number {
  const nameLength = index === 0 ? 4 : 4 + String(index + 1).length;
  return Math.floor((maxSize - nameLength - ATTRIBUTES) / 4) * 3 - (FRAME - 1);
}
