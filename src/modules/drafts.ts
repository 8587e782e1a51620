/**
 * Drafts of payloads. A hook sees and changes only its draft; its changes are returned as patches, copied when applied, so that no object a
 * module still references is part of the auction.
 */
import { type Draft, enablePatches, Immer, isDraft, type Objectish, type Patch } from 'immer';
import { isUnsafeKey } from '#src/json/merge.ts';

enablePatches();

// Not frozen: the auction's own states may modify a payload.
const immer = new Immer({ autoFreeze: false });

/** Max nesting of a change. */
const MAX_DEPTH = 64;

/** A draft of a payload that a hook may change; the payload itself is not modified. */
export const openDraft = <P>(payload: P): Draft<P> => immer.createDraft(payload as Objectish) as Draft<P>;

/** The changes; the draft is revoked. @throws immer's error for unreadable changes */
export function closeDraft(draft: unknown): readonly Patch[] {
  let patches: readonly Patch[] = [];
  immer.finishDraft(draft as Draft<Objectish>, (made) => {
    patches = made;
  });
  return patches;
}

/** The changes that `change` makes. @throws what it throws, and immer's error for unreadable changes */
export function changesBy<P>(payload: P, change: (draft: Draft<P>) => void): readonly Patch[] {
  const draft = openDraft(payload);
  try {
    change(draft);
    return closeDraft(draft);
  } catch (cause) {
    dropDraft(draft);
    throw cause;
  }
}

/** Discards a draft and its changes. */
export function dropDraft(draft: unknown): void {
  try {
    closeDraft(draft);
  } catch {
    // its content is not needed
  }
}

/** The payload with the changes applied; unchanged parts are shared. @throws Error if a change does not fit the payload or is not JSON */
export function applyChanges<P>(payload: P, patches: readonly Patch[]): P {
  for (const { value, path } of patches) {
    if (!isJson(value)) throw new Error(`${path.join('.')} is not JSON`);
  }
  return immer.applyPatches(payload as Objectish, patches) as P;
}

/** Max values of a change: shared references can expand without limit. */
const MAX_VALUES = 100_000;

/** JSON in a wide sense: no functions, classes, non-finite numbers, keys that reach a prototype, or cycles. */
export const isJson = (value: unknown): boolean => isJsonWithin(value, 0, { left: MAX_VALUES });

function isJsonWithin(value: unknown, depth: number, budget: { left: number }): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  if (depth >= MAX_DEPTH || --budget.left < 0) return false;
  if (Array.isArray(value)) return value.every((item) => isJsonWithin(item, depth + 1, budget));
  if (!isPlain(value)) return false;
  return Object.entries(value).every(([key, field]) => !isUnsafeKey(key) && isJsonWithin(field, depth + 1, budget));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * A copy of JSON parts that outlives their draft; anything else (maps, functions) is unchanged.
 * @throws Error for infinite structures
 */
export const detach = (value: unknown): unknown => detachWithin(value, 0, { left: MAX_VALUES });

function detachWithin(value: unknown, depth: number, budget: { left: number }): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH || --budget.left < 0) throw new Error('too large');
  if (Array.isArray(value)) return Array.from(value, (item) => detachWithin(item, depth + 1, budget));
  if (!isDraft(value) && !isPlain(value)) return value;
  const copy: { [key: string]: unknown } = {};
  for (const [key, field] of Object.entries(value)) if (!isUnsafeKey(key)) copy[key] = detachWithin(field, depth + 1, budget);
  return copy;
}
