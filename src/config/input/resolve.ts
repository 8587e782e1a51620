/** Maps written keys, in any spelling, dotted and indexed, to the names of the key tree. */
import { nearest } from '../nearest.ts';
import { type KeyNode, newNode } from './key-tree.ts';
import { joinKeys, type Key, type Property, uniform } from './property.ts';

/** A key that matches no option. */
export interface UnknownKey {
  readonly property: Property;
  /** The complete key, as written. */
  readonly written: string;
  /** The similar known name, if any. */
  readonly near: string | undefined;
}

export interface Resolved {
  readonly properties: readonly Property[];
  readonly unknown: readonly UnknownKey[];
  /** One line per error: a value instead of a group, or a group instead of a value. */
  readonly errors: readonly { readonly property: Property; readonly written: string; readonly rule: string }[];
}

/** Max edit distance at which a name in a group with further names still counts as a misspelled option. */
const MAX_TYPO_EDITS = 2;
const OPEN = newNode('open');
/** Account settings by bidder. */
const OF_BIDDERS =
  /^account_defaults\.(?:alternatebiddercodes\.bidders|preferredmediatype|bidadjustments\.mediatype\.(?:banner|video-instream|video-outstream|audio|native|\*))$/;

/** Converts `accessKeyId` and `access-key-id` to our spelling. */
const toSnake = (key: string): string =>
  key
    .replaceAll('-', '_')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase();

class NoSuchKey extends Error {
  readonly near: string | undefined;
  constructor(near: string | undefined) {
    super('unknown');
    this.near = near;
  }
}
class WrongShape extends Error {}

/** Follows one key down the tree. */
class Walk {
  node: KeyNode;
  readonly names: Key[] = [];
  written = '';
  readonly #codes: Map<string, string>;
  readonly #relaxed: ReadonlyMap<string, string>;

  constructor(root: KeyNode, codes: Map<string, string>, relaxed: ReadonlyMap<string, string>) {
    this.#relaxed = relaxed;
    this.node = root;
    this.#codes = codes;
  }

  /** @param isInside the key is the rest of a dotted key that began further up */
  take(key: Key, isInside = false): void {
    if (typeof key === 'number') {
      this.#place(key);
      return;
    }
    const [, name = '', place] = /^(.*?)\[([^\]]*)\]$/.exec(key) ?? [];
    const dot = key.indexOf('.');
    if (place !== undefined && this.node.kind !== 'open') {
      if (name !== '') this.take(name, isInside);
      if (/^\d+$/.test(place)) this.#place(Number(place));
      else this.#name(place);
    } else if (dot > 0 && this.#splits(key, isInside)) {
      this.take(key.slice(0, dot), true);
      this.take(key.slice(dot + 1), true);
    } else this.#name(key);
  }

  /** Whether dots in a key separate levels: not in user-defined names. */
  #splits(key: string, isInside: boolean): boolean {
    const { kind, children, item } = this.node;
    if (kind === 'group') return !children.has(uniform(key));
    if (kind === 'open') return isInside;
    return isInside || !(item?.kind === 'leaf' || item?.kind === 'open');
  }

  #place(place: number): void {
    if (this.node.kind === 'leaf') throw new WrongShape('must be a single value, not a list');
    if (this.node.kind === 'list') this.node = this.node.item ?? OPEN;
    // A list of one-key mappings counts as a mapping if one is expected.
    else if (this.node.kind !== 'open' || !this.node.takesString) return;
    this.names.push(place);
    this.written += `[${place}]`;
  }

  #name(key: string): void {
    this.written += this.written === '' ? key : `.${key}`;
    const { kind, item, children } = this.node;
    if (kind === 'group' || children.has(uniform(key))) this.#child(key);
    else if (kind === 'record' || kind === 'open') {
      this.names.push(this.#isOfBidders() ? this.#code(key) : key);
      this.node = item ?? OPEN;
    } else if (kind === 'list' && /^\d+$/.test(key)) {
      this.names.push(Number(key));
      this.node = item ?? OPEN;
    } else throw new WrongShape(kind === 'list' ? 'must be a list' : 'must be a single value, not a group');
  }

  #child(key: string): void {
    const { children, takesOthers } = this.node;
    const child = children.get(uniform(key));
    if (!child) {
      const known = [...children.values()].map(({ name }) => name);
      const near = nearest(toSnake(key), known, takesOthers ? MAX_TYPO_EDITS : undefined);
      if (!takesOthers || near !== undefined) throw new NoSuchKey(near);
    }
    this.names.push(child?.name ?? key);
    this.node = child?.node ?? OPEN;
  }

  /** Whether the names of this map are bidder codes. */
  #isOfBidders(): boolean {
    const { names } = this;
    return names[0] === 'adapters' ? names.length === 1 : names[0] === 'account_defaults' && OF_BIDDERS.test(joinKeys(names));
  }

  /** Bidder codes match in any case: a bidder's own spelling is used, else the first one of its settings. */
  #code(code: string): string {
    const known = this.#codes.get(code.toLowerCase());
    if (this.names.at(-1) !== 'adapters') return known ?? code;
    const chosen = known ?? this.#relaxed.get(uniform(code)) ?? code;
    this.#codes.set(code.toLowerCase(), chosen);
    return chosen;
  }
}

