/** Replaces `${NAME}` and `${NAME:default}` in values like the Java variant: with other settings, variables, or the default. */
import { joinKeys, type Property, uniform } from './property.ts';

/** The value of a name; undefined: none. */
export type Lookup = (name: string) => string | undefined;

class NoValue extends Error {}

const MAX_DEPTH = 20;

/** The end of a placeholder whose `${` ends before `from`: placeholders may be nested. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text.startsWith('${', i)) depth++;
    else if (text[i] === '}' && --depth === 0) return i;
  }
  return -1;
}

/** @throws NoValue if a name has neither value nor default */
function replace(text: string, lookup: Lookup, depth = 0): string {
  const start = text.indexOf('${');
  const end = start < 0 ? -1 : closing(text, start + 2);
  if (end < 0) return text;
  if (depth > MAX_DEPTH) throw new NoValue(`the placeholder in ${text} names itself`);
  const inside = replace(text.slice(start + 2, end), lookup, depth + 1);
  const colon = inside.indexOf(':');
  const name = colon < 0 ? inside : inside.slice(0, colon);
  const found = lookup(name) ?? (colon < 0 ? undefined : inside.slice(colon + 1));
  if (found === undefined) throw new NoValue(`the placeholder \${${inside}} has no value: no setting or variable is named ${name}`);
  return text.slice(0, start) + replace(found, lookup, depth + 1) + replace(text.slice(end + 1), lookup, depth);
}

/**
 * Names of other settings in any spelling, otherwise variables, by their own name or by that of the setting's variable.
 * @param usesSetting is called for each value of another setting
 */
function lookupIn(properties: readonly Property[], environment: NodeJS.ProcessEnv, usesSetting: () => void): Lookup {
  const settings = new Map(properties.map(({ keys, value }) => [uniform(joinKeys(keys)), String(value)]));
  return (name) => {
    const setting = environment[name] === undefined ? settings.get(uniform(name)) : undefined;
    if (setting !== undefined) usesSetting();
    return environment[name] ?? setting ?? environment[name.toUpperCase().replaceAll('.', '_').replaceAll('-', '')];
  };
}

/** Properties with their values; one line per error, with its property. */
export function replacePlaceholders(
  properties: readonly Property[],
  environment: NodeJS.ProcessEnv,
): { properties: Property[]; errors: { property: Property; rule: string }[] } {
  let isOfSetting = false;
  const lookup = lookupIn(properties, environment, () => {
    isOfSetting = true;
  });
  const errors: { property: Property; rule: string }[] = [];
  const replaced = properties.flatMap((property) => {
    if (typeof property.value !== 'string' || !property.value.includes('${')) return [property];
    try {
      isOfSetting = false;
      const value = replace(property.value, lookup);
      return [{ ...property, value, ...(isOfSetting ? {} : { template: property.value }) }];
    } catch (cause) {
      if (!(cause instanceof NoValue)) throw cause;
      errors.push({ property, rule: cause.message });
      return [];
    }
  });
  return { properties: replaced, errors };
}
