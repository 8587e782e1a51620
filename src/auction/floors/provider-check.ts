/** Validates a floors provider's response. */

import type { Ext } from '#src/openrtb/ext.ts';
import { isSafe } from '../collect/bid-shape.ts';
import type { FloorsFetch } from './lookup.ts';
import { type FloorsData, type ModelGroup, readData } from './read.ts';

/** The provider's `data` object. @throws Error with the reason if it is invalid */
export function parseFloors(json: string, limits: FloorsFetch): Ext {
  const parsed: unknown = JSON.parse(json);
  const data = isSafe(parsed) ? readData(parsed) : undefined;
  if (!data) throw new Error('empty data in floor JSON');
  const error = dataError(data, limits);
  if (error) throw new Error(error);
  return data.raw;
}

const isRate = (rate: number | undefined): boolean => rate === undefined || (rate >= 0 && rate <= 100);

function dataError({ modelGroups, skipRate, useFetchDataRate }: FloorsData, limits: FloorsFetch): string | undefined {
  if (modelGroups.length === 0) return 'no model groups found in price floor data';
  if (!isRate(skipRate)) return 'skip rate should be greater than or equal to 0 and less than 100';
  if (!isRate(useFetchDataRate)) return 'usefetchdatarate should be greater than or equal to 0 and less than or equal to 100';
  for (const group of modelGroups) {
    const error = groupError(group, limits);
    if (error) return error;
  }
  return undefined;
}

function groupError({ values, fields, modelWeight, skipRate, default: standard }: ModelGroup, limits: FloorsFetch): string | undefined {
  const rules = Object.keys(values).length;
  if (rules === 0 || (limits.max_rules > 0 && rules > limits.max_rules)) {
    return 'invalid number of floor rules, floor rules should be greater than zero and less than MaxRules specified in account config';
  }
  if (limits.max_schema_dims > 0 && fields.length > limits.max_schema_dims) {
    return 'invalid number of schema dimensions, they should be less than or equal to MaxSchemaDims specified in account config';
  }
  if (modelWeight !== undefined && (modelWeight < 1 || modelWeight > 100)) {
    return 'modelGroup[].modelWeight should be greater than or equal to 1 and less than 100';
  }
  if (!isRate(skipRate)) return 'model group skip rate should be greater than or equal to 0 and less than 100';
  if (standard !== undefined && standard < 0) return 'modelGroup.Default should be greater than 0';
  return undefined;
}

/** Seconds a response is cached: its own header if that is long enough, else the account's max age. */
export function freshSeconds(header: (name: string) => string | undefined, { max_age_sec, period_sec }: FloorsFetch): number {
  const plain = Number(header('max-age') ?? 0);
  if (Number.isFinite(plain) && plain > 0) return plain;
  const controlled = Number(/max-age=(\d{1,9})/.exec(header('cache-control') ?? '')?.[1] ?? 0);
  return controlled >= Math.max(600, period_sec) ? controlled : max_age_sec;
}
