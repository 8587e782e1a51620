/** Compiled rule sets of an account: groups to draw from, each a tree of rules with a default. */

import { objects } from '#src/json/values.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { RuleError, UnknownFunctionError } from './arguments.ts';
import type { RuleDialect } from './dialects.ts';
import { type ResultFunction, resultFunction } from './result-functions.ts';
import { type SchemaFunction, schemaFunction } from './schema-functions.ts';
import { buildTree, type Rule, type RuleTree } from './tree.ts';

export interface RuleGroup {
  /** 0: absent. */
  readonly weight: number;
  readonly analyticsKey: string;
  readonly version: string;
  readonly schema: readonly SchemaFunction[];
  /** Rules as written, for the drawing of the tree. */
  readonly rules: readonly Rule[];
  readonly tree: RuleTree;
  readonly defaults: readonly ResultFunction[];
  /** Times the defaults applied, in this process. */
  defaultHits: number;
  /** Some function of the schema depends on the imp. */
  readonly perImp: boolean;
}

export interface RuleSet {
  readonly name: string;
  readonly groups: readonly RuleGroup[];
}

/** A set that is dropped although the settings are valid: its name and the reason. */
export type Dropped = (set: string, reason: string) => void;

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);
/** A scalar as a string, as the Java variant decodes it; the Go variant's schema accepts only strings. */
const textOf = (value: unknown): string => (isScalar(value) ? String(value) : '');
const stringsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isScalar).map(textOf) : []);

/** Both spellings of a key: `modelgroups` and `modelGroups`. */
const either = (holder: Ext, ...keys: readonly string[]): unknown => holder[keys.find((key) => key in holder) ?? ''];

function compileFunction<F>(given: Ext, compile: (name: string, args: unknown, dialect: RuleDialect) => F, dialect: RuleDialect): F {
  const name = textOf(given['function']);
  try {
    return compile(name, given['args'], dialect);
  } catch (cause) {
    if (!(cause instanceof RuleError) || cause instanceof UnknownFunctionError) throw cause;
    throw new RuleError(dialect.messages.inFunction(name, cause.message), { cause });
  }
}

const compileResults = (given: unknown, dialect: RuleDialect): ResultFunction[] =>
  objects(given).map((one) => compileFunction(one, resultFunction, dialect));

function compileRules(group: Ext, dialect: RuleDialect): Rule[] {
  return objects(group['rules']).map((rule) => ({
    conditions: stringsOf(rule['conditions']),
    results: compileResults(rule['results'], dialect),
  }));
}

/**
 * Compiles a group.
 * @throws RuleError if a function is unknown or its arguments are invalid
 */
export function compileGroup(group: Ext, dialect: RuleDialect): RuleGroup {
  const schema = objects(group['schema']).map((one) => compileFunction(one, schemaFunction, dialect));
  const rules = schema.length > 0 ? compileRules(group, dialect) : [];
  return {
    weight: Number(group['weight'] ?? 0),
    analyticsKey: textOf(group['analyticsKey']),
    version: textOf(group['version']),
    schema: rules.length > 0 ? schema : [],
    rules,
    tree: buildTree(rules),
    defaults: compileResults(group['default'], dialect),
    defaultHits: 0,
    perImp: rules.length > 0 && schema.some(({ perImp }) => perImp),
  };
}

/** The groups of a set as they were written. */
export const groupsOf = (set: Ext): Ext[] => objects(either(set, 'modelgroups', 'modelGroups'));
/** The rule sets in an account's settings, under either name. */
export const setsOf = (settings: Ext): Ext[] => objects(either(settings, 'rulesets', 'ruleSets'));

/** Whether the set runs at the stage of this module. */
export const isProcessedStage = ({ stage }: Ext): boolean => textOf(stage).replaceAll('-', '_') === 'processed_auction_request';

/**
 * Compiles a set.
 * @param compile compiles a group
 * @throws RuleError as `compile`
 */
export const compileSet = (set: Ext, compile: (group: Ext) => RuleGroup): RuleSet => ({
  name: textOf(set['name']),
  groups: groupsOf(set).map(compile),
});

/** The message of an invalid set; anything but a rule error is a bug and is rethrown. */
export function ruleMessage(cause: unknown): string {
  if (cause instanceof RuleError) return cause.message;
  throw cause;
}
