/** `POST /vtrack`: VAST gets our impression tracker and goes to the bid cache (events-cache-stored.md section 3). */
import type { CachePut, Services } from '#src/auction/services.ts';
import { cacheBackend } from '#src/cache/backend.ts';
import type { Account } from '#src/config/account.ts';
import { findAccount, findJavaAccount } from './account.ts';
import { ACCOUNT_NEEDED, type VtrackAnswer } from './answer.ts';
import { integrationFault, javaIntegrationFault } from './parameters.ts';
import { readJavaPuts, readPuts, type TrackedPut, uncacheable } from './puts.ts';
import { type TrackingCall, trackedValue } from './track.ts';

export interface VtrackCall {
  readonly query: URLSearchParams;
  /** Undefined: longer than a body may be. */
  readonly body: string | undefined;
}

const text = (status: number, body: string): VtrackAnswer => ({ status, body, json: false });
const invalid = (why: string): VtrackAnswer => text(400, `Invalid request: ${why}\n`);

export function answerVtrack(call: VtrackCall, services: Services): Promise<VtrackAnswer> {
  return services.config.rules.vtrackDialect === 'java' ? answerJava(call, services) : answerGo(call, services);
}

async function answerGo({ query, body }: VtrackCall, services: Services): Promise<VtrackAnswer> {
  const { config } = services;
  const call: TrackingCall = { accountId: query.get('a') ?? '', integration: query.get('int') ?? '' };
  if (call.accountId === '') return text(400, ACCOUNT_NEEDED);
  const fault = integrationFault(call.integration);
  if (fault !== undefined) return text(400, `Invalid integration type: ${fault}\n`);
  if (body === undefined) return invalid(`request size exceeded max size of ${config.max_request_size} bytes`);
  const read = readPuts(body);
  if ('fault' in read) return invalid(read.fault);
  const found = await findAccount(call.accountId, config.vtrack.timeout_ms, services);
  if ('refused' in found) return { ...found.refused, json: false };
  const puts = read.puts.map((put) => toCachePut(put, trackedValue(put, call, services, false), found.account, services));
  const [refused] = cacheBackend(config.cache) === 'http' ? [] : read.puts.map(uncacheable).filter((why) => why !== undefined);
  const { ids, errors } =
    refused === undefined ? await services.bidCache.put(puts, config.vtrack.timeout_ms) : { ids: [], errors: [refused] };
  const [first] = errors;
  return first === undefined ? kept(puts, ids) : text(500, `Error(s) updating vast: ${first}\n`);
}

async function answerJava({ query, body }: VtrackCall, services: Services): Promise<VtrackAnswer> {
  const { config } = services;
  const answer = (status: number, why: string): VtrackAnswer => ({ status, body: why, json: true });
  const call: TrackingCall = { accountId: (query.get('a') ?? '').trim(), integration: query.get('int') ?? '' };
  if (call.accountId === '') return answer(400, ACCOUNT_NEEDED);
  if (body === undefined) return answer(413, `request size exceeded max size of ${config.max_request_size} bytes`);
  const read = readJavaPuts(body);
  const fault = 'fault' in read ? read.fault : javaIntegrationFault(call.integration);
  if ('fault' in read || fault !== undefined) return answer(400, fault ?? '');
  const found = await findJavaAccount(call.accountId, config.vtrack.timeout_ms, services);
  if ('refused' in found) return answer(found.refused.status, found.refused.body);
  const { account } = found;
  const puts = read.puts.map((put) =>
    toCachePut(put, account.events.enabled ? trackedValue(put, call, services, true) : put.value, account, services),
  );
  const { ids, errors } = await services.bidCache.put(puts, config.vtrack.timeout_ms);
  const [first] = errors;
  return first === undefined ? kept(puts, ids) : answer(500, `Error occurred while sending request to cache: ${first}`);
}

/** The put as the cache gets it. Its lifetime is the smaller of its own and the account's; only a cache service of its own takes any key. */
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

/** The cache's answer as callers know it; an id that was taken already is empty. */
function kept(puts: readonly CachePut[], ids: readonly (string | undefined)[]): VtrackAnswer {
  const responses = puts.map((_, index) => ({ uuid: ids[index] ?? '' }));
  return { status: 200, body: JSON.stringify({ responses }), json: true };
}
