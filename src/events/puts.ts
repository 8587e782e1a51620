/** The body of `POST /vtrack`: puts for the cache, each with its bid. */

import { notAnObject } from '#src/json/checks.ts';
import { inAnyCase } from '#src/json/letter-case.ts';
import { isObject } from '#src/json/merge.ts';
import { nestsDeeper } from '#src/json/nesting.ts';
import { malformedObject } from '#src/json/parse.ts';
import type { Result } from '#src/lang/result.ts';

export interface TrackedPut {
  readonly type: 'json' | 'xml';
  readonly value: unknown;
  readonly ttlSeconds: number | undefined;
  readonly key: string | undefined;
  readonly bidId: string;
  readonly bidder: string;
  /** Epoch ms of the auction. */
  readonly timestamp: number | undefined;
}

const BODY = new Set(['puts']);
const PUT = new Set(['type', 'value', 'key', 'bidid', 'bidder', 'ttlseconds', 'timestamp']);

const missingField = (field: string): string => `'${field}' is required field and can't be empty`;

/** Undefined: absent; NaN: not an integer. @param lenient numbers may be strings */
function toInteger(value: unknown, lenient: boolean): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = lenient && typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : Number.NaN;
}

const isString = (value: unknown): value is string | undefined => value === undefined || value === null || typeof value === 'string';

/** One put with fields of the right types, or an error message. @param lenient as in the Java variant */
function readPut(given: unknown, lenient: boolean): Result<TrackedPut> {
  const item = given === null && !lenient ? {} : given;
  if (!isObject(item)) return { error: notAnObject(item) };
  const fields = lenient ? item : inAnyCase(item, PUT);
  const { type, value, key, bidid, bidder } = fields;
  for (const [name, field] of Object.entries({ type, key, bidid, bidder }))
    if (!isString(field)) return { error: `'${name}' must be a string` };
  const ttlSeconds = toInteger(fields['ttlseconds'], lenient);
  const timestamp = toInteger(fields['timestamp'], lenient);
  if (Number.isNaN(ttlSeconds)) return { error: "'ttlseconds' must be an integer" };
  if (Number.isNaN(timestamp)) return { error: "'timestamp' must be an integer" };
  const put: TrackedPut = {
    type: (type ?? '') as TrackedPut['type'],
    value,
    ttlSeconds,
    key: (key as string | undefined) || undefined,
    bidId: (bidid as string | undefined) ?? '',
    bidder: (bidder as string | undefined) ?? '',
    timestamp,
  };
  return { value: put };
}

/**
 * The puts of a body, or an error message; `broken` formats the error of malformed JSON. `lenient` accepts numbers as strings, compares
 * names exactly, and rejects `null`, which otherwise is empty.
 */
function readBody(body: string, broken: (why: string) => string, lenient: boolean): Result<readonly TrackedPut[]> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (cause) {
    return { error: broken(malformedObject(body, cause)) };
  }
  if (nestsDeeper(parsed)) return { error: broken('JSON is nested too deeply') };
  if (parsed === null && !lenient) return { value: [] };
  if (!isObject(parsed)) return { error: broken(notAnObject(parsed)) };
  const fields = lenient ? parsed : inAnyCase(parsed, BODY);
  const list = fields['puts'] ?? [];
  if (!Array.isArray(list)) return { error: broken('`puts` must be an array') };
  const puts: TrackedPut[] = [];
  for (const item of list as unknown[]) {
    const put = readPut(item, lenient);
    if ('error' in put) return { error: broken(put.error) };
    puts.push(put.value);
  }
  return { value: puts };
}

function missing({ bidId, bidder }: TrackedPut): string | undefined {
  if (bidId === '') return missingField('bidid');
  return bidder === '' ? missingField('bidder') : undefined;
}

/** Why a cache service rejects the put; this server's own stores accept everything. */
export function uncacheable({ type, value }: TrackedPut): string | undefined {
  if (value === undefined) return 'Missing value.';
  if (type !== 'xml' && type !== 'json') return `Type must be one of ["json", "xml"]. Found '${String(type)}'`;
  if (type === 'json' || typeof value === 'string') return undefined;
  return `XML messages must have a String value. Found [${[...Buffer.from(JSON.stringify(value))].join(' ')}]`;
}

function javaError(put: TrackedPut): string | undefined {
  const first = missing(put);
  if (first !== undefined) return first;
  if (put.type !== 'xml') return 'vtrack only accepts type xml';
  const isVast = typeof put.value === 'string' && put.value.toLowerCase().includes('<vast');
  return isVast ? undefined : 'vtrack content must be vast';
}

function checked(read: Result<readonly TrackedPut[]>, errorOf: (put: TrackedPut) => string | undefined): Result<readonly TrackedPut[]> {
  if ('error' in read) return read;
  for (const put of read.value) {
    const error = errorOf(put);
    if (error !== undefined) return { error };
  }
  return read;
}

/** Go variant: types and values are checked by the cache only. */
export function readPuts(body: string): Result<readonly TrackedPut[]> {
  if (body === '') return { error: 'request body is empty' };
  return checked(
    readBody(body, (why) => why, false),
    missing,
  );
}

/** Java variant: only VAST is accepted. */
export function readJavaPuts(body: string): Result<readonly TrackedPut[]> {
  if (body === '') return { error: 'Incoming request has no body' };
  return checked(
    readBody(body, () => 'Failed to parse request body', true),
    javaError,
  );
}
