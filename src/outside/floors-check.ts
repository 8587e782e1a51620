/** What a floors provider's answer must be (auction-exchange.md 4.7). */

import { isSafe } from '#src/auction/collect/sound.ts';
import { type FloorsData, type ModelGroup, readData } from '#src/auction/enrich/floors/read.ts';
import type { FloorsFetch } from '#src/auction/services.ts';
import type { Ext } from '#src/wire/ext.ts';

/** The provider's `data` object. @throws Error saying what is wrong with it */
export function parseFloors(text: string, limits: FloorsFetch): Ext {
  const parsed: unknown = JSON.parse(text);
  const data = isSafe(parsed) ? readData(parsed) : undefined;
  if (!data) throw new Error('empty data in floor JSON');
  const fault = dataFault(data, limits);
  if (fault) throw new Error(fault);
  return data.raw;
}

const isRate = (rate: number | undefined): boolean => rate === undefined || (rate >= 0 && rate <= 100);

function dataFault({ modelGroups, skipRate, useFetchDataRate }: FloorsData, limits: FloorsFetch): string | undefined {
  if (modelGroups.length === 0) return 'no model groups found in price floor data';
  if (!isRate(skipRate)) return 'skip rate should be greater than or equal to 0 and less than 100';
  if (!isRate(useFetchDataRate)) return 'usefetchdatarate should be greater than or equal to 0 and less than or equal to 100';
  for (const group of modelGroups) {
    const fault = groupFault(group, limits);
    if (fault) return fault;
  }
  return undefined;
}

function groupFault({ values, fields, modelWeight, skipRate, default: standard }: ModelGroup, limits: FloorsFetch): string | undefined {
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

/** Seconds an answer is kept: its own header where that is long enough, else the account's age. */
export function keepSeconds(header: (name: string) => string | undefined, { max_age_sec, period_sec }: FloorsFetch): number {
  const plain = Number(header('max-age') ?? 0);
  if (Number.isFinite(plain) && plain > 0) return plain;
  const controlled = Number(/max-age=(\d{1,9})/.exec(header('cache-control') ?? '')?.[1] ?? 0);
  return controlled >= Math.max(600, period_sec) ? controlled : max_age_sec;
}
