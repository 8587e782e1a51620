/**
 * `ext.srv.floors` as received: field names in any case (the Go variant writes lower case, the Java variant camel case), any values. A
 * value of the wrong type counts as absent.
 */

import { isObject } from '#src/json/merge.ts';
import { nonEmptyString } from '#src/json/values.ts';
import { memoByObject } from '#src/lang/memo.ts';
import type { Ext } from '#src/openrtb/ext.ts';

export interface Enforcement {
  readonly enforcePbs?: boolean | undefined;
  readonly floorDeals?: boolean | undefined;
  /** percent */
  readonly enforceRate?: number | undefined;
}

export interface ModelGroup {
  readonly currency?: string | undefined;
  readonly skipRate?: number | undefined;
  readonly modelVersion?: string | undefined;
  readonly modelWeight?: number | undefined;
  readonly fields: readonly string[];
  readonly delimiter: string;
  readonly values: { readonly [rule: string]: unknown };
  readonly default?: number | undefined;
  /** As received, for writing it back. */
  readonly raw: Ext;
}

export interface FloorsData {
  readonly currency?: string | undefined;
  readonly skipRate?: number | undefined;
  readonly floorsSchemaVersion?: number | undefined;
  readonly useFetchDataRate?: number | undefined;
  readonly modelGroups: readonly ModelGroup[];
  readonly raw: Ext;
}

export interface Floors {
  readonly enabled?: boolean | undefined;
  readonly floorMin?: number | undefined;
  readonly floorMinCur?: string | undefined;
  readonly skipRate?: number | undefined;
  /** The address to fetch this request's floors from. */
  readonly endpoint?: string | undefined;
  readonly data?: FloorsData | undefined;
  readonly raw: Ext;
}

/** The spelling under which `object` holds a field given in lower case; the exact one first. */
export function spelling(object: Ext, name: string): string | undefined {
  if (Object.hasOwn(object, name)) return name;
  for (const key in object) if (key.length === name.length && key.toLowerCase() === name) return key;
  return undefined;
}

/** The value of a field given in lower case, in any spelling; null counts as absent. */
export function fieldOf(object: unknown, name: string): unknown {
  if (!isObject(object)) return undefined;
  const key = spelling(object, name);
  return key === undefined ? undefined : (object[key] ?? undefined);
}

const asBoolean = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
const asNumber = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const asStrings = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;

/** The request's settings of enforcement. */
export function readEnforcement(floors: unknown): Enforcement {
  const given = fieldOf(floors, 'enforcement');
  return {
    enforcePbs: asBoolean(fieldOf(given, 'enforcepbs')),
    floorDeals: asBoolean(fieldOf(given, 'floordeals')),
    enforceRate: asNumber(fieldOf(given, 'enforcerate')),
  };
}

/** Whether the request leaves floors enabled. */
export const isEnabledByRequest = (floors: unknown): boolean => fieldOf(floors, 'enabled') !== false;

/** Whether floors of the request are marked as skipped. */
export const isSkipped = (floors: unknown): boolean => fieldOf(floors, 'skipped') === true;

/** The floors object of a request; undefined if absent. */
export function readFloors(value: unknown): Floors | undefined {
  if (!isObject(value)) return undefined;
  return {
    enabled: asBoolean(fieldOf(value, 'enabled')),
    floorMin: asNumber(fieldOf(value, 'floormin')),
    floorMinCur: nonEmptyString(fieldOf(value, 'floormincur')),
    skipRate: asNumber(fieldOf(value, 'skiprate')),
    endpoint: nonEmptyString(fieldOf(fieldOf(value, 'floorendpoint') ?? fieldOf(value, 'endpoint'), 'url')),
    data: readData(fieldOf(value, 'data')),
    raw: value,
  };
}

/** The `data` part, as requests carry it and providers return it; parsed once per object. */
export const readData = (value: unknown): FloorsData | undefined => (isObject(value) ? dataOf(value) : undefined);

const dataOf = memoByObject((value: Ext): FloorsData => {
  const groups = fieldOf(value, 'modelgroups');
  return {
    currency: nonEmptyString(fieldOf(value, 'currency')),
    skipRate: asNumber(fieldOf(value, 'skiprate')),
    floorsSchemaVersion: asNumber(fieldOf(value, 'floorsschemaversion')),
    useFetchDataRate: asNumber(fieldOf(value, 'usefetchdatarate')),
    modelGroups: Array.isArray(groups) ? groups.filter(isObject).map(readGroup) : [],
    raw: value,
  };
});

function readGroup(group: Ext): ModelGroup {
  const schema = fieldOf(group, 'schema');
  const values = fieldOf(group, 'values');
  return {
    currency: nonEmptyString(fieldOf(group, 'currency')),
    skipRate: asNumber(fieldOf(group, 'skiprate')),
    modelVersion: nonEmptyString(fieldOf(group, 'modelversion')),
    modelWeight: asNumber(fieldOf(group, 'modelweight')),
    fields: asStrings(fieldOf(schema, 'fields')) ?? [],
    delimiter: nonEmptyString(fieldOf(schema, 'delimiter')) ?? '|',
    values: isObject(values) ? values : {},
    default: asNumber(fieldOf(group, 'default')),
    raw: group,
  };
}
