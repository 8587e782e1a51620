/** The body of `POST /vtrack`: puts for the cache, each with the bid it belongs to (events-cache-stored.md section 3). */
import { errorMessage } from '#src/wire/error-message.ts';
import { isObject } from '#src/wire/merge.ts';
import { nestsDeeper } from '#src/wire/nesting.ts';

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

export type ReadPuts = { readonly puts: readonly TrackedPut[] } | { readonly fault: string };

const NEEDED = (member: string): string => `'${member}' is required field and can't be empty`;

/** Numbers also as text: clients write both. Undefined: absent; NaN: neither. */
function toInteger(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : Number.NaN;
}

const isText = (value: unknown): value is string | undefined => value === undefined || value === null || typeof value === 'string';

/** One put with members of the right types, or what is wrong with them. */
function readPut(item: unknown): TrackedPut | string {
  if (!isObject(item)) return 'each of `puts` must be an object';
  const { type, value, key, bidid, bidder } = item;
  for (const [name, member] of Object.entries({ type, key, bidid, bidder })) if (!isText(member)) return `'${name}' must be a string`;
  const ttlSeconds = toInteger(item['ttlseconds']);
  const timestamp = toInteger(item['timestamp']);
  if (Number.isNaN(ttlSeconds)) return "'ttlseconds' must be an integer";
  if (Number.isNaN(timestamp)) return "'timestamp' must be an integer";
  return {
    type: (type ?? '') as TrackedPut['type'],
    value,
    ttlSeconds,
    key: (key as string | undefined) || undefined,
    bidId: (bidid as string | undefined) ?? '',
    bidder: (bidder as string | undefined) ?? '',
    timestamp,
  };
}

/** The puts of a text, or why it is none; `broken` says what of a text that is not of this form. */
function readBody(body: string, broken: (why: string) => string): ReadPuts {
  let parsed: unknown;
  if (nestsDeeper(body)) return { fault: broken('JSON is nested too deep') };
  try {
    parsed = JSON.parse(body);
  } catch (cause) {
    return { fault: broken(errorMessage(cause)) };
  }
  const list = isObject(parsed) ? (parsed['puts'] ?? []) : undefined;
  if (!Array.isArray(list)) return { fault: broken('`puts` must be an array') };
  const puts: TrackedPut[] = [];
  for (const item of list as unknown[]) {
    const put = readPut(item);
    if (typeof put === 'string') return { fault: broken(put) };
    puts.push(put);
  }
  return { puts };
}

function missing({ bidId, bidder }: TrackedPut): string | undefined {
  if (bidId === '') return NEEDED('bidid');
  return bidder === '' ? NEEDED('bidder') : undefined;
}

/** Why a cache refuses the put (events-cache-stored.md section 7); this server's own stores take what they are given. */
export function uncacheable({ type, value }: TrackedPut): string | undefined {
  if (value === undefined) return 'Missing value.';
  if (type !== 'xml' && type !== 'json') return `Type must be one of ["json", "xml"]. Found '${String(type)}'`;
  if (type === 'json' || typeof value === 'string') return undefined;
  return `XML messages must have a String value. Found [${[...Buffer.from(JSON.stringify(value))].join(' ')}]`;
}

function javaFault(put: TrackedPut): string | undefined {
  const first = missing(put);
  if (first !== undefined) return first;
  if (put.type !== 'xml') return 'vtrack only accepts type xml';
  const isVast = typeof put.value === 'string' && put.value.toLowerCase().includes('<vast');
  return isVast ? undefined : 'vtrack content must be vast';
}

function checked(read: ReadPuts, faultOf: (put: TrackedPut) => string | undefined): ReadPuts {
  if ('fault' in read) return read;
  for (const put of read.puts) {
    const fault = faultOf(put);
    if (fault !== undefined) return { fault };
  }
  return read;
}

/** Go variant: types and values are left to the cache. */
export function readPuts(body: string): ReadPuts {
  if (body === '') return { fault: 'request body is empty' };
  return checked(
    readBody(body, (why) => why),
    missing,
  );
}

/** Java variant: only VAST may come. */
export function readJavaPuts(body: string): ReadPuts {
  if (body === '') return { fault: 'Incoming request has no body' };
  return checked(
    readBody(body, () => 'Failed to parse request body'),
    javaFault,
  );
}
