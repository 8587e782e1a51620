/** Validates floors data. */
import { memoByObject } from '#src/lang/memo.ts';
import { DIMENSIONS } from './dimensions.ts';
import type { Floors, FloorsData, ModelGroup } from './read.ts';

/** 0: any number. */
export interface FloorLimits {
  readonly maxRules: number;
  readonly maxSchemaDims: number;
}

const outOfRange = (value: number | undefined, min: number, max: number): boolean => value !== undefined && (value < min || value > max);

/** The error of the object's own fields (Go variant); undefined: none. */
export function paramsError({ data, skipRate, floorMin }: Floors): string | undefined {
  const version = data?.floorsSchemaVersion ?? 0;
  if (version !== 0 && version !== 2) return `Invalid FloorsSchemaVersion = '${version}', supported version 2`;
  if (outOfRange(data?.skipRate, 0, 100)) return `Invalid SkipRate = '${data?.skipRate}' at ext.srv.floors.data.skiprate`;
  if (outOfRange(skipRate, 0, 100)) return `Invalid SkipRate = '${skipRate}' at ext.srv.floors.skiprate`;
  if (floorMin !== undefined && floorMin < 0) return `Invalid FloorMin = '${floorMin}', value should be >= 0`;
  return undefined;
}

/** Field lists as messages print them. */
const shown = (fields: readonly string[]): string => `[${fields.join(' ')}]`;

/** The error of one model group (Go variant). */
function groupError(group: ModelGroup, { maxRules, maxSchemaDims }: FloorLimits): string | undefined {
  const { fields, values, skipRate, modelWeight, modelVersion = '' } = group;
  const unknown = fields.find((field) => !DIMENSIONS.has(field));
  if (unknown !== undefined) return `Invalid schema dimension provided = '${unknown}' in Schema Fields = '${shown(fields)}'`;
  const due = `Invalid Floor Model = '${modelVersion}' due to`;
  const rules = Object.keys(values).length;
  if (maxSchemaDims > 0 && fields.length > maxSchemaDims) {
    return `${due} number of schema fields = '${fields.length}' are greater than limit ${maxSchemaDims}`;
  }
  if (maxRules > 0 && rules > maxRules) return `${due} number of rules = '${rules}' are greater than limit ${maxRules}`;
  if (outOfRange(skipRate, 0, 100)) return `${due} SkipRate = '${skipRate}' is out of range (1-100)`;
  if (outOfRange(modelWeight, 1, 100)) return `${due} ModelWeight = '${modelWeight}' is out of range (1-100)`;
  if (group.default !== undefined && group.default < 0) return `${due} Default = '${group.default}' is less than 0`;
  return undefined;
}

/** The valid groups, and an error message for each other one. */
export function validGroups(groups: readonly ModelGroup[], limits: FloorLimits): { groups: ModelGroup[]; errors: string[] } {
  const good: ModelGroup[] = [];
  const errors: string[] = [];
  for (const group of groups) {
    const error = groupError(group, limits);
    if (error) errors.push(error);
    else good.push(group);
  }
  return { groups: good, errors };
}

/** Searchable rules: keys in lower case, without those of another length than the schema. */
export interface RuleTable {
  readonly rules: ReadonlyMap<string, number>;
  /** There are rules, and all are searchable as they are written. */
  readonly isAsGiven: boolean;
  readonly errors: readonly string[];
}

/** Number of parts of a rule. */
function partsOf(rule: string, delimiter: string): number {
  let parts = 1;
  for (let at = rule.indexOf(delimiter); at >= 0; at = rule.indexOf(delimiter, at + delimiter.length)) parts++;
  return parts;
}

/** The group's rules; prepared once per group. */
export const ruleTable = memoByObject((group: ModelGroup): RuleTable => {
  const rules = new Map<string, number>();
  const errors: string[] = [];
  let isAsGiven = true;
  for (const key in group.values) {
    const value = group.values[key];
    const isNumber = typeof value === 'number' && Number.isFinite(value);
    if (isNumber && partsOf(key, group.delimiter) === group.fields.length) {
      const rule = key.toLowerCase();
      // V8 would look up the equal new string in its table of all strings.
      rules.set(rule === key ? key : rule, value);
      if (rule === key) continue;
    } else if (isNumber) errors.push(`Invalid Floor Rule = '${key}' for Schema Fields = '${shown(group.fields)}'`);
    isAsGiven = false;
  }
  return { rules, isAsGiven: isAsGiven && rules.size > 0, errors };
});

/** The first error anywhere in the object (Java variant, which accepts all of it or nothing). */
export function strictError({ skipRate, floorMin, data }: Floors, limits: FloorLimits): string | undefined {
  if (outOfRange(skipRate, 0, 100)) return `Price floor root skipRate must be in range(0-100), but was ${skipRate}`;
  if (floorMin !== undefined && floorMin < 0) return `Price floor floorMin must be positive float, but was ${floorMin}`;
  return data ? strictDataError(data, limits) : 'Price floor rules data must be present';
}

function strictDataError({ skipRate, useFetchDataRate, modelGroups }: FloorsData, limits: FloorLimits): string | undefined {
  if (outOfRange(skipRate, 0, 100)) return `Price floor data skipRate must be in range(0-100), but was ${skipRate}`;
  if (outOfRange(useFetchDataRate, 0, 100)) return `Price floor data useFetchDataRate must be in range(0-100), but was ${useFetchDataRate}`;
  if (modelGroups.length === 0) return 'Price floor rules should contain at least one model group';
  for (const group of modelGroups) {
    const error = strictGroupError(group, limits);
    if (error) return error;
  }
  return undefined;
}

function strictGroupError(group: ModelGroup, { maxRules, maxSchemaDims }: FloorLimits): string | undefined {
  const { modelWeight, skipRate, values, fields } = group;
  const rules = Object.keys(values).length;
  if (outOfRange(modelWeight, 1, 100)) return `Price floor modelGroup modelWeight must be in range(1-100), but was ${modelWeight}`;
  if (outOfRange(skipRate, 0, 100)) return `Price floor modelGroup skipRate must be in range(0-100), but was ${skipRate}`;
  if (group.default !== undefined && group.default < 0) {
    return `Price floor modelGroup default must be positive float, but was ${group.default}`;
  }
  if (rules === 0) return "Price floor rules values can't be null or empty, but were {}";
  if (maxRules > 0 && rules > maxRules) return `Price floor rules number ${rules} exceeded its maximum number ${maxRules}`;
  if (fields.length === 0) return "Price floor dimensions can't be null or empty, but were []";
  if (maxSchemaDims > 0 && fields.length > maxSchemaDims) {
    return `Price floor schema dimensions ${fields.length} exceeded its maximum number ${maxSchemaDims}`;
  }
  return undefined;
}
