/** Settings in the Java variant's format: any error invalidates all of the account's rules. */

import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { toFlag } from '../account-settings.ts';
import { RuleError } from './arguments.ts';
import { RULE_DIALECTS } from './dialects.ts';
import { checkShape } from './java-shape.ts';
import { compileSet, groupsOf, isProcessedStage, type RuleGroup, type RuleSet, setsOf } from './rule-set.ts';

const { messages } = RULE_DIALECTS.java;

const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Invalid conditions: their number differs from the functions', or they are repeated. */
function matcherError({ schema, rules }: RuleGroup): string | undefined {
  const seen = new Set<string>();
  const counts = rules.map(({ conditions }) => conditions.length);
  if (counts.includes(0)) return 'Rule with no matchers';
  if (new Set(counts).size > 1) return 'Mismatched arguments count';
  for (const { conditions } of rules) {
    const key = conditions.join('|');
    if (seen.has(key)) return `Ambiguous matchers: ${conditions.join(', ')}`;
    seen.add(key);
  }
  return rules.length > 0 && counts[0] !== schema.length ? 'Schema functions count and rules matchers count mismatch' : undefined;
}

function weightsError(groups: readonly Ext[]): string | undefined {
  if (groups.length === 0) return 'Weighted list cannot be empty';
  return groups.some(({ weight }) => !(typeof weight === 'number' && weight > 0)) ? 'Weight must be greater than zero' : undefined;
}

/** An unknown function in schema or results; an error of its own, so that it is named before its arguments are parsed. */
function checkFunctions(group: Ext): void {
  for (const one of arrayOf(group['schema'])) if (!isObject(one)) throw new RuleError(messages.unknownSchema(String(one)));
  for (const rule of arrayOf(group['rules'])) {
    if (!isObject(rule)) throw new RuleError('Rule with no matchers');
    for (const one of arrayOf(rule['results'])) if (!isObject(one)) throw new RuleError(messages.unknownResult(String(one)));
  }
}

function compileOne(set: Ext): RuleSet {
  const groups = groupsOf(set);
  groups.forEach(checkFunctions);
  const compiled = compileSet(set, RULE_DIALECTS.java);
  const error = compiled.groups.map(matcherError).find((message) => message !== undefined) ?? weightsError(groups);
  if (error) throw new RuleError(error);
  return compiled;
}

/**
 * Compiles an account's settings. Sets of other stages and disabled sets are not validated.
 * @throws RuleError for any error in the validated sets
 */
export function compileJava(settings: Ext): RuleSet[] {
  checkShape(settings);
  if (toFlag(settings['enabled']) === false) return [];
  return setsOf(settings)
    .filter((set) => toFlag(set['enabled']) !== false && isProcessedStage(set))
    .map(compileOne);
}
