import { describe, expect, test } from 'vitest';
import type { StoredData } from '#src/auction/stored-data.ts';
import { accountSchema } from '#src/config/account.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { aBody, ingest } from '#test/helpers/ingest.ts';
import { pinnedRandom } from '#test/helpers/services.ts';

const stored = {
  request: {
    base: '{"id":"stored","tmax":700,"cur":["EUR"],"ext":{"prebid":{"integration":"stored"}},"site":{"page":"https://stored.example/","publisher":{"id":"acc"}}}',
    macro: '{"id":"{{UUID}}","tmax":700}',
    broken: '{"tmax":700',
    list: '[]',
    withImps: '{"imp":[{"id":"from-store","banner":{"w":1,"h":1},"ext":{"alpha":{}}}]}',
  },
  imp: {
    one: '{"id":"one","video":{"mimes":["video/mp4"],"w":640},"ext":{"alpha":{"placement":5,"reserve":1},"prebid":{"passthrough":{"p":1}}}}',
    broken: '{',
    missingIdError: '{"banner":{"w":1,"h":1},"ext":{"alpha":{}}}',
  },
};
const named = (id: unknown) => ({ srv: { storedrequest: { id } } });
const withRequest = (id: unknown, over = {}) => aBody({ ext: named(id), ...over });
const withImp = (id: unknown, over = {}, ext = {}) => aBody({ imp: [{ ...over, ext: { srv: { storedrequest: { id }, ...ext } } }] });

describe.each([
  ['in memory', false],
  ['fetched', true],
])('stored data, %s,', (_, slow) => {
  test('is merged under the body', async () => {
    const { request, rejected } = await ingest(withRequest('base', { site: { page: 'https://own.example/' } }), { stored, slow });
    expect(rejected).toBeUndefined();
    expect(request).toMatchObject({
      id: 'request',
      tmax: 700,
      cur: ['EUR'],
      site: { page: 'https://own.example/', publisher: { id: 'acc' } },
      ext: { srv: { integration: 'stored', storedrequest: { id: 'base' } } },
    });
  });

  test('of an imp is merged under it, and recorded unmodified', async () => {
    const body = withImp('one', { id: 'own', video: { w: null, h: 480 } }, { options: { echovideoattrs: true } });
    const { request, auction } = await ingest(body, { stored, slow });
    expect(request.imp[0]).toMatchObject({
      id: 'own',
      video: { mimes: ['video/mp4'], h: 480 },
      ext: { srv: { bidder: { alpha: { placement: 5, reserve: 1 } } } },
    });
    expect(request.imp[0]?.video).not.toHaveProperty('w');
    expect(Object.fromEntries(auction.imps)).toEqual({
      own: {
        echoVideoAttrs: true,
        passthrough: { p: 1 },
        storedImp: {
          id: 'one',
          video: { mimes: ['video/mp4'], w: 640 },
          ext: { alpha: { placement: 5, reserve: 1 }, srv: { passthrough: { p: 1 } } },
        },
      },
    });
  });

  test('that is missing rejects the request, with all errors', async () => {
    const body = aBody({ ...withImp('gone'), ext: named('lost') });
    expect((await ingest(body, { stored, slow })).rejected).toEqual([
      'Stored Request with ID="lost" not found.',
      'Stored Imp with ID="gone" not found.',
    ]);
    expect((await ingest(body, { stored, slow, settings: { variant: 'java' } })).rejected).toEqual([
      'Stored request processing failed: No stored request found for id: lost\nNo stored imp found for id: gone',
    ]);
  });
});

