import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openModuleStorages, storageUrl } from '#src/cache/module-storage.ts';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import optable from '#src/modules/optable-targeting/module.ts';
import { PoolTransport } from '#src/net/http.ts';
import type { ServiceResult } from '#src/net/service-call.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { systemClock } from '#src/platform/clock.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { hookContext, moduleEnv, runOnRequest } from '#test/helpers/module-env.ts';

let service: ChildProcess;
let port: number;
let transport: PoolTransport;

beforeAll(async () => {
  service = fork(join(import.meta.dirname, 'storage-server.ts'));
  [port] = (await once(service, 'message')) as [number];
  transport = new PoolTransport(hostSchema.parse({}).http_client, false);
});

afterAll(async () => {
  await transport.close();
  service.disconnect();
  await once(service, 'exit');
});

const settings = (cache: HostConfigInput['cache'] = {}) =>
  hostSchema.parse({
    cache: { scheme: 'http', host: `127.0.0.1:${port}`, api_key: 'secret', ...cache },
    storage: { pbc: { enabled: true, call_timeout_ms: 5000 } },
  });

const storages = () => openModuleStorages(settings(), { transport, clock: systemClock });
const calls = async (): Promise<string[]> => (await fetch(`http://127.0.0.1:${port}/calls`)).json() as Promise<string[]>;

describe('the storage of modules', () => {
  test('returns what a module stored, to that module only', async () => {
    const [one, two] = [storages()('one'), storages()('two')];
    expect(await one?.get('a/b:c&d', 5000)).toBeUndefined();
    await one?.put('a/b:c&d', '{"x":"ü"}', 60);
    expect(await one?.get('a/b:c&d', 5000)).toBe('{"x":"ü"}');
    expect(await two?.get('a/b:c&d', 5000)).toBeUndefined();
    expect((await calls()).every((call) => call.endsWith(' secret'))).toBe(true);
  });

  test('encodes texts in base64, as other servers that share the service do', async () => {
    await storages()('one')?.put('shared', '{"x":"ü"}', 60);
    const response = await fetch(`http://127.0.0.1:${port}/storage?k=module.one.shared&a=prebid-Java`);
    expect(await response.json()).toEqual({ key: 'module.one.shared', type: 'text', value: 'eyJ4Ijoiw7wifQ==' });
  });

  test('rejects a put that the service rejects', async () => {
    await expect(storages()('one')?.put('broken', 'x', 60)).rejects.toThrow('module storage responded with status 500');
  });

  test('is absent without a cache service, or where it is switched off', () => {
    expect(storageUrl(settings({ host: '' }))).toBeUndefined();
    expect(storageUrl(settings({ module: { enabled: false } }))).toBeUndefined();
    expect(storageUrl(hostSchema.parse({ cache: { host: 'cache.example' } }))).toBeUndefined();
    expect(storageUrl(settings({ internal: { scheme: 'https', host: 'cache.internal' } }))).toBe('https://cache.internal/storage');
  });
});

describe('optable responses', () => {
  const host = { 'api-endpoint': 'http://vendor.example/?t={TENANT}', tenant: 't', origin: 'o' };
  const seen: BidRequest = { id: 'r', imp: [], device: { ip: '1.2.3.4' }, user: { eids: [{ source: 'utiq.com', uids: [{ id: 'u' }] }] } };
  const vendor: ServiceResult = {
    kind: 'response',
    response: { status: 200, headers: {}, body: '{"ortb2":{"user":{"data":[{"id":"d"}]}}}' },
  } as unknown as ServiceResult;

  /** Data that two auctions receive, and the number of the vendor's calls. */
  async function runTwice(cache: object): Promise<{ data: unknown[]; vendorCalls: number }> {
    let vendorCalls = 0;
    const stored: Promise<void>[] = [];
    const env = moduleEnv({
      clock: systemClock,
      call: async () => {
        vendorCalls++;
        return vendor;
      },
      storage: (name) => {
        const storage = storages()(name);
        if (!storage) return undefined;
        const put: typeof storage.put = (...args) => {
          const done = storage.put(...args);
          stored.push(done);
          return done;
        };
        return { get: storage.get, put };
      },
    });
    const { hooks } = await optable.start({ ...host, cache }, env);
    const data: unknown[] = [];
    for (let auction = 0; auction < 2; auction++) {
      const request: BidRequest = { id: 'r', imp: [] };
      await runOnRequest(hooks.processed_auction_request, request, hookContext({ timeoutMs: 5000, requestFor: () => seen }));
      await Promise.all(stored);
      data.push(request.user?.data);
    }
    return { data, vendorCalls };
  }

  test('are fetched once for the same user if the settings cache them', async () => {
    expect(await runTwice({ enabled: true, ttlseconds: 60 })).toEqual({ data: [[{ id: 'd' }], [{ id: 'd' }]], vendorCalls: 1 });
  });

  test('are fetched in the rest of the time if the storage hangs', async () => {
    const clock = new WoundClock();
    const times: number[] = [];
    const env = moduleEnv({
      clock,
      call: async (_call, timeoutMs) => {
        times.push(timeoutMs);
        return vendor;
      },
      storage: () => ({
        get: async (_key, timeoutMs) => {
          times.push(timeoutMs);
          clock.wind(timeoutMs);
          throw new Error('late');
        },
        put: async () => {},
      }),
    });
    const { hooks } = await optable.start({ ...host, cache: { enabled: true } }, env);
    const request: BidRequest = { id: 'r', imp: [] };
    await runOnRequest(hooks.processed_auction_request, request, hookContext({ timeoutMs: 100, requestFor: () => seen }));
    expect([times, request.user?.data]).toEqual([[50, 49], [{ id: 'd' }]]);
  });

  test('are fetched for each auction otherwise', async () => {
    expect(await runTwice({})).toEqual({ data: [[{ id: 'd' }], [{ id: 'd' }]], vendorCalls: 2 });
  });
});
