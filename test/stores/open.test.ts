import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { AbortScope } from '#src/lang/abort-scope.ts';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { createMemoryStore } from '#src/stores/memory.ts';
import { openStores } from '#src/stores/open.ts';
import { NONE } from '#src/stores/store.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { bidderServer } from '#test/helpers/host.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auctor-open-'));
  for (const [name, text] of [
    ['stored_requests/r.json', '{}'],
    ['stored_imps/i.json', '{}'],
    ['stored_responses/s.json', '[]'],
    ['accounts/a.json', '{"debug_allow":false}'],
    ['freewheel/freewheel.json', '{"IAB1":{"id":"7"}}'],
    ['accounts.yaml', 'accounts:\n  - id: y\n    status: inactive\n  - id: a\n    status: inactive\n'],
    ['default.json', '{"ext":{"prebid":{"debug":true}},"tmax":300}'],
    ['bad.json', '{"tmax":"soon"}'],
    ['list.json', '[]'],
  ] as const) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
});
afterAll(() => rm(folder, { recursive: true }));

const settings = (over: HostConfigInput = {}) => {
  const filesystem = { directorypath: folder, watch: false };
  return hostSchema.parse({
    stored_requests: { filesystem },
    stored_video_req: { filesystem },
    stored_responses: { filesystem },
    accounts: { filesystem, settings_filename: join(folder, 'accounts.yaml') },
    category_mapping: { filesystem },
    ...over,
  });
};

describe('the stores of a host', () => {
  test('are its folders', async () => {
    const stores = await openStores(settings(), new WoundClock(), silentLog, [], { dialect: dialects.go.stores });
    for (const [kind, id] of [
      ['request', 'r'],
      ['amp', 'r'],
      ['video', 'r'],
      ['imp', 'i'],
      ['response', 's'],
    ] as const) {
      expect(await stores.stored.find(kind, [id], 50)).toMatchObject({ errors: [] });
    }
    expect(await stores.accounts.find('a', 50)).toMatchObject({
      kind: 'found',
      account: { debug_allow: false, disabled: false },
    });
    expect(await stores.accounts.find('y', 50)).toMatchObject({ kind: 'found', account: { disabled: true } });
    expect(await stores.stored.category('freewheel', '', 'IAB1')).toBe('7');
    expect(stores.defaultRequest).toBeUndefined();
    stores.close();
  });

  test('report ids that none of them has with the message of the last one', async () => {
    const service = await bidderServer((_, response) => response.end('{}'));
    const http = { endpoint: service.origin };
    const off = { enabled: false };
    const over = { stored_requests: { filesystem: off, http }, stored_video_req: { filesystem: off } };
    const stores = await openStores(settings(over), systemClock, silentLog, [], { dialect: dialects.java.stores });
    expect(await stores.stored.find('imp', ['x'], 5000)).toMatchObject({ errors: ['Stored imp not found for id: x'] });
    expect(await stores.stored.find('video', ['x'], 50)).toMatchObject({ errors: ['No stored request found for id: x'] });
    stores.close();
    await service.close();
  });

  test('are the given ones without folders', async () => {
    const off = { enabled: false };
    const memory = createMemoryStore({ request: { m: '{}' }, account: { b: '{}' } });
    const over = { stored_requests: { filesystem: off }, accounts: { filesystem: off }, category_mapping: { filesystem: off } };
    const stores = await openStores(settings(over), new WoundClock(), silentLog, [memory], { dialect: dialects.go.stores });
    expect(await stores.stored.find('request', ['m'], 50)).toMatchObject({ errors: [] });
    expect(await stores.accounts.find('b', 50)).toMatchObject({ kind: 'found' });
    stores.close();
  });

  test('have the time of stored data for a category file', async () => {
    const given: number[] = [];
    const slow = {
      fetch: () => NONE,
      categories(_adServer: string, _publisher: string, timeoutMs: number) {
        given.push(timeoutMs);
        return undefined;
      },
    };
    for (const over of [{}, { variant: 'java' as const }, { stored_requests_timeout_ms: 70 }]) {
      const config = hostSchema.parse(over);
      const stores = await openStores(config, new WoundClock(), silentLog, [slow], { dialect: dialects.go.stores });
      await stores.stored.category('dfp', '', 'IAB1', new AbortScope());
      stores.close();
    }
    expect(given).toEqual([50, 100, 70]);
  });

  test('include the default request, with our extension key', async () => {
    const over = { default_request: { type: 'file', file: { name: join(folder, 'default.json') } } } as const;
    const stores = await openStores(settings(over), new WoundClock(), silentLog, [], { dialect: dialects.go.stores });
    expect(stores.defaultRequest).toEqual({ ext: { srv: { debug: true } }, tmax: 300 });
    stores.close();
  });

  test.each([
    ['bad.json', /cannot unmarshal request\.tmax/],
    ['list.json', /not an object/],
    ['missing.json', /ENOENT/],
  ])('do not open with %s as the default request', async (name, text) => {
    const over = { default_request: { type: 'file', file: { name: join(folder, name) } } } as const;
    await expect(openStores(settings(over), new WoundClock(), silentLog, [], { dialect: dialects.go.stores })).rejects.toThrow(text);
  });
});
