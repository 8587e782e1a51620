/** `POST /vtrack`: inserts our impression tracker into VAST and stores it in the bid cache. */
import type { CachePut, Services } from '#src/auction/services.ts';
import { cacheBackend } from '#src/cache/backend.ts';
import type { Account } from '#src/config/account.ts';
import { findAccount, findJavaAccount } from './account.ts';
import { integrationError, javaIntegrationError } from './parameters.ts';
import { readJavaPuts, readPuts, type TrackedPut, uncacheable } from './puts.ts';
import { ACCOUNT_NEEDED, type VtrackResponse } from './response.ts';
import { type TrackingCall, trackedValue } from './track.ts';

export interface VtrackCall {
  readonly query: URLSearchParams;
  /** Undefined: the body exceeds the max size. */
  readonly body: string | undefined;
}

const text = (status: number, body: string): VtrackResponse => ({ status, body, json: false });
const invalid = (why: string): VtrackResponse => text(400, `Invalid request: ${why}\n`);

export function handleVtrack(call: VtrackCall, services: Services): Promise<VtrackResponse> {
  return services.config.rules.vtrackDialect === 'java' ? respondJava(call, services) : respondGo(call, services);
}

async function respondGo({ query, body }: VtrackCall, services: Services): Promise<VtrackResponse> {
  const { config } = services;
  const call: TrackingCall = { accountId: query.get('a') ?? '', integration: query.get('int') ?? '' };
  if (call.accountId === '') return text(400, ACCOUNT_NEEDED);
  const error = integrationError(call.integration);
  if (error !== undefined) return text(400, `Invalid integration type: ${error}\n`);
  if (body === undefined) return invalid(`request size exceeded max size of ${config.max_request_size} bytes`);
  const read = readPuts(body);
  if ('error' in read) return invalid(read.error);
  const found = await findAccount(call.accountId, config.vtrack.timeout_ms, services);
  if ('rejected' in found) return { ...found.rejected, json: false };
  const puts = read.puts.map((put) => toCachePut(put, trackedValue(put, call, services, false), found.account, services));
  const [rejected] = cacheBackend(config.cache) === 'http' ? [] : read.puts.map(uncacheable).filter((why) => why !== undefined);
  const { ids, errors } =
    rejected === undefined ? await services.bidCache.put(puts, config.vtrack.timeout_ms) : { ids: [], errors: [rejected] };
  const [first] = errors;
  return first === undefined ? stored(puts, ids) : text(500, `Error(s) updating vast: ${first}\n`);
}

async function respondJava({ query, body }: VtrackCall, services: Services): Promise<VtrackResponse> {
  const { config } = services;
  const response = (status: number, why: string): VtrackResponse => ({ status, body: why, json: true });
  const call: TrackingCall = { accountId: (query.get('a') ?? '').trim(), integration: query.get('int') ?? '' };
  if (call.accountId === '') return response(400, ACCOUNT_NEEDED);
  if (body === undefined) return response(413, `request size exceeded max size of ${config.max_request_size} bytes`);
  const read = readJavaPuts(body);
  const error = 'error' in read ? read.error : javaIntegrationError(call.integration);
  if ('error' in read || error !== undefined) return response(400, error ?? '');
  const found = await findJavaAccount(call.accountId, config.vtrack.timeout_ms, services);
  if ('rejected' in found) return response(found.rejected.status, found.rejected.body);
  const { account } = found;
  const puts = read.puts.map((put) =>
    toCachePut(put, account.events.enabled ? trackedValue(put, call, services, true) : put.value, account, services),
  );
  const { ids, errors } = await services.bidCache.put(puts, config.vtrack.timeout_ms);
  const [first] = errors;
  return first === undefined ? stored(puts, ids) : response(500, `Error occurred while sending request to cache: ${first}`);
}

/** The put for the cache. Its lifetime is the smaller of its own and the account's; only an external cache service accepts any key. */
function toCachePut(put: TrackedPut, value: unknown, account: Account, { config }: Services): CachePut {
  const lifetimes = [put.ttlSeconds, account.vtrack.ttl].filter((ttl) => ttl !== undefined && ttl > 0) as number[];
  const takesKeys = config.cache.request_limits.allow_setting_keys || cacheBackend(config.cache) === 'http';
  return {
    type: put.type,
    value,
    ttlSeconds: lifetimes.length > 0 ? Math.min(...lifetimes) : undefined,
    key: takesKeys ? put.key : undefined,
  };
}

/** The cache's response in the callers' format; an id that was taken is empty. */
function stored(puts: readonly CachePut[], ids: readonly (string | undefined)[]): VtrackResponse {
  const responses = puts.map((_, index) => ({ uuid: ids[index] ?? '' }));
  return { status: 200, body: JSON.stringify({ responses }), json: true };
}
