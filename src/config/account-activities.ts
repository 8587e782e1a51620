/** Unknown names in activity controls of an account: a rule with one never applies, so a mistake allows what it should deny. */
import { isObject } from '#src/json/merge.ts';
import { list } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** An unknown name, and the violated rule. */
export interface UnknownName {
  readonly path: readonly string[];
  readonly rule: string;
}

const TYPES = ['bidder', 'analytics', 'rtd', 'general'];
/** Privacy modules (Java variant). */
const MODULES = ['iab.usgeneral', 'iab.uscustomlogic'] as const;
export type PrivacyModuleCode = (typeof MODULES)[number];

const fieldOf = (holder: unknown, key: string): unknown => (isObject(holder) ? holder[key] : undefined);

/** Strings of a list that are not known. */
const unknownIn = (
  names: unknown,
  path: readonly string[],
  isKnown: (name: string) => boolean,
  rule: (name: string) => string,
): UnknownName[] =>
  list(names).flatMap((name, i) => (typeof name !== 'string' || isKnown(name) ? [] : [{ path: [...path, String(i)], rule: rule(name) }]));

const isCode = (name: string): boolean => MODULES.some((code) => code === name);
const isModule = (name: string): boolean =>
  name.endsWith('*') ? MODULES.some((code) => code.startsWith(name.slice(0, -1))) : isCode(name);

function inRule(rule: unknown, path: readonly string[]): UnknownName[] {
  const types = fieldOf(fieldOf(rule, 'condition'), 'componentType');
  return [
    ...unknownIn(
      types,
      [...path, 'condition', 'componentType'],
      (name) => TYPES.includes(name.toLowerCase()),
      (name) => `there is no component of type ${name}, only ${TYPES.join(', ')}`,
    ),
    ...unknownIn(fieldOf(rule, 'privacyreg'), [...path, 'privacyreg'], isModule, (name) => `there is no privacy module ${name}`),
  ];
}

/** Those of an account under our keys. */
export function unknownActivityNames({ privacy }: Ext): UnknownName[] {
  const activities = fieldOf(privacy, 'allowactivities');
  const modules = list(fieldOf(privacy, 'modules')).map((module) => fieldOf(module, 'code'));
  return [
    ...Object.entries(isObject(activities) ? activities : {}).flatMap(([name, activity]) =>
      list(fieldOf(activity, 'rules')).flatMap((rule, i) => inRule(rule, ['privacy', 'allowactivities', name, 'rules', String(i)])),
    ),
    ...unknownIn(modules, ['privacy', 'modules'], isCode, (code) => `there is no privacy module ${code}`).map(({ path, rule }) => ({
      path: [...path, 'code'],
      rule,
    })),
  ];
}
