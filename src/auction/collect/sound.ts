/**
 * What bidders send may be anything. A bid whose members have the wrong type, a price nobody pays, keys that reach for
 * prototypes, or depth that would break a walker is turned away alone, with the reason; the others of its answer live.
 */
import type { TypedBid } from '#src/bidders/bidder.ts';
import type { Ext } from '#src/wire/ext.ts';
import { isObject, isUnsafeKey } from '#src/wire/merge.ts';
import type { Bid } from '#src/wire/ortb.ts';
import { type Member, SHAPES } from '#src/wire/shapes.ts';

/** No currency has a thousand impressions for more. */
export const MAX_PRICE = 1e12;
const MAX_DEPTH = 64;
const TYPES: ReadonlySet<unknown> = new Set(['banner', 'video', 'audio', 'native', '', undefined, null]);

const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;

/** Why the bid cannot be read; undefined when it can. What it says is judged later (`adjust`). */
export function unsoundness(typed: unknown): string | undefined {
  if (!isObject(typed) || !isObject(typed['bid'])) return 'Empty bid object submitted.';
  const bid = typed['bid'];
  const name = typeof bid['id'] === 'string' ? bid['id'] : '';
  let safe = true;
  for (const key of Object.keys(bid)) {
    const value = bid[key];
    const member = SHAPES.Bid.get(key);
    if (member && !isAbsent(value) && !fits(value, member)) return `Bid "${name}" has a malformed '${key}'`;
    if (safe && (isUnsafeKey(key) || (typeof value === 'object' && !isSafe(value, 1)))) safe = false;
  }
  const { price } = bid as { price?: number };
  if (price !== undefined && price > MAX_PRICE) return `Bid "${name}" has a 'price' beyond all bounds`;
  if (!isAbsent(bid['ext']) && !isObject(bid['ext'])) return `Bid "${name}" has a malformed 'ext'`;
  if (!safe) return `Bid "${name}" holds members that are not allowed`;
  return companionFault(typed, name);
}

/** What the adapter says beside the bid. */
function companionFault(typed: Ext, name: string): string | undefined {
  const { type, seat, video, meta, dealPriority } = typed;
  if (!TYPES.has(type)) return `Bid "${name}" has an unknown media type`;
  if (!isAbsent(seat) && typeof seat !== 'string') return `Bid "${name}" has a malformed seat`;
  if (!isAbsent(meta) && !(isObject(meta) && isSafe(meta))) return `Bid "${name}" has malformed meta data`;
  if (!isAbsent(video) && !(isObject(video) && Number.isFinite(video['duration'] ?? 0))) return `Bid "${name}" has malformed video data`;
  if (!isAbsent(dealPriority) && !Number.isFinite(dealPriority)) return `Bid "${name}" has a malformed deal priority`;
  return undefined;
}

function fits(value: unknown, { list, kind }: Member): boolean {
  if (list) return Array.isArray(value) && value.every((item) => fitsScalar(item, kind));
  return fitsScalar(value, kind);
}

const fitsScalar = (value: unknown, kind: Member['kind']): boolean =>
  kind === 's' ? typeof value === 'string' : typeof value === 'number' && Number.isFinite(value);

/** Whether JSON can be walked and merged without harm: no keys that reach for prototypes, no bottomless nesting. */
export function isSafe(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => isSafe(item, depth + 1));
  for (const key of Object.keys(value)) {
    if (isUnsafeKey(key) || !isSafe((value as Ext)[key], depth + 1)) return false;
  }
  return true;
}

/**
 * The bid as the auction keeps it: an own copy without nulls, the extension under our inner word (decisions row 1).
 * Only for bids without `unsoundness`.
 */
export function ownBid(bid: TypedBid['bid']): Bid {
  const copy = { ...bid } as Bid & Ext;
  for (const key of Object.keys(copy)) if (copy[key] === null) copy[key] = undefined;
  const ext = copy.ext as Ext | undefined;
  if (ext && 'prebid' in ext) {
    const { prebid, srv, ...rest } = ext;
    copy.ext = { ...rest, srv: isObject(srv) ? { ...(isObject(prebid) ? prebid : {}), ...srv } : (prebid as Ext) };
  }
  return copy;
}
