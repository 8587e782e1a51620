/** Comparison of recorded results with ours: the rules of the corpora's READMEs, in one place. */

type Json = unknown;
type JsonObject = Record<string, Json>;

export interface CompareOptions {
  /** Absent, null, "", 0 and [] are equal (tables rule 3). */
  readonly emptyIsAbsent?: boolean;
  /** Arrays in any order. */
  readonly anyOrder?: boolean;
  /** The actual value may have additional fields. */
  readonly superset?: boolean;
  /** Relative tolerance of numbers. */
  readonly tolerance?: number;
  /** Called first; true: equal, false: different, undefined: ordinary comparison. */
  readonly special?: (wanted: Json, made: Json, path: string) => boolean | undefined;
}

const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: Json): boolean =>
  value === undefined || value === null || value === '' || value === 0 || value === false || (Array.isArray(value) && value.length === 0);

const show = (value: Json): string => {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
};

/** The first difference as `path: wanted X, made Y`; undefined if equal. */
export function firstDifference(wanted: Json, made: Json, options: CompareOptions = {}, path = '$'): string | undefined {
  const result = options.special?.(wanted, made, path);
  if (result !== undefined) return result ? undefined : `${path}: wanted ${show(wanted)}, made ${show(made)}`;
  if (options.emptyIsAbsent && isEmpty(wanted) && isEmpty(made)) return undefined;
  if ((wanted === null && made === undefined) || (wanted === undefined && made === null)) return undefined;
  if (typeof wanted === 'number' && typeof made === 'number') {
    const near = Math.abs(wanted - made) <= (options.tolerance ?? 0) * Math.max(Math.abs(wanted), Math.abs(made));
    return wanted === made || near ? undefined : `${path}: wanted ${wanted}, made ${made}`;
  }
  if (Array.isArray(wanted) && Array.isArray(made)) return listDifference(wanted, made, options, path);
  if (isObject(wanted) && isObject(made)) return objectDifference(wanted, made, options, path);
  return Object.is(wanted, made) ? undefined : `${path}: wanted ${show(wanted)}, made ${show(made)}`;
}

function objectDifference(wanted: JsonObject, made: JsonObject, options: CompareOptions, path: string): string | undefined {
  const names = options.superset ? Object.keys(wanted) : new Set([...Object.keys(wanted), ...Object.keys(made)]);
  for (const name of names) {
    const found = firstDifference(wanted[name], made[name], options, `${path}.${name}`);
    if (found) return found;
  }
  return undefined;
}

function listDifference(wanted: Json[], made: Json[], options: CompareOptions, path: string): string | undefined {
  if (wanted.length !== made.length) return `${path}: wanted ${wanted.length} items, made ${made.length}: ${show(made)}`;
  if (!options.anyOrder) {
    for (let i = 0; i < wanted.length; i++) {
      const found = firstDifference(wanted[i], made[i], options, `${path}[${i}]`);
      if (found) return found;
    }
    return undefined;
  }
  const left = [...made];
  for (let i = 0; i < wanted.length; i++) {
    const match = left.findIndex((item) => firstDifference(wanted[i], item, options) === undefined);
    if (match < 0) return firstDifference(wanted[i], left[0], options, `${path}[${i}]`);
    left.splice(match, 1);
  }
  return undefined;
}

/** Product names normalized on both sides (exchange README section 2). */
export const neutral = (text: string): string =>
  text
    .replace(/prebid[- ]server|\bauctor\b|\bPBS\b/gi, 'server')
    .replace(/ext\.prebid/g, 'ext.srv')
    .replace(/\bprebid\b(?![.-])/gi, 'server')
    .replace(/\bthe server\b/gi, 'server')
    .toLowerCase();