describe('stored data', () => {
  test('provides its imps if the body has none', async () => {
    const { request } = await ingest(withRequest('withImps', { imp: [] }), { stored });
    expect(request.imp).toHaveLength(0);
    const { request: overridden, auction } = await ingest(withRequest('withImps', { imp: undefined }), { stored });
    expect(overridden.imp.map(({ id }) => id)).toEqual(['from-store']);
    expect(auction.imps.size).toBe(0);
  });

  test('is looked up under an empty id as well, and requires a string as id', async () => {
    expect((await ingest(withRequest(''), { stored })).rejected).toEqual(['Stored Request with ID="" not found.']);
    for (const id of [1, null, {}])
      expect((await ingest(withRequest(id), { stored })).rejected).toEqual(['ext.srv.storedrequest.id must be a string']);
    expect((await ingest(withImp(1), { stored })).rejected).toEqual([
      'cannot unmarshal request.imp[0].ext.srv.storedrequest.id: expects " or n, but found 1',
    ]);
    const both = { ...withImp(1), ext: named(1) };
    expect((await ingest(both, { stored })).rejected).toEqual([
      'cannot unmarshal request.imp[0].ext.srv.storedrequest.id: expects " or n, but found 1',
    ]);
    expect((await ingest(aBody({ imp: [{ id: 'i', ext: { srv: 5 } }] }), { stored })).rejected).toEqual(['expect { or n, but found 5']);
    const byNumber = await ingest(withRequest(7, { tmax: undefined }), {
      stored: { request: { 7: '{"tmax":70}' } },
      settings: { variant: 'java' },
    });
    expect(byNumber.request.tmax).toBe(70);
  });

  test('that is malformed is reported', async () => {
    const rejected = async (body: object, variant: 'go' | 'java' = 'go') =>
      (await ingest(body, { stored, settings: { variant } })).rejected?.[0];
    expect(await rejected(withRequest('broken'))).toMatch(
      /^ext\.srv\.storedrequest\.id refers to Stored Request broken which contains Invalid JSON: /,
    );
    expect(await rejected(withRequest('list'))).toBe(
      'ext.srv.storedrequest.id refers to Stored Request list which contains Invalid JSON: expect { or n, but found [',
    );
    expect(await rejected(withImp('broken', { id: 'x' }))).toMatch(
      /^imp\.ext\.srv\.storedrequest\.id broken: Stored Imp has Invalid JSON: /,
    );
    const unreadable = "Stored request processing failed: Can't parse Json for stored request with id broken";
    expect(await rejected(withRequest('broken'), 'java')).toBe(unreadable);
    expect(await rejected(withImp('broken'), 'java')).toBe(unreadable);
  });

  test('is rejected once if its store does not respond', async () => {
    const error = 'Error fetching Stored Requests via HTTP. Response code was 500';
    const services = { stored: { find: () => ({ documents: new Map(), errors: [error] }), category: () => undefined } };
    const both = { imp: [{ id: 'i', ext: { srv: { storedrequest: { id: 'one' } } } }], ext: { srv: { storedrequest: { id: 'base' } } } };
    expect((await ingest(aBody(both), { services })).rejected).toEqual([error]);
  });

  test('rejects imps without a valid id', async () => {
    const rejected = async (body: object) => (await ingest(body, { stored })).rejected;
    expect(await rejected(withImp('missingIdError'))).toEqual(['Key path not found']);
    expect(await rejected(withImp('one', { id: null }))).toEqual(['Key path not found']);
    expect(await rejected(aBody({ imp: [{ id: 7 }] }))).toEqual(['Value is not a string: 7']);
    expect(await rejected(aBody({ imp: [{ id: 'a' }, 5] }))).toEqual(['request.imp[1] missing required field: "id"\n']);
  });

  test('of the default request is merged under everything', async () => {
    const defaultRequest = { tmax: 300, bcat: ['IAB1'], ext: { srv: { integration: 'default' } } };
    const before = structuredClone(defaultRequest);
    const { request } = await ingest(aBody({ tmax: 400, bcat: null }), { defaultRequest });
    expect(request).toMatchObject({ tmax: 400, ext: { srv: { integration: 'default' } } });
    expect(request).not.toHaveProperty('bcat');
    expect(defaultRequest).toEqual(before);
  });

  test('is merged as in the Java variant: nulls delete nothing, the default only with stored data', async () => {
    const java = { stored, defaultRequest: { bcat: ['IAB1'] }, settings: { variant: 'java' } } as const;
    expect((await ingest(aBody(), java)).request.bcat).toBeUndefined();
    const { request } = await ingest(withRequest('base', { tmax: null }), java);
    expect(request).toMatchObject({ tmax: 700, bcat: ['IAB1'] });
  });
});

test('a body for the Java variant is decoded before its account and its stored data are looked up', async () => {
  const settings = { variant: 'java', account_required: true } as const;
  expect((await ingest(aBody({ tmax: {} }), { settings })).rejected).toEqual([
    'Error decoding bidRequest: cannot unmarshal request.tmax: unexpected character: {',
  ]);
  expect((await ingest(aBody({ ext: { srv: { debug: {} } } }), { settings })).rejected).toEqual([
    'Error decoding bidRequest: req.ext is invalid: cannot unmarshal request.ext.srv.debug: expect t or f, but found {',
  ]);
  const single = aBody({ imp: { id: 'own', ext: named('one') } });
  expect((await ingest(single, { stored, settings: { variant: 'java' } })).request.imp).toMatchObject([{ id: 'own', video: { w: 640 } }]);
  const gpc = { stored: { request: { gpc: '{"regs":{"ext":{"gpc":"0"}}}' } }, http: { headers: { 'sec-gpc': '1' } } };
  expect((await ingest(withRequest('gpc'), { ...gpc, settings: { variant: 'java' } })).request.regs).toEqual({ ext: { gpc: '1' } });
  expect((await ingest(withRequest('gpc'), gpc)).request.regs).toEqual({ ext: { gpc: '0' } });
});

