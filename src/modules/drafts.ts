/**
 * Drafts of payloads. A hook sees and changes only its draft; what it changed comes back as patches, copied where they are
 * applied, so that nothing a module still holds is part of the auction.
 */
import { type Draft, enablePatches, Immer, isDraft, type Objectish, type Patch } from 'immer';
import { isUnsafeKey } from '#src/wire/merge.ts';

enablePatches();

// Not frozen: what the auction's own states make of a payload may be written to.
const immer = new Immer({ autoFreeze: false });

/** Levels of nesting a change may add. */
const MAX_DEPTH = 64;

export const openDraft = <P>(payload: P): Draft<P> => immer.createDraft(payload as Objectish) as Draft<P>;

/** What was changed; from here on the draft is dead to whoever holds it. @throws what unreadable changes make immer throw */
export function closeDraft(draft: unknown): readonly Patch[] {
  let patches: readonly Patch[] = [];
  immer.finishDraft(draft as Draft<Objectish>, (made) => {
    patches = made;
  });
  return patches;
}

/** Ends a draft whose changes count for nothing. */
export function dropDraft(draft: unknown): void {
  try {
    closeDraft(draft);
  } catch {
    // what it held is of no interest
  }
}

/** The payload with the changes in it; shares what was not changed. @throws Error where a change has no place in it or is no JSON */
export function applyChanges<P>(payload: P, patches: readonly Patch[]): P {
  for (const { value, path } of patches) {
    if (!isJson(value)) throw new Error(`${path.join('.')} is not JSON`);
  }
  return immer.applyPatches(payload as Objectish, patches) as P;
}

/** Values a change may hold at most: what shares parts with itself can unfold to anything. */
const MAX_VALUES = 100_000;

/** JSON in the wide sense: no functions, no classes, no numbers without end, no keys that reach for prototypes, no end. */
export const isJson = (value: unknown): boolean => isJsonWithin(value, 0, { left: MAX_VALUES });

function isJsonWithin(value: unknown, depth: number, budget: { left: number }): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  if (depth >= MAX_DEPTH || --budget.left < 0) return false;
  if (Array.isArray(value)) return value.every((item) => isJsonWithin(item, depth + 1, budget));
  if (!isPlain(value)) return false;
  return Object.entries(value).every(([key, member]) => !isUnsafeKey(key) && isJsonWithin(member, depth + 1, budget));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * A copy of JSON parts that outlives the draft they may be parts of; anything else (maps, functions) stays what it is.
 * @throws Error where it has no end
 */
export const detach = (value: unknown): unknown => detachWithin(value, 0, { left: MAX_VALUES });

function detachWithin(value: unknown, depth: number, budget: { left: number }): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH || --budget.left < 0) throw new Error('too large to be kept');
  if (Array.isArray(value)) return Array.from(value, (item) => detachWithin(item, depth + 1, budget));
  if (!isDraft(value) && !isPlain(value)) return value;
  const copy: { [key: string]: unknown } = {};
  for (const [key, member] of Object.entries(value)) if (!isUnsafeKey(key)) copy[key] = detachWithin(member, depth + 1, budget);
  return copy;
}
