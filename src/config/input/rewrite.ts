/** Maps a variant's keys to our options: tables of rules, applied to properties with resolved keys. */
import { errorMessage } from '#src/lang/error-message.ts';
import { assemble } from './assemble.ts';
import { addKey, type KeyNode, newNode, nodeAt, stepsOf } from './key-tree.ts';
import { flatten, joinKeys, type Key, type Origin, type Property } from './property.ts';

/** Target option that applies only if one of other keys is set too; with none of them, all targets apply, so that the value is checked. */
export interface Target {
  readonly option: string;
  readonly needs: readonly string[];
}

/** The meaning of a variant's key here. */
export interface Rule {
  /** In snake_case; `<name>` is any name, `[]` any list index. A group stands for everything below it. */
  readonly key: string;
  /**
   * Our options; each `<name>` and `[]` takes the key's value at that position, `<2>` the second one. Absent: the key has no effect here.
   */
  readonly to?: readonly (string | Target)[];
  /**
   * Converts the value to our form, or undefined if it has no effect; `settingOf` returns other keys' values, `names` are the values of
   * `<name>` and `[]`. Throws the violated rule.
   */
  readonly as?: (value: unknown, settingOf: (key: string) => unknown, names: readonly Key[]) => unknown;
  /** The key remains for later rules. */
  readonly stays?: boolean;
  /** Why the key has no effect here, or a different one. */
  readonly warn?: string;
  /** It overrides the value under our name. */
  readonly wins?: boolean;
  /** The only bidders to which it applies, in lower case, with their aliases; the first `<name>` is the bidder. */
  readonly only?: readonly string[];
  /** The option whose keys a group without effect has; absent: any keys. */
  readonly like?: string;
  /** The key within a string value, as written, of an option below `to`; absent: its keys here. */
  readonly inside?: (given: string, keys: readonly Key[]) => string;
  /** Spellings of our own option, as opposed to the variant's key. */
  readonly ours?: string;
}

export interface Warning {
  readonly reason: string;
  readonly origins: readonly Origin[];
}

export interface Rewritten {
  readonly properties: readonly Property[];
  readonly warnings: readonly Warning[];
  readonly errors: readonly { readonly property: Property; readonly rule: string }[];
}

/** Adds the keys of rules; below a key that only moves, the keys of its target apply. */
export function addRuleKeys(root: KeyNode, rules: readonly Rule[]): void {
  for (const { key, to, as, like } of [...rules.filter((rule) => !rule.as), ...rules.filter((rule) => rule.as)]) {
    const option = to?.[0] === undefined ? like : optionOf(to[0]);
    const target = as === undefined && option !== undefined ? nodeAt(root, option) : undefined;
    const known = nodeAt(root, key);
    // A converted key may also be written as a group.
    if (as && known?.kind === 'leaf') known.kind = 'open';
    addKey(root, key, target ?? newNode('open'));
  }
}

const optionOf = (target: string | Target): string => (typeof target === 'string' ? target : target.option);

/** The names and indexes for `<name>` and `[]`; undefined if the key does not match the pattern. */
function match(steps: readonly string[], keys: readonly Key[]): Key[] | undefined {
  const found: Key[] = [];
  for (const [i, step] of steps.entries()) {
    const key = keys[i];
    if (key === undefined) return undefined;
    if (step === '[]' ? typeof key === 'number' : step === '<name>') found.push(key);
    else if (step !== key) return undefined;
  }
  return found;
}

function fill(steps: readonly string[], found: readonly Key[]): Key[] {
  const rest = [...found];
  return steps.map((step) => {
    if (step === '<2>') return found[1] ?? '';
    return step === '<name>' || step === '[]' ? (rest.shift() ?? '') : step;
  });
}

class Rewriter {
  properties: readonly Property[];
  readonly warnings: Warning[] = [];
  readonly errors: { property: Property; rule: string }[] = [];

