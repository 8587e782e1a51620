/** The protocol of `/cache`, independent of HTTP. */

import { inAnyCase } from '#src/json/letter-case.ts';
import { isObject } from '#src/json/merge.ts';
import { parseJsonObject } from '#src/json/parse.ts';
import { rawFields, rawItems } from '#src/json/raw.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import type { Result } from '#src/lang/result.ts';
import type { Random } from '#src/platform/random.ts';
import { lifetime } from './bid-cache.ts';
import { type CachedValue, CacheTimeout, type PutOutcome, type StorePut, type ValueStore } from './store.ts';

export interface CachePutResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface RequestLimits {
  /** Max value size in bytes, including the name of its type. */
  readonly max_size_bytes: number;
  readonly max_num_values: number;
  readonly max_ttl_seconds: number;
  readonly allow_setting_keys: boolean;
}

/** One validated element of `puts`. */
interface Put {
  readonly value: CachedValue;
  readonly ttlSeconds: number;
  readonly key: string | undefined;
}

/** Fields of the body and of a put. */
const BODY = new Set(['puts']);
const PUT = new Set(['type', 'value', 'ttlseconds', 'key']);

/** Max characters of a caller's text in an error. */
const MAX_ECHO = 1024;

const rejection = (text: string, status = 400): CachePutResponse => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body: `${text.slice(0, MAX_ECHO)}\n`,
});

/** Status of a call whose backend timed out; the ecosystem's cache server uses it. */
const LATE = 597;

export interface PutOptions {
  readonly store: ValueStore;
  readonly random: Pick<Random, 'uuid'>;
  readonly limits: RequestLimits;
  readonly timeoutMs: number;
  /** Whether XML is rejected because a browser would execute it; absent: all is accepted. */
  readonly isActive?: ((xml: string) => boolean) | undefined;
  /** Receives the result for each value. */
  readonly report?: ((values: readonly StorePut[], stored: readonly PutOutcome[]) => void) | undefined;
}

/** `POST /cache`: validates every element, stores all, responds with their ids; the first invalid element fails the call. */
export async function putValues(
  body: string,
  { store, random, limits, timeoutMs, isActive, report }: PutOptions,
): Promise<CachePutResponse> {
  const parsed = body.trim() === 'null' ? {} : parseJsonObject(body);
  if (!parsed) return rejection(body);
  const puts = inAnyCase(parsed, BODY)['puts'] ?? [];
  if (!Array.isArray(puts) || puts.some(isMistyped)) return rejection(body);
  if (puts.length > limits.max_num_values) return rejection(`More keys than allowed: ${limits.max_num_values}`);
  const written = rawItems(String(inAnyCase(rawFields(body), BODY)['puts'] ?? '[]'));
  const checked: Put[] = [];
  for (const [index, item] of (puts as unknown[]).entries()) {
    const put = checkPut(item, written[index] ?? '', index, limits);
    if ('error' in put) return rejection(put.error);
    const { type, content } = put.value.value;
    if (type === 'xml' && isActive?.(content)) return rejection(`POST /cache element ${index} is markup of a page, not VAST`);
    checked.push(put.value);
  }
  const values = checked.map(({ value, ttlSeconds, key }) => ({ id: key ?? random.uuid(), value, ttlSeconds }));
  const stored = await putAll(store, values, timeoutMs);
  report?.(values, stored);
  return putResponse(values, stored);
}

async function putAll(store: ValueStore, values: readonly StorePut[], timeoutMs: number): Promise<readonly PutOutcome[]> {
  if (store.putMany) return store.putMany(values, timeoutMs);
  const stored: PutOutcome[] = [];
  for (const { id, value, ttlSeconds } of values) stored.push({ value: await store.put(id, value, ttlSeconds, false, true) });
  return stored;
}

const putRejection = (error: Error): CachePutResponse =>
  error instanceof CacheTimeout ? rejection('timeout writing value to the backend.', LATE) : rejection(error.message, 500);

function putResponse(values: readonly StorePut[], stored: readonly PutOutcome[]): CachePutResponse {
  const responses: { uuid: string }[] = [];
  for (const [index, { id }] of values.entries()) {
    const how = stored[index];
    if (how && 'error' in how) return putRejection(how.error);
    if (how?.value === 'tooLarge') return rejection(`POST /cache element ${index} exceeded max size`);
    responses.push({ uuid: how?.value === 'stored' ? id : '' });
  }
  return { status: 200, contentType: 'application/json', body: JSON.stringify({ responses }) };
}

/** Whether a put or a field of it has a wrong JSON type: the body counts as malformed. `null` counts as absent. */
function isMistyped(item: unknown): boolean {
  if (item === null) return false;
  if (!isObject(item)) return true;
  const { type, ttlseconds, key } = inAnyCase(item, PUT);
  return !(isString(type) && isString(key) && Number.isSafeInteger(ttlseconds ?? 0));
}

const isString = (value: unknown): boolean => typeof (value ?? '') === 'string';

/** The element as it is stored, or why it is invalid. @param written the element as JSON: its value is stored as it is written */
function checkPut(item: unknown, written: string, index: number, limits: RequestLimits): Result<Put> {
  const { type, value, ttlseconds, key } = isObject(item) ? inAnyCase(item, PUT) : {};
  if (value === undefined) return { error: 'Missing value.' };
  const ttl = Number(ttlseconds ?? 0);
  if (ttl < 0) return { error: `ttlseconds must not be negative ${ttl}.` };
  if (type !== 'json' && type !== 'xml') {
    return { error: `Type must be one of ["json", "xml"]. Found '${typeof type === 'string' ? type : ''}'` };
  }
  const raw = String(inAnyCase(rawFields(written), PUT)['value']);
  if (type === 'xml' && typeof value !== 'string') {
    return { error: `XML messages must have a String value. Found [${[...Buffer.from(raw)].join(' ')}]` };
  }
  const text = type === 'xml' ? String(value) : raw;
  const bytes = type.length + Buffer.byteLength(text);
  if (bytes > limits.max_size_bytes) {
    return { error: `POST /cache element ${index} exceeded max size: Payload size ${bytes} exceeded max ${limits.max_size_bytes}` };
  }
  const ownKey = limits.allow_setting_keys && typeof key === 'string' && key !== '' ? key : undefined;
  return { value: { value: { type, content: text }, ttlSeconds: lifetime(ttl, limits.max_ttl_seconds), key: ownKey } };
}

/** Length of generated ids. */
const ID_LENGTH = 36;

/** `GET /cache?uuid=`: the value with the content type of its kind. Ids generated by this server may have any length. */
export async function getValue(uuid: string | undefined, store: ValueStore, limits: RequestLimits): Promise<CachePutResponse> {
  if (!uuid) return rejection('GET /cache: Missing required parameter uuid');
  let found: CachedValue | undefined;
  try {
    found = await store.find(uuid);
  } catch (cause) {
    return rejection(`GET /cache uuid=${uuid}: ${errorMessage(cause)}`, 500);
  }
  if (found) return { status: 200, contentType: `application/${found.type}`, body: found.content };
  const isOurs = uuid.length === ID_LENGTH || limits.allow_setting_keys;
  return rejection(`GET /cache uuid=${uuid}: ${isOurs ? 'Key not found' : 'invalid uuid length'}`, 404);
}
