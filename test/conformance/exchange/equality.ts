/** Equality of OpenRTB messages (README 6.4), placeholders of the Java profile (6.2), pointers, jsonInStrings. */

import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { type CompareOptions, firstDifference, neutral } from '../compare.ts';

const ZERO_IS_ABSENT = new Set(
  (
    'test at tmax allimps instl bidfloor rwdd ssai exp dt coppa group minduration maxduration maxseq poddur skipmin skipafter ' +
    'wmin hmin wmax hmax wratio hratio mtype dur'
  ).split(' '),
);

/** The value with the extension key in which cases are written, whichever key the caller used. */
export function withOneExtKey(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOneExtKey);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key === 'prebid' ? 'srv' : key, withOneExtKey(field)]));
}

/** The message without fields that count as absent; below `ext` everything remains. Both extension keys count the same. */
export function normalised(value: unknown, insideExt = false): unknown {
  if (Array.isArray(value)) return value.map((item) => normalised(item, insideExt));
  if (!isObject(value)) return value;
  const retained: Ext = {};
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue;
    if (!insideExt && (field === '' || field === null || (field === 0 && ZERO_IS_ABSENT.has(key)))) continue;
    retained[key === 'prebid' ? 'srv' : key] = normalised(field, insideExt || key === 'ext');
  }
  return retained;
}

/** Messages are compared with normalized names. */
export const wording: NonNullable<CompareOptions['special']> = (wanted, made) =>
  typeof wanted === 'string' && typeof made === 'string' && wanted !== made ? neutral(wanted) === neutral(made) : undefined;

/** Data that the replaced functions would have added: the adapter's name, the currency of its bids, the header of every call. */
const UNREPORTED = ['.ext.srv.meta.adaptercode', '.origbidcur', '.requestheaders.X-Prebid'];

/** At the boundary `exchange` unrecorded data of that kind is not compared. */
export const withoutUnreported =
  (next: NonNullable<CompareOptions['special']>): NonNullable<CompareOptions['special']> =>
  (wanted, made, path) =>
    (wanted === undefined && UNREPORTED.some((end) => path.endsWith(end))) || (wanted === null && path.endsWith('.requestheaders'))
      ? true
      : next(wanted, made, path);

/** Row 22: `origbidcur` is always included; the Java variant includes it only if the bidder's response named a currency. */
export const withoutOwnCurrency =
  (next: NonNullable<CompareOptions['special']>): NonNullable<CompareOptions['special']> =>
  (wanted, made, path) =>
    wanted === undefined && path.endsWith('.ext.origbidcur') ? true : next(wanted, made, path);

/** Cases disabled in the recorded server were recorded before bids had a lifetime. */
export const withoutLifetime =
  (next: NonNullable<CompareOptions['special']>): NonNullable<CompareOptions['special']> =>
  (wanted, made, path) =>
    wanted === undefined && path.endsWith('.exp') ? true : next(wanted, made, path);

/** First difference of two OpenRTB messages. */
export const ortbDifference = (wanted: unknown, made: unknown, options: CompareOptions = {}): string | undefined =>
  firstDifference(normalised(wanted), normalised(made), { special: wording, ...options });

/** The value at a JSON pointer. */
export function at(value: unknown, pointer: string): unknown {
  let found = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    found = typeof found === 'object' && found !== null ? (found as Ext)[key] : undefined;
  }
  return found;
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value).length === 0);

/** `pointer → value`; null and "": absent, null, "" or an empty container. */
export function fieldsDifference(fields: Ext, made: unknown): string | undefined {
  for (const [pointer, wanted] of Object.entries(fields)) {
    const value = at(made, pointer);
    if ((wanted === null || wanted === '') && isNothing(value)) continue;
    const found = firstDifference(wanted, value, { special: wording }, pointer);
    if (found) return found;
  }
  return undefined;
}

/** Names of the Java profile's placeholders. */
const ANY = /^\{\{ (any\.string|any\.number|[\w.-]+\.response_time_ms|server\.version|userservice_time) \}\}$/;

/** Special rule for the placeholders; everything else by `next`. */
export const placeholders =
  (next: NonNullable<CompareOptions['special']> = wording): NonNullable<CompareOptions['special']> =>
  (wanted, made, path) => {
    if (wanted === '${json-unit.ignore}') return true;
    const found = typeof wanted === 'string' ? ANY.exec(wanted)?.[1] : undefined;
    if (found === undefined) return next(wanted, made, path);
    if (found === 'any.string' || found === 'server.version' || found === 'userservice_time')
      return typeof made === 'string' && made !== '';
    return typeof made === 'number' || (found !== 'any.number' && typeof made === 'string');
  };

/** The value without the fields at these dotted paths (arrays are traversed, with or without `[*]` in the path). */
export function without(value: unknown, paths: readonly string[]): unknown {
  return paths.reduce<unknown>((left, path) => omit(left, path.replaceAll('[*]', '').split('.')), value);
}

function omit(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => omit(item, path));
  const [head = '', ...rest] = path;
  if (!isObject(value) || !(head in value)) return value;
  const { [head]: field, ...others } = value;
  return rest.length === 0 ? others : { ...others, [head]: omit(field, rest) };
}
