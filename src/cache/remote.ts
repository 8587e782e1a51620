/** A bid cache service of its own, over its HTTP protocol (events-cache-stored.md sections 6 and 7). */
import type { Abortable, BidCache, CacheAnswer, CacheCall, CachePut } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { type Asked, ask } from '#src/outside/ask.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Transport } from '#src/outside/http.ts';
import type { Random } from '#src/outside/random.ts';
import { errorMessage } from '#src/wire/error-message.ts';
import { isObject } from '#src/wire/merge.ts';
import { type CacheAddress, cacheAddress } from './address.ts';
import { tracedId } from './key.ts';
import { GO_TEXTS, JAVA_TEXTS, type RemoteTexts } from './remote-texts.ts';
import type { CacheService, RawCacheAnswer } from './store.ts';

export interface RemoteEnv {
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
  /** Connections of this cache's own: bidders that are slow must not delay it. */
  readonly transport: Transport;
}

const HEADERS = { 'Content-Type': 'application/json;charset=utf-8', Accept: 'application/json' };

/** Where this server puts and reads: `cache.internal` where it has a host. A scheme that is neither http nor https counts as http. */
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
  readonly #texts: RemoteTexts;
  readonly #headers: { readonly [name: string]: string };

  /** @param address where clients fetch from */
  constructor(config: Pick<HostConfig, 'cache' | 'datacenter' | 'rules'>, address: CacheAddress, env: RemoteEnv) {
    const { cache } = config;
    this.address = address;
    this.#env = env;
    this.#options = cache;
    this.#tracedIn = cache.append_trace_info_to_cache_id ? config.datacenter : undefined;
    this.#uri = remoteOrigin(cache);
    this.#texts = config.rules.responseShape === 'java' ? JAVA_TEXTS : GO_TEXTS;
    this.#headers = cache.api_key_secured && cache.api_key !== '' ? { ...HEADERS, 'x-pbc-api-key': cache.api_key } : HEADERS;
  }

  async put(puts: readonly CachePut[], timeoutMs: number, scope?: Abortable): Promise<CacheAnswer> {
    const none = puts.map(() => undefined);
    const body = JSON.stringify({ puts: puts.map((put) => this.#toWire(put)) });
    const begun = this.#env.clock.now();
    const asked = await ask({ method: 'POST', uri: this.#uri, headers: this.#headers, body }, timeoutMs, this.#env, scope);
    const ms = this.#env.clock.now() - begun;
    const isGood = asked.kind === 'answer' && asked.answer.status === 200;
    const call = this.#callOf(body, asked);
    if (asked.kind === 'failed') {
      const why = this.#texts.unsent(asked, ms, puts.length, Buffer.byteLength(body));
      return { ids: none, errors: [why], call };
    }
    const { status, body: text } = asked.answer;
    if (!isGood) return { ids: none, errors: [this.#texts.status(this.#uri, status, text)], call };
    return { ...this.#read(text, puts.length), call };
  }

  async read(id: string, channel: string | undefined): Promise<RawCacheAnswer> {
    const query = new URLSearchParams({ uuid: id, ...(channel === undefined ? {} : { ch: channel }) });
    const { Accept: _, 'Content-Type': __, ...headers } = this.#headers;
    const asked = await ask({ method: 'GET', uri: `${this.#uri}?${query}`, headers }, this.#options.put_timeout_ms, this.#env);
    if (asked.kind === 'failed') throw new Error(asked.message);
    return asked.answer;
  }

  close(): Promise<void> {
    return this.#env.transport.close();
  }

  #callOf(requestBody: string, asked: Asked): CacheCall {
    const { status, body } = asked.kind === 'answer' ? asked.answer : { status: 0, body: '' };
    return { uri: this.#uri, requestBody, requestHeaders: HEADERS, status, responseBody: body };
  }

  /** One put on the wire, members in the order the service's callers write them. */
  #toWire({ type, value, ttlSeconds, key, auctionId, accountId }: CachePut): object {
    const own = key ?? (this.#tracedIn === undefined ? undefined : tracedId(this.#env.random.uuid(), accountId, this.#tracedIn));
    return {
      type,
      ...(ttlSeconds !== undefined && ttlSeconds > 0 ? { ttlseconds: ttlSeconds } : {}),
      value,
      ...(own === undefined ? {} : { key: own }),
      ...(this.#texts === JAVA_TEXTS && auctionId ? { aid: auctionId } : {}),
    };
  }

  #read(text: string, count: number): CacheAnswer {
    const bad = (why: string): CacheAnswer => ({
      ids: Array.from({ length: count }, () => undefined),
      errors: [this.#texts.unread(why, text)],
    });
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch (cause) {
      return bad(errorMessage(cause));
    }
    const responses = isObject(parsed) ? parsed['responses'] : undefined;
    if (!Array.isArray(responses)) return bad('there is no list `responses`');
    const miscounted = responses.length === count ? undefined : this.#texts.miscounted(responses.length, count);
    if (miscounted !== undefined) return { ids: Array.from({ length: count }, () => undefined), errors: [miscounted] };
    const errors: string[] = [];
    const ids = Array.from({ length: count }, (_, index) => {
      const response: unknown = responses[index];
      const uuid = isObject(response) ? response['uuid'] : undefined;
      if (typeof uuid === 'string') return uuid === '' ? undefined : uuid;
      errors.push(this.#texts.badValue(index, uuid, text));
      return undefined;
    });
    return { ids, errors };
  }
}
