/**
 * Checks of JSON values by type, composed at load. A check looks at a value that is there and not null; it may put a
 * better form of it into its holder. Texts are those of a strict JSON decoder (auction-request.md 2.5).
 */
import type { Ext } from './ext.ts';
import { isObject } from './merge.ts';
import { noteSpelling } from './spelling.ts';

/** What is wrong and where, counted from the value that was checked: `.imp[0].banner`. */
export interface Fault {
  readonly path: string;
  readonly text: string;
}

/** Where a value lies: an object with its member's name, or a list with an index. */
export type Holder = { [key: string | number]: unknown };

/**
 * @param loose the Java variant's reading: one value where a list is expected, 0 and 1 where a boolean is
 * @returns the first fault; nothing when the value is good
 */
export type Check = (value: unknown, holder: Holder, key: string | number, loose: boolean) => Fault | undefined;

/** A check, and what stands in for `null` as a list's item or a map's value (for lists and maps: `null` itself). */
export interface Kind {
  readonly check: Check;
  readonly zero: () => unknown;
}

const at = (text: string): Fault => ({ path: '', text });

/** The character at which a decoder would stop. */
export function firstCharacter(value: unknown): string {
  if (typeof value === 'string') return '"';
  if (Array.isArray(value)) return '[';
  if (typeof value === 'object') return value === null ? 'n' : '{';
  return String(value).charAt(0);
}

const wantsObject = (value: unknown): Fault => at(`expect { or n, but found ${firstCharacter(value)}`);

function integer(lowest: number, highest: number): Check {
  return (value) => {
    if (typeof value !== 'number') return at(`unexpected character: ${firstCharacter(value)}`);
    if (!Number.isInteger(value)) return at('can not decode float as int');
    return value < lowest || value > highest ? at(`overflow: ${value}`) : undefined;
  };
}

const text: Check = (value) => (typeof value === 'string' ? undefined : at(`expects " or n, but found ${firstCharacter(value)}`));
const float: Check = (value) => (typeof value === 'number' ? undefined : at('invalid number'));
const anything: Check = () => undefined;
const object: Check = (value) => (isObject(value) ? undefined : wantsObject(value));
const bool: Check = (value, holder, key, loose) => {
  if (typeof value === 'boolean') return undefined;
  if (!loose || (value !== 0 && value !== 1)) return at(`expect t or f, but found ${firstCharacter(value)}`);
  holder[key] = value === 1;
  return undefined;
};

const LIMIT = 2 ** 63;

/** The plain kinds: whole numbers (any, 8 bits, 16 bits without sign), numbers, texts, booleans, objects, anything. */
export const KINDS = {
  i: { check: integer(-LIMIT, LIMIT), zero: () => 0 },
  i8: { check: integer(-128, 127), zero: () => 0 },
  u16: { check: integer(0, 65535), zero: () => 0 },
  f: { check: float, zero: () => 0 },
  s: { check: text, zero: () => '' },
  b: { check: bool, zero: () => false },
  o: { check: object, zero: () => ({}) },
  j: { check: anything, zero: () => null },
} as const satisfies { [name: string]: Kind };

/** A list of one kind. `single`: one value in its place is always taken, not only when reading loosely. */
export function listOf(item: Kind, single = false): Kind {
  const { check, zero } = item;
  return {
    zero: () => null,
    check(value, holder, key, loose) {
      if (!Array.isArray(value)) {
        if (!loose && !single) return at(`decode slice: expect [ or n, but found ${firstCharacter(value)}`);
        value = [value];
        holder[key] = value;
      }
      const list = value as unknown[];
      for (let i = 0; i < list.length; i++) {
        if (list[i] === null) {
          list[i] = zero();
          continue;
        }
        const fault = check(list[i], list as unknown as Holder, i, loose);
        if (fault) return { path: `[${i}]${fault.path}`, text: fault.text };
      }
      return undefined;
    },
  };
}

/** An object whose members all are of one kind, under any names. */
export function mapOf(item: Kind): Kind {
  const { check, zero } = item;
  return {
    zero: () => null,
    check(value, _holder, _key, loose) {
      if (!isObject(value)) return wantsObject(value);
      for (const name in value) {
        if (value[name] === null) {
          if (name !== '__proto__') value[name] = zero();
          continue;
        }
        const fault = check(value[name], value, name, loose);
        if (fault) return { path: `.${name}${fault.path}`, text: fault.text };
      }
      return undefined;
    },
  };
}

/** An object with these members. Names match in any case and are put right; `null` members are taken out; unknown ones stay. */
export function objectOf(members: () => ReadonlyMap<string, Kind>): Kind {
  let known: ReadonlyMap<string, Kind> | undefined;
  let spellings: ReadonlyMap<string, string> | undefined;
  return {
    zero: () => ({}),
    check(value, _holder, _key, loose) {
      if (!isObject(value)) return wantsObject(value);
      known ??= members();
      let order: ReadonlyMap<string, number> | undefined;
      for (const written in value) {
        let name = written;
        let kind = known.get(written);
        if (!kind) {
          spellings ??= new Map(Array.from(known.keys(), (each) => [each.toLowerCase(), each]));
          name = spellings.get(written.toLowerCase()) ?? '';
          kind = known.get(name);
          if (!kind) continue;
          order ??= new Map(Object.keys(value).map((each, i) => [each, i]));
          if (!respell(value, written, name, order)) continue;
        }
        const member = value[name];
        if (member === null) {
          delete value[name];
          continue;
        }
        const fault = kind.check(member, value, name, loose);
        if (fault) return { path: `.${name}${fault.path}`, text: fault.text };
      }
      return undefined;
    },
  };
}

/**
 * Gives a member its proper name. The last spelling in the text wins, so one before the proper one is dropped: false.
 * @param order places of the names as they were sent
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

/** The fault as one text that always names the place, of a value below the request. */
export const placedText = (fault: Fault, name: string): string => `cannot unmarshal ${name}${fault.path}: ${fault.text}`;

/** The fault as one text: with the path in front when it lies below the value called `name`. */
export const faultText = (fault: Fault, name: string): string => (fault.path ? placedText(fault, name) : fault.text);
