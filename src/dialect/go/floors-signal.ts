/** `ext.srv.floors` as the Go variant signals it: the fields of its model, in its spelling. */
import type { FloorModel } from '#src/auction/floors/model.ts';
import { type Floors, fieldOf } from '#src/auction/floors/read.ts';
import { paramsError } from '#src/auction/floors/validate.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** Types of the fields; a list has items of one shape. */
interface Shape {
  readonly [field: string]: 'boolean' | 'number' | 'string' | 'object' | 'strings' | Shape | readonly [Shape];
}

const ENFORCEMENT = { enforcejs: 'boolean', enforcepbs: 'boolean', floordeals: 'boolean', bidadjustment: 'boolean', enforcerate: 'number' };

const MODEL_GROUP = {
  currency: 'string',
  modelweight: 'number',
  modelversion: 'string',
  skiprate: 'number',
  schema: { fields: 'strings', delimiter: 'string' },
  values: 'object',
  default: 'number',
};

const FLOORS = {
  floormin: 'number',
  floormincur: 'string',
  skiprate: 'number',
  floorendpoint: { url: 'string' },
  data: {
    currency: 'string',
    skiprate: 'number',
    floorsschemaversion: 'number',
    modeltimestamp: 'number',
    modelgroups: [MODEL_GROUP],
    floorprovider: 'string',
    usefetchdatarate: 'number',
  },
  enforcement: ENFORCEMENT,
  enabled: 'boolean',
  skipped: 'boolean',
  floorprovider: 'string',
  fetchstatus: 'string',
  location: 'string',
} as Shape;

const isStrings = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');

function known(value: unknown, kind: Shape[string]): unknown {
  if (kind === 'strings') return isStrings(value) ? value : undefined;
  if (kind === 'object') return isObject(value) ? value : undefined;
  if (typeof kind === 'string') return typeof value === kind ? value : undefined;
  if (Array.isArray(kind)) return Array.isArray(value) ? value.filter(isObject).map((item) => fieldsOf(item, kind[0])) : undefined;
  return isObject(value) ? fieldsOf(value, kind as Shape) : undefined;
}

function fieldsOf(object: Ext, shape: Shape): Ext {
  const found: Ext = {};
  for (const name in shape) {
    const kind = shape[name] as Shape[string];
    const value = known(fieldOf(object, name), kind);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** Without a model only what does not depend on rules is signalled: their source, and the enforcement unless the object is invalid. */
export function toSignal(effective: Ext, given: Floors | undefined, model: FloorModel | undefined): Ext {
  const all = fieldsOf(effective, FLOORS);
  if (model) return all;
  const { enforcement, fetchstatus, location } = all;
  const isValid = given !== undefined && paramsError(given) === undefined;
  return { ...(isValid && enforcement ? { enforcement } : {}), fetchstatus, location };
}
