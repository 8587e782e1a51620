/** Data of modules between auctions: texts by key, in the storage endpoint of the bid cache service. All hosts of the service share it. */
import type { HostConfig } from '#src/config/schema.ts';
import { isObject } from '#src/json/merge.ts';
import { callService } from '#src/net/service-call.ts';
import type { Transport } from '#src/net/transport.ts';
import type { Clock } from '#src/platform/clock.ts';
import { remoteOrigin } from './remote.ts';
import type { ModuleStorage, ModuleStorages } from './storage-contract.ts';

export interface StorageEnv {
  readonly transport: Transport;
  readonly clock: Clock;
}

type Settings = Pick<HostConfig, 'cache' | 'storage'>;

/** Namespace of the service's entries, shared with other servers that use the service. */
const APPLICATION = 'prebid-Java';

/** Address of the storage endpoint; undefined: switched off, or no cache service. */
export function storageUrl({ cache, storage }: Settings): string | undefined {
  if (!storage.pbc.enabled || !cache.module.enabled) return undefined;
  if (cache.host === '' && cache.internal.host === '') return undefined;
  const { path } = storage.pbc;
  return remoteOrigin({ ...cache, path, internal: { ...cache.internal, path } });
}

/** The storages of modules in the external cache; modules have none if it is disabled. */
export function openModuleStorages(config: Settings, env: StorageEnv): ModuleStorages {
  const url = storageUrl(config);
  if (url === undefined) return () => undefined;
  const { cache, storage } = config;
  const key = cache.api_key === '' ? {} : { 'x-pbc-api-key': cache.api_key };
  const headers = { 'Content-Type': 'application/json;charset=utf-8', Accept: 'application/json', ...key };
  return (module) => storageOf(module, { url, headers, maxMs: storage.pbc.call_timeout_ms }, env);
}

interface Service {
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly maxMs: number;
}

function storageOf(module: string, { url, headers, maxMs }: Service, env: StorageEnv): ModuleStorage {
  const keyOf = (key: string): string => `module.${module}.${key}`;
  return {
    async get(key, timeoutMs, signal) {
      const query = new URLSearchParams({ k: keyOf(key), a: APPLICATION });
      const call = { method: 'GET', uri: `${url}?${query}`, headers } as const;
      const result = await callService(call, Math.min(timeoutMs, maxMs), env, signal && { signal });
      if (result.kind === 'failed') throw new Error(result.message);
      const { status, body } = result.response;
      if (status === 404 || (status === 200 && body === '')) return undefined;
      if (status !== 200) throw new Error(`module storage responded with status ${status}`);
      return storedValue(body);
    },
    async put(key, value, ttlSeconds, signal) {
      const encoded = Buffer.from(value).toString('base64');
      const body = JSON.stringify({ key: keyOf(key), type: 'text', value: encoded, application: APPLICATION, ttlseconds: ttlSeconds });
      const result = await callService({ method: 'POST', uri: url, headers, body }, maxMs, env, signal && { signal });
      if (result.kind === 'failed') throw new Error(result.message);
      const { status } = result.response;
      if (status < 200 || status > 299) throw new Error(`module storage responded with status ${status}`);
    },
  };
}

/** Texts are stored in base64. @throws Error for a body without a text */
function storedValue(body: string): string {
  const parsed: unknown = JSON.parse(body);
  const value = isObject(parsed) ? parsed['value'] : undefined;
  if (typeof value !== 'string') throw new Error('module storage responded without a value');
  return Buffer.from(value, 'base64').toString();
}
