/** Settings by bidder, media type or deal, parsed once per account. */

import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** A value with conditions. Names in lower case; absent: applies to all. */
interface Override<T> {
  readonly bidders: readonly string[] | undefined;
  readonly mediaTypes: readonly string[] | undefined;
  readonly value: T;
}

/** A value with exceptions. */
export interface Choice<T> {
  readonly defaultChoice: T;
  readonly overrides: readonly Override<T>[];
}

/** Blocked values that deals may have: any deal, and additional ones for single deals. */
export interface DealExceptions<T> {
  readonly any: readonly T[];
  readonly byDeal: ReadonlyMap<string, readonly T[]>;
}

/** The bidder and media types to select by. */
export interface Selector {
  readonly bidder: string;
  readonly mediaTypes: ReadonlySet<string>;
}

export interface Chosen<T> {
  readonly value: T;
  /** Several exceptions match: the first one applies. */
  readonly isAmbiguous: boolean;
}

/** The applicable value: of the matching exceptions the first that names the bidder, else the first for all bidders. */
export function choose<T>({ defaultChoice, overrides }: Choice<T>, { bidder, mediaTypes }: Selector): Chosen<T> {
  if (overrides.length === 0) return { value: defaultChoice, isAmbiguous: false };
  const name = bidder.toLowerCase();
  const holding = overrides.filter(
    (override) => (override.bidders?.includes(name) ?? true) && (override.mediaTypes?.some((type) => mediaTypes.has(type)) ?? true),
  );
  const chosen = holding.find(({ bidders }) => bidders !== undefined) ?? holding[0];
  return { value: chosen ? chosen.value : defaultChoice, isAmbiguous: holding.length > 1 };
}

/** All values permitted for a deal. */
export function exceptionsFor<T>({ any, byDeal }: DealExceptions<T>, deal: string | undefined): readonly T[] {
  if (!deal) return [];
  const own = byDeal.get(deal);
  return own ? [...own, ...any] : any;
}

/** Invalid settings, with the reason. */
export class Unreadable extends Error {}

const NO_CONDITION = 'bidders and media_types absent from conditions, at least one of the fields must be present';
const NO_DEALS = 'conditions field in account configuration must contain deal_ids';

function listOf(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new Unreadable('conditions must be lists');
  return value.map((item) => String(item));
}

const lowered = (names: readonly string[] | undefined): readonly string[] | undefined => names?.map((name) => name.toLowerCase());

function overridesOf(attribute: Ext, field: string): Ext[] {
  const all = attribute['action_overrides'];
  const own = isObject(all) ? all[field] : undefined;
  if (own === undefined || own === null) return [];
  if (!Array.isArray(own) || !own.every(isObject)) throw new Unreadable('overrides must be a list of objects');
  return own;
}

const conditionsOf = (override: Ext): Ext => (isObject(override['conditions']) ? override['conditions'] : {});

/** @throws Unreadable */
export function readChoice<T>(attribute: Ext, field: string, read: (value: unknown) => T): Choice<T> {
  const overrides = overridesOf(attribute, field).map((override): Override<T> => {
    const conditions = conditionsOf(override);
    const bidders = lowered(listOf(conditions['bidders']));
    const mediaTypes = lowered(listOf(conditions['media_types'] ?? conditions['media_type']));
    if (!bidders && !mediaTypes) throw new Unreadable(NO_CONDITION);
    return { bidders, mediaTypes, value: read(override['override']) };
  });
  return { defaultChoice: read(attribute[field]), overrides };
}

/** @throws Unreadable */
export function readExceptions<T>(attribute: Ext, field: string, read: (value: unknown) => readonly T[]): DealExceptions<T> {
  const byDeal = new Map<string, readonly T[]>();
  for (const override of overridesOf(attribute, field)) {
    const deals = listOf(conditionsOf(override)['deal_ids']);
    if (!deals) throw new Unreadable(NO_DEALS);
    const value = read(override['override']);
    for (const deal of deals) byDeal.set(deal, [...(byDeal.get(deal) ?? []), ...value]);
  }
  return { any: read(attribute[field]), byDeal };
}

/** Absent means false. @throws Unreadable */
export function readFlag(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw new Unreadable('must be true or false');
  return value;
}

/** Absent means empty. @throws Unreadable */
export function readStrings(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) throw new Unreadable('must be a list of strings');
  return value;
}

/** Absent means empty. @throws Unreadable */
export function readNumbers(value: unknown): readonly number[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every((item) => Number.isInteger(item))) throw new Unreadable('must be a list of integers');
  return value as number[];
}
