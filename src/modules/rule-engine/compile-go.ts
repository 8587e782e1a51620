/** Settings in the Go variant's format: a JSON schema, then structure; invalid arguments drop only their set. A set may be disabled. */

import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { toFlag } from '../account-settings.ts';
import { RuleError } from './arguments.ts';
import { RULE_DIALECTS } from './dialects.ts';
import { type BidderScopes, geoscopeSet } from './geoscopes.ts';
import { compileGroup, compileSet, type Dropped, groupsOf, isProcessedStage, type RuleSet, ruleMessage, setsOf } from './rule-set.ts';
import { schemaError } from './settings-check.ts';

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

function groupError({ schema, rules }: Ext): string | undefined {
  const functions = lengthOf(schema);
  if (functions > 0 && lengthOf(rules) === 0) return 'has schema functions but no rules';
  if (functions === 0 && lengthOf(rules) > 0) return 'has no schema functions to test its rules against';
  const wrong = Array.isArray(rules) ? rules.findIndex((rule) => isObject(rule) && lengthOf(rule['conditions']) !== functions) : -1;
  return wrong < 0 ? undefined : `number of schema functions differ from number of conditions of rule ${wrong}`;
}

function structureError(settings: Ext): string | undefined {
  for (const [i, set] of setsOf(settings).entries()) {
    for (const [j, group] of groupsOf(set).entries()) {
      const error = groupError(group);
      if (error) return `Ruleset no ${i} is invalid: ModelGroup ${j} ${error}`;
    }
  }
  return undefined;
}

/** The set; undefined if the arguments of one of its functions are invalid. */
function tryCompile(set: Ext, onDropped?: Dropped): RuleSet | undefined {
  try {
    return compileSet(set, (group) => compileGroup(group, RULE_DIALECTS.go));
  } catch (cause) {
    onDropped?.(String(set['name']), ruleMessage(cause));
    return undefined;
  }
}

/** Keys in the Go variant's spelling, and stages with underscores. */
function goSpelling(settings: Ext): Ext {
  const { ruleSets, rulesets = ruleSets, ...rest } = settings;
  const sets = Array.isArray(rulesets) ? rulesets.map(goSet) : rulesets;
  return sets === undefined ? rest : { ...rest, rulesets: sets };
}

function goSet(set: unknown): unknown {
  if (!isObject(set)) return set;
  const { modelGroups, modelgroups = modelGroups, stage, ...rest } = set;
  const spelled = typeof stage === 'string' ? stage.replaceAll('-', '_') : stage;
  return { ...rest, ...(spelled === undefined ? {} : { stage: spelled }), ...(modelgroups === undefined ? {} : { modelgroups }) };
}

/**
 * Compiles an account's settings.
 * @param scopes countries of the host's bidders, for the set made of them
 * @param onDropped called for each set that is dropped
 * @throws RuleError if the settings violate the schema or their structure is invalid
 */
export function compileGo(given: Ext, scopes: BidderScopes, onDropped?: Dropped): RuleSet[] {
  const settings = goSpelling(given);
  const error = schemaError(settings) ?? structureError(settings);
  if (error) throw new RuleError(error);
  if (settings['enabled'] !== true) return [];
  const sets = setsOf(settings)
    .filter((set) => toFlag(set['enabled']) !== false && isProcessedStage(set))
    .map((set) => tryCompile(set, onDropped));
  const own = settings['generate_rules_from_bidderconfig'] === true ? geoscopeSet(scopes, settings) : undefined;
  return [own, ...sets].filter((set) => set !== undefined);
}
