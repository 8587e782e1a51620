/** Settings in the Java variant's format: any error invalidates all of the account's rules. */

import { isObject } from '#src/json/merge.ts';
import { list } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { toFlag } from '../account-settings.ts';
import { RuleError } from './arguments.ts';
import { RULE_DIALECTS } from './dialects.ts';
import { checkShape } from './java-shape.ts';
import { compileGroup, compileSet, isProcessedStage, type RuleGroup, type RuleSet, setsOf } from './rule-set.ts';

const { messages } = RULE_DIALECTS.java;

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

/** Weights that cannot be drawn from: none, or one that is not above 0. */
export function weightsError(weights: readonly number[]): string | undefined {
  if (weights.length === 0) return 'Weighted list cannot be empty';
  return weights.every((weight) => weight > 0) ? undefined : 'Weight must be greater than zero';
}

/** An unknown function in schema or results; an error of its own, so that it is named before its arguments are parsed. */
function checkFunctions(group: Ext): void {
  for (const one of list(group['schema'])) if (!isObject(one)) throw new RuleError(messages.unknownSchema(String(one)));
  for (const rule of list(group['rules'])) {
    if (!isObject(rule)) throw new RuleError('Rule with no matchers');
    for (const one of list(rule['results'])) if (!isObject(one)) throw new RuleError(messages.unknownResult(String(one)));
  }
}

function compileOneGroup(given: Ext): RuleGroup {
  checkFunctions(given);
  const group = compileGroup(given, RULE_DIALECTS.java);
  const error = matcherError(group) ?? weightsError([group.weight]);
  if (error) throw new RuleError(error);
  return group;
}

function compileOneSet(given: Ext): RuleSet {
  const set = compileSet(given, compileOneGroup);
  const error = weightsError(set.groups.map(({ weight }) => weight));
  if (error) throw new RuleError(error);
  return set;
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
    .map(compileOneSet);
}
