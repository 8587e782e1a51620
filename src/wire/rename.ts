/**
 * The two words for our extension object: `srv` inside, `srv` or `prebid` on the wire (decisions row 1).
 * Only members of an `ext` object are renamed, never text, never members of other objects.
 */
import type { Ext } from './ext.ts';

export type Word = 'srv' | 'prebid';

type Json = unknown;

const isObject = (value: Json): value is Ext => typeof value === 'object' && value !== null;

/** Levels of nesting anything from outside may have; deeper data could exhaust the stack of whoever walks it. */
export const MAX_DEPTH = 200;

/** Thrown by `toInner` for what is nested deeper than `MAX_DEPTH`. */
export class TooDeep extends Error {}

/**
 * Renames `prebid` to `srv` in every `ext` below `value`, in place. Where both are there, `srv` keeps its members and
 * `prebid` fills in the rest. Everything from outside comes through here, so it also holds the limit of depth.
 * @returns whether the word `prebid` was met
 * @throws TooDeep
 */
export function toInner(value: Json, depth = 0): boolean {
  if (!isObject(value)) return false;
  if (depth > MAX_DEPTH) throw new TooDeep(`nested deeper than ${MAX_DEPTH} levels`);
  let met = false;
  if (Array.isArray(value)) {
    for (const item of value) if (toInner(item, depth + 1)) met = true;
    return met;
  }
  for (const key in value) {
    const member = value[key];
    if (!isObject(member)) continue;
    if (key === 'ext' && !Array.isArray(member) && 'prebid' in member) {
      met = true;
      renameInner(member);
    }
    if (toInner(member, depth + 1)) met = true;
  }
  return met;
}

function renameInner(ext: Ext): void {
  const { prebid, srv } = ext;
  if (srv === undefined) ext['srv'] = prebid;
  else if (isObject(srv) && isObject(prebid)) ext['srv'] = { ...prebid, ...srv };
  delete ext['prebid'];
}

/** The same value with `srv` spelled `word` in every `ext`; parts without one are shared, nothing is written to. */
export function toOuter<T>(value: T, word: Word): T {
  return word === 'srv' ? value : (outer(value, false) as T);
}

function outer(value: Json, isExt: boolean): Json {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) {
    let copy: Json[] | undefined;
    for (let i = 0; i < value.length; i++) {
      const item = outer(value[i], false);
      if (item !== value[i]) {
        copy ??= value.slice();
        copy[i] = item;
      }
    }
    return copy ?? value;
  }
  let copy: Ext | undefined;
  for (const key in value) {
    const before = value[key];
    const after = isObject(before) ? outer(before, key === 'ext') : before;
    if (isExt && key === 'srv') return renameOuter(value);
    if (after !== before) {
      copy ??= { ...value };
      copy[key] = after;
    }
  }
  return copy ?? value;
}

function renameOuter(ext: Ext): Ext {
  const renamed: Ext = {};
  for (const key in ext) renamed[key === 'srv' ? 'prebid' : key] = outer(ext[key], false);
  return renamed;
}

/** Texts that name our paths, in the caller's word. */
export const textInWord = (text: string, word: Word): string => (word === 'srv' ? text : text.replaceAll('ext.srv', 'ext.prebid'));
