/**
 * `ext.srv.floors` as it comes: member names in any case (the Go variant writes lower case, the Java variant camel case), anything
 * in them. What has the wrong type counts as absent.
 */
import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';

export interface Enforcement {
  readonly enforcePbs?: boolean | undefined;
  readonly floorDeals?: boolean | undefined;
  readonly bidAdjustment?: boolean | undefined;
  /** percent */
  readonly enforceRate?: number | undefined;
  readonly noFloorSignalBidders?: readonly string[] | undefined;
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
  readonly noFloorSignalBidders?: readonly string[] | undefined;
  /** As it came, for what is written back. */
  readonly raw: Ext;
}

export interface FloorsData {
  readonly currency?: string | undefined;
  readonly skipRate?: number | undefined;
  readonly floorsSchemaVersion?: number | undefined;
  readonly useFetchDataRate?: number | undefined;
  readonly modelGroups: readonly ModelGroup[];
  readonly noFloorSignalBidders?: readonly string[] | undefined;
  readonly raw: Ext;
}

export interface Floors {
  readonly enabled?: boolean | undefined;
  readonly skipped?: boolean | undefined;
  readonly floorMin?: number | undefined;
  readonly floorMinCur?: string | undefined;
  readonly skipRate?: number | undefined;
  /** Where this request wants its floors fetched from. */
  readonly endpoint?: string | undefined;
  readonly enforcement?: Enforcement | undefined;
  readonly data?: FloorsData | undefined;
  readonly raw: Ext;
}

/** The spelling under which `object` holds a member named in lower case; the exact one first. */
export function spelling(object: Ext, name: string): string | undefined {
  if (Object.hasOwn(object, name)) return name;
  for (const key of Object.keys(object)) if (key.length === name.length && key.toLowerCase() === name) return key;
  return undefined;
}

/** A member by its name in lower case, however it is spelled; null counts as absent. */
export function memberOf(object: unknown, name: string): unknown {
  if (!isObject(object)) return undefined;
  const key = spelling(object, name);
  return key === undefined ? undefined : (object[key] ?? undefined);
}

const asBoolean = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
const asNumber = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const asText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const asTexts = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;

/** Only what enforcing needs; cheap. */
export function readEnforcement(floors: unknown): Enforcement {
  const given = memberOf(floors, 'enforcement');
  return {
    enforcePbs: asBoolean(memberOf(given, 'enforcepbs')),
    floorDeals: asBoolean(memberOf(given, 'floordeals')),
    bidAdjustment: asBoolean(memberOf(given, 'bidadjustment')),
    enforceRate: asNumber(memberOf(given, 'enforcerate')),
    noFloorSignalBidders: asTexts(memberOf(given, 'nofloorsignalbidders')),
  };
}

/** The request does not switch floors off. */
export const isEnabledByRequest = (floors: unknown): boolean => memberOf(floors, 'enabled') !== false;

export const isSkipped = (floors: unknown): boolean => memberOf(floors, 'skipped') === true;

/** The object of a request; undefined when there is none. */
export function readFloors(value: unknown): Floors | undefined {
  if (!isObject(value)) return undefined;
  return {
    enabled: asBoolean(memberOf(value, 'enabled')),
    skipped: asBoolean(memberOf(value, 'skipped')),
    floorMin: asNumber(memberOf(value, 'floormin')),
    floorMinCur: asText(memberOf(value, 'floormincur')),
    skipRate: asNumber(memberOf(value, 'skiprate')),
    endpoint: asText(memberOf(memberOf(value, 'floorendpoint') ?? memberOf(value, 'endpoint'), 'url')),
    enforcement: readEnforcement(value),
    data: readData(memberOf(value, 'data')),
    raw: value,
  };
}

const known = new WeakMap<object, FloorsData>();

/** The `data` part, as requests carry it and providers answer it; worked out once an object. */
export function readData(value: unknown): FloorsData | undefined {
  if (!isObject(value)) return undefined;
  const found = known.get(value);
  if (found) return found;
  const groups = memberOf(value, 'modelgroups');
  const data: FloorsData = {
    currency: asText(memberOf(value, 'currency')),
    skipRate: asNumber(memberOf(value, 'skiprate')),
    floorsSchemaVersion: asNumber(memberOf(value, 'floorsschemaversion')),
    useFetchDataRate: asNumber(memberOf(value, 'usefetchdatarate')),
    modelGroups: Array.isArray(groups) ? groups.filter(isObject).map(readGroup) : [],
    noFloorSignalBidders: asTexts(memberOf(value, 'nofloorsignalbidders')),
    raw: value,
  };
  known.set(value, data);
  return data;
}

function readGroup(group: Ext): ModelGroup {
  const schema = memberOf(group, 'schema');
  const values = memberOf(group, 'values');
  return {
    currency: asText(memberOf(group, 'currency')),
    skipRate: asNumber(memberOf(group, 'skiprate')),
    modelVersion: asText(memberOf(group, 'modelversion')),
    modelWeight: asNumber(memberOf(group, 'modelweight')),
    fields: asTexts(memberOf(schema, 'fields')) ?? [],
    delimiter: asText(memberOf(schema, 'delimiter')) ?? '|',
    values: isObject(values) ? values : {},
    default: asNumber(memberOf(group, 'default')),
    noFloorSignalBidders: asTexts(memberOf(group, 'nofloorsignalbidders')),
    raw: group,
  };
}