describe('the id of a request', () => {
  const { uuid } = pinnedRandom;
  const idOf = async (body: object, settings = {}) => (await ingest(body, { stored, settings })).request.id;

  test('is new if the stored one is the macro', async () => {
    expect(await idOf(withRequest('macro'))).toBe(uuid());
  });

  test('is the one sent in the Java variant even if the stored one is the macro', async () => {
    expect(await idOf(withRequest('macro'), { variant: 'java' })).toBe('request');
    expect(await idOf(withRequest('macro', { id: undefined }), { variant: 'java' })).toBe(uuid());
  });

  test('is new for apps with a stored request on hosts that generate ids, and kept for others', async () => {
    const make = { generate_request_id: true };
    const app = { site: undefined, app: { id: 'a' } };
    expect(await idOf(withRequest('base', { ...app, site: null }), make)).toBe(uuid());
    expect(await idOf(withRequest('base'), make)).toBe('request');
    expect(await idOf(aBody(app), make)).toBe('request');
  });

  test('is generated if it is missing on hosts that generate ids', async () => {
    expect(await idOf(aBody({ id: undefined }), { generate_request_id: true })).toBe(uuid());
    expect((await ingest(aBody({ id: '' }))).rejected).toEqual(['request missing required field: "id"']);
  });

  test('has its macro replaced', async () => {
    expect(await idOf(aBody({ id: 'a-{{UUID}}' }))).toBe(`a-${uuid()}`);
    expect(await idOf(aBody({ id: '{{uuid}}' }))).toBe('{{uuid}}');
  });
});

test("the timeout of storage is the request's, else the host's", async () => {
  const timeout = async (over: object, settings = {}) => (await ingest(aBody(over), { settings })).auction.input.storageTimeoutMs;
  expect(await timeout({ tmax: 321 })).toBe(321);
  expect(await timeout({ tmax: 0 })).toBe(50);
  expect(await timeout({}, { variant: 'java' })).toBe(100);
  expect(await timeout({}, { stored_requests_timeout_ms: 70 })).toBe(70);
});

test('account and stored responses get the time of stored requests, in the Java variant what is left of the auction', async () => {
  const withResponses = { imp: [{ id: 'i', banner: { w: 1, h: 1 }, ext: { alpha: {}, srv: { storedauctionresponse: { id: 'r' } } } }] };
  const ofRequest = { ext: { srv: { storedauctionresponse: { id: 'r' } } } };
  const timeouts = async (over: object, variant: 'go' | 'java') => {
    const limits: number[] = [];
    const note = (ms: number): void => void limits.push(ms);
    const accounts = {
      find: (id: string, ms: number) => {
        note(ms);
        return { kind: 'unknown' as const, account: accountSchema.parse({ id }), errors: [] };
      },
    };
    const find: StoredData['find'] = (_kind, _ids, ms) => {
      note(ms);
      return { documents: new Map([['r', '[{"seat":"alpha","bid":[{"id":"b"}]}]']]), errors: [] };
    };
    await ingest(aBody(over), { settings: { variant }, services: { accounts, stored: { find, category: () => undefined } } });
    return limits;
  };
  expect(await timeouts({ ...withResponses, tmax: 300 }, 'go')).toEqual([300, 300]);
  expect(await timeouts(withResponses, 'go')).toEqual([50, 50]);
  expect(await timeouts({ ...withResponses, tmax: 300 }, 'java')).toEqual([300, 300]);
  expect(await timeouts(withResponses, 'java')).toEqual([5000, 5000]);
  expect(await timeouts(ofRequest, 'go')).toEqual([50]);
  expect(await timeouts({ ...ofRequest, tmax: 9000 }, 'java')).toEqual([5000]);
});

test('the look-ups of a request have one timeout for all of them together, in the Go variant', async () => {
  const clock = new WoundClock();
  const given: number[] = [];
  const take = (ms: number): void => {
    given.push(ms);
    clock.wind(20);
  };
  const accounts = {
    async find(id: string, ms: number) {
      take(ms);
      return { kind: 'unknown' as const, account: accountSchema.parse({ id }), errors: [] };
    },
  };
  const find: StoredData['find'] = async (_kind, ids, ms) => {
    take(ms);
    return { documents: new Map(ids.map((id) => [id, id === 'r' ? '[{"seat":"alpha","bid":[{"id":"b"}]}]' : '{}'])), errors: [] };
  };
  const imp = { id: 'i', banner: { w: 1, h: 1 }, ext: { alpha: {}, srv: { storedauctionresponse: { id: 'r' } } } };
  const body = aBody({ imp: [imp], ext: { srv: { storedrequest: { id: 's' } } } });
  const { rejected } = await ingest(body, { services: { clock, accounts, stored: { find, category: () => undefined } } });
  expect([given, rejected]).toEqual([[50, 30, 10], undefined]);
});
