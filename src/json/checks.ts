/**
 * Type checks of JSON values, composed at load. A check inspects a value that is present and not null; it may replace it in its holder by a
 * normalized form. Messages are those of a strict JSON decoder.
 */
import type { Ext } from '#src/openrtb/ext.ts';
import { isObject } from './merge.ts';
import { noteSpelling } from './spelling.ts';

/** The error and its path, relative to the checked value: `.imp[0].banner`. */
export interface ShapeError {
  readonly path: string;
  readonly message: string;
}

/** The location of a value: an object with a field name, or a list with an index. */
export type Holder = { [key: string | number]: unknown };

/**
 * @param lenient the Java variant's leniency: a single value for a list, integers and words for booleans, numbers as strings and strings as
 * numbers, blank strings for `null`
 * @returns the first error; undefined if the value is valid
 */
export type Check = (value: unknown, holder: Holder, key: string | number, lenient: boolean) => ShapeError | undefined;

/** A check, and the substitute of `null` as a list's item or a map's value (for lists and maps: `null` itself), also by leniency. */
export interface Kind {
  readonly check: Check;
  readonly zero: (lenient: boolean) => unknown;
}

const at = (message: string): ShapeError => ({ path: '', message });

/** The first character of a value's JSON text, at which a decoder would stop; NUL if there is no value. */
export function firstCharacter(value: unknown): string {
  if (value === undefined) return '\0';
  if (typeof value === 'string') return '"';
  if (Array.isArray(value)) return '[';
  if (typeof value === 'object') return value === null ? 'n' : '{';
  return String(value).charAt(0);
}

/** The message of a decoder that expected an object (or `null`) and found this character. */
export const expectedObject = (found: string): string => `expect { or n, but found ${found}`;

/** The same for a parsed value that is not an object. */
export const notAnObject = (value: unknown): string => expectedObject(firstCharacter(value));

const wantsObject = (value: unknown): ShapeError => at(notAnObject(value));

/** The number that a text writes; undefined: it writes none. */
const writtenNumber = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\s*-?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(value) ? Number(value) : undefined;

/** In lenient mode, a blank string in place of a number or a boolean counts as `null`. */
function removesBlank(value: unknown, holder: Holder, key: string | number, zero: unknown): boolean {
  if (typeof value !== 'string' || value.trim() !== '') return false;
  if (Array.isArray(holder)) holder[key] = zero;
  else delete holder[key];
  return true;
}

const rangeError = (value: number, lowest: number, highest: number): ShapeError | undefined =>
  value < lowest || value > highest ? at(`overflow: ${value}`) : undefined;

/** Range of integers in lenient mode, whatever their size in the data model. */
const INT_64 = 2 ** 63;

function integer(lowest: number, highest: number): Check {
  return (value, holder, key, lenient) => {
    if (lenient) {
      if (removesBlank(value, holder, key, 0)) return undefined;
      const number = typeof value === 'number' ? value : writtenNumber(value);
      if (number === undefined) return at(`unexpected character: ${firstCharacter(value)}`);
      if (number !== value || !Number.isInteger(number)) holder[key] = Math.trunc(number);
      return rangeError(Math.trunc(number), -INT_64, INT_64);
    }
    if (typeof value !== 'number') return at(`unexpected character: ${firstCharacter(value)}`);
    return Number.isInteger(value) ? rangeError(value, lowest, highest) : at('can not decode float as int');
  };
}

const text: Check = (value, holder, key, lenient) => {
  if (typeof value === 'string') return undefined;
  if (!lenient || (typeof value !== 'number' && typeof value !== 'boolean'))
    return at(`expects " or n, but found ${firstCharacter(value)}`);
  holder[key] = String(value);
  return undefined;
};
const float: Check = (value, holder, key, lenient) => {
  if (lenient && removesBlank(value, holder, key, 0)) return undefined;
  const number = typeof value === 'number' ? value : lenient ? writtenNumber(value) : undefined;
  if (number === undefined) return at('invalid number');
  // JSON may write more than a number holds: 1e400.
  if (!Number.isFinite(number)) return at(`overflow: ${number}`);
  if (number !== value) holder[key] = number;
  return undefined;
};
const anything: Check = () => undefined;
const object: Check = (value) => (isObject(value) ? undefined : wantsObject(value));
const extension: Check = (value, _holder, _key, lenient) => (lenient && !isObject(value) ? wantsObject(value) : undefined);
/** A boolean that a number (0: false) or a text writes; undefined: it writes none. */
function writtenBoolean(value: unknown): boolean | undefined {
  if (Number.isInteger(value)) return value !== 0;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return word === 'true' || word === 'false' ? word === 'true' : undefined;
}
const bool: Check = (value, holder, key, lenient) => {
  if (typeof value === 'boolean' || (lenient && removesBlank(value, holder, key, false))) return undefined;
  const read = lenient ? writtenBoolean(value) : undefined;
  if (read === undefined) return at(`expect t or f, but found ${firstCharacter(value)}`);
  holder[key] = read;
  return undefined;
};

