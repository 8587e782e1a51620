/** Words in an account's activity controls without effect: a rule with one never applies, so a mistake allows what it should deny. */
import { isObject } from '#src/json/merge.ts';
import { list } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** A word and the reason why it has no effect. */
export interface UnusedWord {
  readonly path: readonly string[];
  readonly rule: string;
}

const TYPES = ['bidder', 'analytics', 'rtd', 'general'];
/** Privacy modules (Java variant). */
const MODULES = ['iab.usgeneral', 'iab.uscustomlogic'] as const;
export type PrivacyModuleCode = (typeof MODULES)[number];

const fieldOf = (holder: unknown, key: string): unknown => (isObject(holder) ? holder[key] : undefined);

/** Strings of a list that are not known. */
const unused = (
  words: unknown,
  path: readonly string[],
  isKnown: (word: string) => boolean,
  rule: (word: string) => string,
): UnusedWord[] =>
  list(words).flatMap((word, i) => (typeof word !== 'string' || isKnown(word) ? [] : [{ path: [...path, String(i)], rule: rule(word) }]));

const isCode = (word: string): boolean => MODULES.some((code) => code === word);
const isModule = (word: string): boolean =>
  word.endsWith('*') ? MODULES.some((code) => code.startsWith(word.slice(0, -1))) : isCode(word);

function inRule(rule: unknown, path: readonly string[]): UnusedWord[] {
  const types = fieldOf(fieldOf(rule, 'condition'), 'componentType');
  return [
    ...unused(
      types,
      [...path, 'condition', 'componentType'],
      (word) => TYPES.includes(word.toLowerCase()),
      (word) => `there is no component of type ${word}, only ${TYPES.join(', ')}`,
    ),
    ...unused(fieldOf(rule, 'privacyreg'), [...path, 'privacyreg'], isModule, (word) => `there is no privacy module ${word}`),
  ];
}

/** Those of an account under our keys. */
export function unusedActivityWords({ privacy }: Ext): UnusedWord[] {
  const activities = fieldOf(privacy, 'allowactivities');
  const modules = list(fieldOf(privacy, 'modules')).map((module) => fieldOf(module, 'code'));
  return [
    ...Object.entries(isObject(activities) ? activities : {}).flatMap(([name, activity]) =>
      list(fieldOf(activity, 'rules')).flatMap((rule, i) => inRule(rule, ['privacy', 'allowactivities', name, 'rules', String(i)])),
    ),
    ...unused(modules, ['privacy', 'modules'], isCode, (code) => `there is no privacy module ${code}`).map(({ path, rule }) => ({
      path: [...path, 'code'],
      rule,
    })),
  ];
}