  constructor(properties: readonly Property[]) {
    this.properties = properties;
  }

  apply(rule: Rule): void {
    const steps = stepsOf(rule.key);
    const groups = new Map<string, { found: Key[]; of: Property[] }>();
    const others: Property[] = [];
    for (const property of this.properties) {
      const found = match(steps, property.keys);
      if (!found || isOurs(rule, property) || this.#isOther(rule, found)) others.push(property);
      else {
        const group = groups.get(found.join('\u0000')) ?? { found, of: [] };
        group.of.push(property);
        groups.set(found.join('\u0000'), group);
      }
    }
    if (groups.size === 0) return;
    const made = [...groups.values()].flatMap(({ found, of }) => this.#move(rule, steps.length, found, of));
    const all = [...groups.values()].flatMap(({ of }) => of);
    if (rule.warn !== undefined) this.warnings.push({ reason: rule.warn, origins: all.map(({ origin }) => origin) });
    // Our own option takes precedence within one layer: it comes later.
    const rest = rule.stays ? this.properties : others;
    this.properties = rule.wins ? [...rest, ...made] : [...made, ...rest];
  }

  #isOther({ only }: Rule, [name]: readonly Key[]): boolean {
    if (!only) return false;
    const aliased = this.#valueAt(['adapters', String(name), 'alias_of']);
    return ![name, aliased].some((code) => only.includes(String(code).toLowerCase()));
  }

  #valueAt(steps: readonly string[]): unknown {
    const of = this.properties.filter(({ keys }) => match(steps, keys));
    return of.length === 0 ? undefined : valueBelow(of, steps.length);
  }

  #holds(target: string | Target): boolean {
    return typeof target === 'string' || target.needs.some((key) => this.properties.some(({ keys }) => match(stepsOf(key), keys)));
  }

  #move({ to = [], as, inside }: Rule, depth: number, found: readonly Key[], of: readonly Property[]): Property[] {
    const holding = to.filter((target) => this.#holds(target));
    const targets = (holding.length > 0 ? holding : to).map((target) => fill(stepsOf(optionOf(target)), found));
    if (!as) return targets.flatMap((keys) => of.map((property) => ({ ...property, keys: [...keys, ...property.keys.slice(depth)] })));
    const [first] = of;
    if (!first) return [];
    try {
      const given = valueBelow(of, depth);
      const value = as(given, (key) => this.#valueAt(stepsOf(key)), found);
      return value === undefined ? [] : targets.flatMap((keys) => leavesOf(value, keys, first.origin, given, inside));
    } catch (cause) {
      this.errors.push({ property: first, rule: errorMessage(cause) });
      return [];
    }
  }
}

/** The value of the properties below a key. */
function valueBelow(of: readonly Property[], depth: number): unknown {
  return assemble(of.map((property) => ({ ...property, keys: ['value', ...property.keys.slice(depth)] })))['value'];
}

/** The result of a rule, leaf by leaf; for a JSON string each leaf has its path in the string. */
function leavesOf(value: unknown, keys: readonly Key[], origin: Origin, given: unknown, inside: Rule['inside']): Property[] {
  const text = typeof given === 'string' && typeof value === 'object' ? given : undefined;
  return flatten(value, origin, []).map((leaf) => ({
    ...leaf,
    keys: [...keys, ...leaf.keys],
    origin: text === undefined ? origin : { ...origin, inside: inside?.(text, leaf.keys) ?? joinKeys(leaf.keys) },
  }));
}

const isOurs = ({ ours }: Rule, { origin: { written } }: Property): boolean =>
  ours !== undefined && (written.endsWith(ours) || written.startsWith('AUCTOR_'));

/** All rules, in order; a rule may rewrite the result of an earlier one. */
export function rewrite(properties: readonly Property[], rules: readonly Rule[]): Rewritten {
  const rewriter = new Rewriter(properties);
  for (const rule of rules) rewriter.apply(rule);
  return rewriter;
}