/**
 * The scalar kinds: integers (any, 8 bits, unsigned 16 bits), numbers, strings, booleans, objects, anything, extensions (objects in lenient
 * mode, else anything).
 */
export const KINDS = {
  i: { check: integer(-INT_64, INT_64), zero: () => 0 },
  i8: { check: integer(-128, 127), zero: () => 0 },
  u16: { check: integer(0, 65535), zero: () => 0 },
  f: { check: float, zero: () => 0 },
  s: { check: text, zero: () => '' },
  b: { check: bool, zero: () => false },
  o: { check: object, zero: () => ({}) },
  j: { check: anything, zero: () => null },
  e: { check: extension, zero: () => null },
} as const satisfies { [name: string]: Kind };

/** A list of one kind. `single`: a single value is always accepted, not only in lenient mode. */
export function listOf(item: Kind, single = false): Kind {
  const { check, zero } = item;
  return {
    zero: () => null,
    check(value, holder, key, lenient) {
      if (!Array.isArray(value)) {
        if (!lenient && !single) return at(`decode slice: expect [ or n, but found ${firstCharacter(value)}`);
        value = [value];
        holder[key] = value;
      }
      const list = value as unknown[];
      for (let i = 0; i < list.length; i++) {
        if (list[i] === null) {
          list[i] = zero(lenient);
          continue;
        }
        const error = check(list[i], list as unknown as Holder, i, lenient);
        if (error) return { path: `[${i}]${error.path}`, message: error.message };
      }
      return undefined;
    },
  };
}

/** An object whose values all are of one kind, under any names. */
export function mapOf(item: Kind): Kind {
  const { check, zero } = item;
  return {
    zero: () => null,
    check(value, _holder, _key, lenient) {
      if (!isObject(value)) return wantsObject(value);
      for (const name in value) {
        if (value[name] === null) {
          if (name !== '__proto__') value[name] = zero(lenient);
          continue;
        }
        const error = check(value[name], value, name, lenient);
        if (error) return { path: `.${name}${error.path}`, message: error.message };
      }
      return undefined;
    },
  };
}

/**
 * An object with these fields. Names match in any case and are normalized (lenient, as in the Java variant: those in another case are
 * removed); `null` fields are removed; unknown ones remain.
 */
export function objectOf(fields: () => ReadonlyMap<string, Kind>): Kind {
  let known: ReadonlyMap<string, Kind> | undefined;
  let spellings: ReadonlyMap<string, string> | undefined;
  return {
    zero: () => ({}),
    check(value, _holder, _key, lenient) {
      if (!isObject(value)) return wantsObject(value);
      known ??= fields();
      let order: ReadonlyMap<string, number> | undefined;
      for (const written in value) {
        let name = written;
        let kind = known.get(written);
        if (!kind) {
          spellings ??= new Map(Array.from(known.keys(), (each) => [each.toLowerCase(), each]));
          name = spellings.get(written.toLowerCase()) ?? '';
          kind = known.get(name);
          if (!kind) continue;
          if (lenient) {
            delete value[written];
            continue;
          }
          order ??= new Map(Object.keys(value).map((each, i) => [each, i]));
          if (!respell(value, written, name, order)) continue;
        }
        const field = value[name];
        if (field === undefined) continue;
        if (field === null) {
          delete value[name];
          continue;
        }
        const error = kind.check(field, value, name, lenient);
        if (error) return { path: `.${name}${error.path}`, message: error.message };
      }
      return undefined;
    },
  };
}

/**
 * Renames a field to its canonical name. The last spelling in the text wins, so one before the canonical name is dropped: false.
 * @param order positions of the names as sent
 */
function respell(value: Ext, written: string, name: string, order: ReadonlyMap<string, number>): boolean {
  const wins = (order.get(name) ?? -1) < (order.get(written) ?? 0);
  if (wins) {
    value[name] = value[written];
    noteSpelling(value, name, written);
  }
  delete value[written];
  return wins;
}

/** The error as one message that always includes the path of a value below the request. */
export const placedError = (error: ShapeError, name: string): string => `cannot unmarshal ${name}${error.path}: ${error.message}`;

/** The error as one message: prefixed with the path if it is below the value called `name`. */
export const shapeError = (error: ShapeError, name: string): string => (error.path ? placedError(error, name) : error.message);
