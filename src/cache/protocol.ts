/** What callers of `/cache` say and hear (events-cache-stored.md section 7), without HTTP around it. */
import type { Random } from '#src/outside/random.ts';
import { errorMessage } from '#src/wire/error-message.ts';
import { isObject } from '#src/wire/merge.ts';
import { lifetime } from './bid-cache.ts';
import { type CachedValue, CacheTimeout, type Keeping, type Kept, type ValueStore } from './store.ts';

export interface CacheReply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export interface RequestLimits {
  /** Longest value in bytes, its type's name counted. */
  readonly max_size_bytes: number;
  readonly max_num_values: number;
  readonly max_ttl_seconds: number;
  readonly allow_setting_keys: boolean;
}

/** One element of `puts`, checked. */
interface Put {
  readonly value: CachedValue;
  readonly ttlSeconds: number;
  readonly key: string | undefined;
}

const refusal = (text: string, status = 400): CacheReply => ({ status, contentType: 'text/plain; charset=utf-8', body: `${text}\n` });

/** Status of a call whose backend did not answer in time; the ecosystem's cache server says so. */
const LATE = 597;

export interface PutOptions {
  readonly store: ValueStore;
  readonly random: Pick<Random, 'uuid'>;
  readonly limits: RequestLimits;
  readonly timeoutMs: number;
  /** Hears what became of each value. */
  readonly tell?: ((values: readonly Keeping[], kept: readonly (Kept | Error)[]) => void) | undefined;
}

/** `POST /cache`: checks every element, keeps them all, answers with their ids; the first wrong element fails the call. */
export async function putValues(body: string, { store, random, limits, timeoutMs, tell }: PutOptions): Promise<CacheReply> {
  const parsed = parse(body);
  if (!isObject(parsed)) return refusal(body);
  const { puts = [] } = parsed;
  if (!Array.isArray(puts)) return refusal(body);
  if (puts.length > limits.max_num_values) return refusal(`More keys than allowed: ${limits.max_num_values}`);
  const checked: Put[] = [];
  for (const [index, item] of (puts as unknown[]).entries()) {
    const put = checkPut(item, index, limits);
    if (typeof put === 'string') return refusal(put);
    checked.push(put);
  }
  const values = checked.map(({ value, ttlSeconds, key }) => ({ id: key ?? random.uuid(), value, ttlSeconds }));
  const kept = await keepAll(store, values, timeoutMs);
  tell?.(values, kept);
  return answerPuts(values, kept);
}

async function keepAll(store: ValueStore, values: readonly Keeping[], timeoutMs: number): Promise<readonly (Kept | Error)[]> {
  if (store.keepMany) return store.keepMany(values, timeoutMs);
  const kept: Kept[] = [];
  for (const { id, value, ttlSeconds } of values) kept.push(await store.keep(id, value, ttlSeconds));
  return kept;
}

function answerPuts(values: readonly Keeping[], kept: readonly (Kept | Error)[]): CacheReply {
  const responses: { uuid: string }[] = [];
  for (const [index, { id }] of values.entries()) {
    const how = kept[index];
    if (how instanceof CacheTimeout) return refusal('timeout writing value to the backend.', LATE);
    if (how instanceof Error) return refusal(how.message, 500);
    if (how === 'tooLarge') return refusal(`POST /cache element ${index} exceeded max size`);
    responses.push({ uuid: how === 'kept' ? id : '' });
  }
  return { status: 200, contentType: 'application/json', body: JSON.stringify({ responses }) };
}

/** Numbers too long for a double keep their text: what is fetched must be what was put. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
const keepLongNumbers = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && context?.source !== undefined && String(value) !== context.source
    ? rawJSON(context.source)
    : value;

function parse(text: string): unknown {
  try {
    return JSON.parse(text, keepLongNumbers) as unknown;
  } catch {
    return undefined;
  }
}

/** The element as it is kept, or what is wrong with it. */
function checkPut(item: unknown, index: number, limits: RequestLimits): Put | string {
  const { type, value, ttlseconds, key } = isObject(item) ? item : {};
  if (value === undefined) return 'Missing value.';
  const ttl = typeof ttlseconds === 'number' ? ttlseconds : 0;
  if (ttl < 0) return `ttlseconds must not be negative ${ttl}.`;
  if (type !== 'json' && type !== 'xml') return `Type must be one of ["json", "xml"]. Found '${typeof type === 'string' ? type : ''}'`;
  if (type === 'xml' && typeof value !== 'string') {
    return `XML messages must have a String value. Found [${[...Buffer.from(JSON.stringify(value))].join(' ')}]`;
  }
  const text = type === 'xml' ? String(value) : JSON.stringify(value);
  const bytes = type.length + Buffer.byteLength(text);
  if (bytes > limits.max_size_bytes) {
    return `POST /cache element ${index} exceeded max size: Payload size ${bytes} exceeded max ${limits.max_size_bytes}`;
  }
  const own = limits.allow_setting_keys && typeof key === 'string' && key !== '' ? key : undefined;
  return { value: { type, text }, ttlSeconds: lifetime(ttl, limits.max_ttl_seconds), key: own };
}

/** Length of the ids this server makes. */
const ID_LENGTH = 36;

/** `GET /cache?uuid=`: the value with the content type of its kind. Ids of this server's own making may be of any length. */
export async function getValue(uuid: string | undefined, store: ValueStore, limits: RequestLimits): Promise<CacheReply> {
  if (!uuid) return refusal('GET /cache: Missing required parameter uuid');
  let found: CachedValue | undefined;
  try {
    found = await store.find(uuid);
  } catch (cause) {
    return refusal(`GET /cache uuid=${uuid}: ${errorMessage(cause)}`, 500);
  }
  if (found) return { status: 200, contentType: `application/${found.type}`, body: found.text };
  const isOurs = uuid.length === ID_LENGTH || limits.allow_setting_keys;
  return refusal(`GET /cache uuid=${uuid}: ${isOurs ? 'Key not found' : 'invalid uuid length'}`, 404);
}
