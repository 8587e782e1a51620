/**
 * Validates the shape of untrusted bids. A bid is rejected on its own, with a reason, if it has fields of the wrong type, an absurd price,
 * keys that reach a prototype, or nesting that would break a recursive walk; the other bids of its response remain.
 */
import { MEDIA_TYPES, type TypedBid } from '#src/bidders/bidder.ts';
import { isObject, isUnsafeKey } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Bid } from '#src/openrtb/ortb.ts';
import { type Field, SHAPES } from '#src/openrtb/shapes.ts';

/** No currency needs a higher price per thousand impressions. */
export const MAX_PRICE = 1e12;
const MAX_DEPTH = 64;
const TYPES: ReadonlySet<unknown> = new Set([...MEDIA_TYPES, '', undefined, null]);

const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;

/** Why the bid is malformed; undefined if it is not. Its content is validated later (`adjust`). */
export function bidShapeError(typed: unknown): string | undefined {
  if (!isObject(typed) || !isObject(typed['bid'])) return 'Empty bid object submitted.';
  const bid = typed['bid'];
  const name = typeof bid['id'] === 'string' ? bid['id'] : '';
  let safe = true;
  for (const key of Object.keys(bid)) {
    const value = bid[key];
    const field = SHAPES.Bid.get(key);
    if (field && !isAbsent(value) && !fits(value, field)) return `Bid "${name}" has a malformed '${key}'`;
    if (safe && (isUnsafeKey(key) || (typeof value === 'object' && !isSafe(value, 1)))) safe = false;
  }
  const { price } = bid as { price?: number };
  if (price !== undefined && price > MAX_PRICE) return `Bid "${name}" has a 'price' out of range`;
  if (!isAbsent(bid['ext']) && !isObject(bid['ext'])) return `Bid "${name}" has a malformed 'ext'`;
  if (!safe) return `Bid "${name}" contains forbidden fields`;
  return companionError(typed, name);
}

/** Checks what the adapter adds to the bid. */
function companionError(typed: Ext, name: string): string | undefined {
  const { type, seat, currency, video, meta, dealPriority } = typed;
  if (!TYPES.has(type)) return `Bid "${name}" has an unknown media type`;
  if (!isAbsent(seat) && typeof seat !== 'string') return `Bid "${name}" has a malformed seat`;
  if (!isAbsent(currency) && typeof currency !== 'string') return `Bid "${name}" has a malformed currency`;
  if (!isAbsent(meta) && !(isObject(meta) && isSafe(meta))) return `Bid "${name}" has malformed meta data`;
  if (!isAbsent(video) && !(isObject(video) && Number.isFinite(video['duration'] ?? 0))) return `Bid "${name}" has malformed video data`;
  if (!isAbsent(dealPriority) && !Number.isFinite(dealPriority)) return `Bid "${name}" has a malformed deal priority`;
  return undefined;
}

function fits(value: unknown, { list, kind }: Field): boolean {
  if (!list) return fitsScalar(value, kind);
  if (!Array.isArray(value)) return false;
  // Loops instead of `every`: a closure per list of each bid is garbage.
  for (const item of value) if (!fitsScalar(item, kind)) return false;
  return true;
}

const fitsScalar = (value: unknown, kind: Field['kind']): boolean =>
  kind === 's' ? typeof value === 'string' : typeof value === 'number' && Number.isFinite(value);

/** Whether JSON can be walked and merged safely: no keys that reach a prototype, limited nesting. */
export function isSafe(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isSafe(item, depth + 1)) return false;
    return true;
  }
  for (const key of Object.keys(value)) {
    if (isUnsafeKey(key) || !isSafe((value as Ext)[key], depth + 1)) return false;
  }
  return true;
}

/** The bid as the auction stores it: an own copy without nulls, with the extension key `srv`. Only for bids that passed `bidShapeError`. */
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
