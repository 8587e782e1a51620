/** An external bid cache service, over its HTTP protocol. */

import type { HostConfig } from '#src/config/schema.ts';
import type { CacheServiceDialect } from '#src/dialect/contract/cache-service.ts';
import { isObject } from '#src/json/merge.ts';
import type { Abortable } from '#src/lang/abort-scope.ts';
import { errorMessage } from '#src/lang/error-message.ts';
import { callService, type ServiceResult } from '#src/net/service-call.ts';
import type { Transport } from '#src/net/transport.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Random } from '#src/platform/random.ts';
import { type CacheAddress, cacheAddress } from './address.ts';
import type { BidCache, CacheCall, CachePut, CacheResult } from './contract.ts';
import { tracedId } from './key.ts';
import type { CacheService, RawCacheResponse } from './store.ts';

export interface RemoteEnv {
  readonly clock: Clock;
  readonly dialect: { readonly cacheService: CacheServiceDialect };
  readonly random: Pick<Random, 'uuid'>;
  /** Connections of this cache only: slow bidders must not delay it. */
  readonly transport: Transport;
}

const HEADERS = { 'Content-Type': 'application/json;charset=utf-8', Accept: 'application/json' };

/** Address for this server's own calls: `cache.internal` if it has a host. A scheme other than http or https counts as http. */
export function remoteOrigin({ scheme, host, path, internal }: HostConfig['cache']): string {
  const address = cacheAddress(internal.host === '' ? { scheme, host, path } : internal);
  return `${address.scheme.includes('https') ? 'https' : 'http'}://${address.host}${address.path}`;
}

export class RemoteCache implements BidCache, CacheService {
  readonly address: CacheAddress;
  readonly #env: RemoteEnv;
  readonly #options: HostConfig['cache'];
  readonly #tracedIn: string | undefined;
  readonly #uri: string;
  readonly #dialect: CacheServiceDialect;
  readonly #headers: { readonly [name: string]: string };

  /** @param address from which clients fetch */
  constructor(config: Pick<HostConfig, 'cache' | 'datacenter'>, address: CacheAddress, env: RemoteEnv) {
    const { cache } = config;
    this.address = address;
    this.#env = env;
    this.#options = cache;
    this.#tracedIn = cache.append_trace_info_to_cache_id ? config.datacenter : undefined;
    this.#uri = remoteOrigin(cache);
    this.#dialect = env.dialect.cacheService;
    this.#headers = cache.api_key_secured && cache.api_key !== '' ? { ...HEADERS, 'x-pbc-api-key': cache.api_key } : HEADERS;
  }

  async put(puts: readonly CachePut[], timeoutMs: number, scope?: Abortable): Promise<CacheResult> {
    const none = puts.map(() => undefined);
    const body = JSON.stringify({ puts: puts.map((put) => this.#toPayload(put)) });
    const begun = this.#env.clock.now();
    const result = await callService({ method: 'POST', uri: this.#uri, headers: this.#headers, body }, timeoutMs, this.#env, scope);
    const ms = this.#env.clock.now() - begun;
    const isGood = result.kind === 'response' && result.response.status === 200;
    const call = this.#callOf(body, result);
    if (result.kind === 'failed') {
      const why = this.#dialect.unsent(result, ms, puts.length, Buffer.byteLength(body));
      return { ids: none, errors: [why], call };
    }
    const { status, body: text } = result.response;
    if (!isGood) return { ids: none, errors: [this.#dialect.status(this.#uri, status, text)], call };
    return { ...this.#read(text, puts.length), call };
  }

  async read(id: string, channel: string | undefined): Promise<RawCacheResponse> {
    const query = new URLSearchParams({ uuid: id, ...(channel === undefined ? {} : { ch: channel }) });
    const { Accept: _, 'Content-Type': __, ...headers } = this.#headers;
    const result = await callService({ method: 'GET', uri: `${this.#uri}?${query}`, headers }, this.#options.put_timeout_ms, this.#env);
    if (result.kind === 'failed') throw new Error(result.message);
    return result.response;
  }

  close(): Promise<void> {
    return this.#env.transport.close();
  }

  #callOf(requestBody: string, result: ServiceResult): CacheCall {
    const { status, body } = result.kind === 'response' ? result.response : { status: 0, body: '' };
    return { uri: this.#uri, requestBody, requestHeaders: HEADERS, status, responseBody: body };
  }

  /** One put as JSON, with fields in the order other callers of the service use. */
  #toPayload({ type, value, ttlSeconds, key, auctionId, accountId }: CachePut): object {
    const own = key ?? (this.#tracedIn === undefined ? undefined : tracedId(this.#env.random.uuid(), accountId, this.#tracedIn));
    return {
      type,
      ...(ttlSeconds !== undefined && ttlSeconds > 0 ? { ttlseconds: ttlSeconds } : {}),
      value,
      ...(own === undefined ? {} : { key: own }),
      ...(this.#dialect.namesAuction && auctionId ? { aid: auctionId } : {}),
    };
  }

  #read(json: string, count: number): CacheResult {
    const bad = (why: string): CacheResult => ({
      ids: Array.from({ length: count }, () => undefined),
      errors: [this.#dialect.unread(why, json)],
    });
    let parsed: unknown;
    try {
      parsed = JSON.parse(json);
    } catch (cause) {
      return bad(errorMessage(cause));
    }
    const responses = isObject(parsed) ? parsed['responses'] : undefined;
    if (!Array.isArray(responses)) return bad('no list `responses`');
    const miscounted = responses.length === count ? undefined : this.#dialect.miscounted(responses.length, count);
    if (miscounted !== undefined) return { ids: Array.from({ length: count }, () => undefined), errors: [miscounted] };
    const errors: string[] = [];
    const ids = Array.from({ length: count }, (_, index) => {
      const response: unknown = responses[index];
      const uuid = isObject(response) ? response['uuid'] : undefined;
      if (typeof uuid === 'string') return uuid === '' ? undefined : uuid;
      errors.push(this.#dialect.badValue(index, uuid, json));
      return undefined;
    });
    return { ids, errors };
  }
}