/**
 * Properties with the tree's names; an empty value for a group is ignored.
 * @param bidders names of bidders in their own spelling
 * @param isRelaxed names under `adapters` match without their dashes and underscores too, as the Java variant binds them
 */
export function resolveKeys(root: KeyNode, given: readonly Property[], bidders: readonly string[] = [], isRelaxed = false): Resolved {
  const [properties, unknown, errors]: [Property[], UnknownKey[], Resolved['errors'][number][]] = [[], [], []];
  const codes = new Map(bidders.map((name) => [name.toLowerCase(), name]));
  const relaxed = isRelaxed ? uniformNames(bidders) : new Map<string, string>();
  for (const property of given) {
    const walk = new Walk(root, codes, relaxed);
    let taken = 0;
    try {
      for (; taken < property.keys.length; taken++) walk.take(property.keys[taken] ?? '');
      const { value, origin } = property;
      const isEmpty = value === null || value === '' || (Array.isArray(value) && walk.node.kind !== 'leaf');
      if (!walk.node.takesString && walk.node.kind !== 'open' && !isEmpty)
        throw new WrongShape(`must be a group of options, not ${show(value)}`);
      properties.push({
        keys: walk.names,
        value,
        origin: origin.line === undefined && origin.written !== '' ? origin : { ...origin, written: walk.written },
      });
    } catch (cause) {
      if (cause instanceof NoSuchKey)
        unknown.push({ property, written: completeKey(walk.written, property.keys.slice(taken)), near: cause.near });
      else if (cause instanceof WrongShape) errors.push({ property, written: walk.written, rule: cause.message });
      else throw cause;
    }
  }
  return { properties, unknown, errors };
}

/** Names by their uniform form; not those that differ in dashes and underscores only. */
function uniformNames(names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const name of names) {
    const form = uniform(name);
    const other = found.get(form);
    if (other !== undefined && other !== name) ambiguous.add(form);
    found.set(form, name);
  }
  for (const form of ambiguous) found.delete(form);
  return found;
}

/** A key from the part that was resolved, which ends with a part of the next name, and the rest; the items of a list are one key. */
function completeKey(written: string, [name = '', ...rest]: readonly Key[]): string {
  const text = String(name);
  let length = text.length;
  while (length > 0 && !written.endsWith(text.slice(0, length))) length--;
  const place = rest.findIndex((key) => typeof key === 'number');
  return joinKeys([written + text.slice(length), ...(place < 0 ? rest : rest.slice(0, place))]);
}

const show = (value: unknown): string => JSON.stringify(value) ?? String(value);
