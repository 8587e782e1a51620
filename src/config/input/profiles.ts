/** Profiles of the Java variant: their names, their groups, and conditions on them. */
import { joinKeys, type Property } from './property.ts';

/** The profiles that another one activates, by its name. */
export type Groups = ReadonlyMap<string, readonly string[]>;

/** Names separated by commas. */
export const parseProfiles = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

const GROUP = /^spring\.profiles\.group\.(.+?)(?:\[\d+\])?$/i;
const GROUP_VARIABLE = /^SPRING_PROFILES_GROUP_([A-Z0-9_]+?)(?:_\d+_?)?$/;

/** Whether a key defines a group. */
export const isGroupKey = (key: string): boolean => GROUP.test(key);

/** Groups defined by properties of one source: `spring.profiles.group.NAME`, a list or names separated by commas. */
export const groupsIn = (properties: readonly Property[]): Groups =>
  toGroups(properties.map(({ keys, value }) => [GROUP.exec(joinKeys(keys))?.[1], value]));

/** Groups defined by variables, whose names are in lower case. */
export const groupsOfVariables = (environment: NodeJS.ProcessEnv): Groups =>
  toGroups(
    Object.entries(environment)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([variable, value]) => [GROUP_VARIABLE.exec(variable)?.[1]?.toLowerCase(), value]),
  );

function toGroups(entries: readonly (readonly [name: string | undefined, value: unknown])[]): Groups {
  const groups = new Map<string, string[]>();
  for (const [name, value] of entries) {
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), ...parseProfiles(String(value ?? ''))]);
  }
  return groups;
}

/** The profiles, each followed by those of its group; groups may name groups. */
export function expandProfiles(profiles: readonly string[], groups: Groups, expanded = new Set<string>()): string[] {
  for (const profile of profiles) {
    if (expanded.has(profile)) continue;
    expanded.add(profile);
    expandProfiles(groups.get(profile) ?? [], groups, expanded);
  }
  return [...expanded];
}

/**
 * Whether a condition on active profiles holds: `a, b` and `a | b`: one of them is active; `a & b`: both are; `!a`: it is not. `&` and `|`
 * together need parentheses. Undefined: the condition is malformed.
 */
export function holds(condition: string, active: readonly string[]): boolean | undefined {
  const results = parseProfiles(condition).map((alternative) => new Expression(alternative, active).evaluate());
  return results.includes(undefined) ? undefined : results.includes(true);
}

class Expression {
  readonly #tokens: readonly string[];
  readonly #active: readonly string[];
  #at = 0;

  constructor(text: string, active: readonly string[]) {
    this.#tokens = (text.match(/[()&|!]|[^()&|!]+/g) ?? []).map((token) => token.trim()).filter((token) => token !== '');
    this.#active = active;
  }

  evaluate(): boolean | undefined {
    const value = this.#terms();
    return this.#at === this.#tokens.length ? value : undefined;
  }

  #terms(): boolean | undefined {
    const values = [this.#term()];
    const operator = this.#tokens[this.#at];
    if (operator !== '&' && operator !== '|') return values[0];
    while (this.#tokens[this.#at] === operator) {
      this.#at++;
      values.push(this.#term());
    }
    if (values.includes(undefined)) return undefined;
    return operator === '&' ? !values.includes(false) : values.includes(true);
  }

  #term(): boolean | undefined {
    const token = this.#tokens[this.#at++];
    if (token === '!') {
      const value = this.#term();
      return value === undefined ? undefined : !value;
    }
    if (token === '(') {
      const value = this.#terms();
      return this.#tokens[this.#at++] === ')' ? value : undefined;
    }
    return token === undefined || /[)&|]/.test(token) ? undefined : this.#active.includes(token);
  }
}
