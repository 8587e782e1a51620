import { describe, expect, test } from 'vitest';
import { aBody, intake } from '#test/helpers/intake.ts';
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
    nameless: '{"banner":{"w":1,"h":1},"ext":{"alpha":{}}}',
  },
};
const named = (id: unknown) => ({ srv: { storedrequest: { id } } });
const withRequest = (id: unknown, over = {}) => aBody({ ext: named(id), ...over });
const withImp = (id: unknown, over = {}, ext = {}) => aBody({ imp: [{ ...over, ext: { srv: { storedrequest: { id }, ...ext } } }] });

describe.each([
  ['at hand', false],
  ['asked', true],
])('stored data, %s,', (_, slow) => {
  test('lies under the body', async () => {
    const { request, refused } = await intake(withRequest('base', { site: { page: 'https://own.example/' } }), { stored, slow });
    expect(refused).toBeUndefined();
    expect(request).toMatchObject({
      id: 'request',
      tmax: 700,
      cur: ['EUR'],
      site: { page: 'https://own.example/', publisher: { id: 'acc' } },
      ext: { srv: { integration: 'stored', storedrequest: { id: 'base' } } },
    });
  });

  test('of an imp lies under it, and is remembered as it was', async () => {
    const body = withImp('one', { id: 'own', video: { w: null, h: 480 } }, { options: { echovideoattrs: true } });
    const { request, auction } = await intake(body, { stored, slow });
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

  test('that is missing refuses the request, everything told', async () => {
    const body = aBody({ ...withImp('gone'), ext: named('lost') });
    expect((await intake(body, { stored, slow })).refused).toEqual([
      'Stored Request with ID="lost" not found.',
      'Stored Imp with ID="gone" not found.',
    ]);
    expect((await intake(body, { stored, slow, settings: { variant: 'java' } })).refused).toEqual([
      'Stored request processing failed: No stored request found for id: lost\nNo stored imp found for id: gone',
    ]);
  });
});

describe('stored data', () => {
  test('lends its imps where the body has none', async () => {
    const { request } = await intake(withRequest('withImps', { imp: [] }), { stored });
    expect(request.imp).toHaveLength(0);
    const { request: lent, auction } = await intake(withRequest('withImps', { imp: undefined }), { stored });
    expect(lent.imp.map(({ id }) => id)).toEqual(['from-store']);
    expect(auction.imps.size).toBe(0);
  });

  test('is looked up under an empty id as well, and wants its id as a text', async () => {
    expect((await intake(withRequest(''), { stored })).refused).toEqual(['Stored Request with ID="" not found.']);
    for (const id of [1, null, {}])
      expect((await intake(withRequest(id), { stored })).refused).toEqual(['ext.srv.storedrequest.id must be a string']);
    expect((await intake(withImp(1), { stored })).refused).toEqual([
      'cannot unmarshal request.imp[0].ext.srv.storedrequest.id: expects " or n, but found 1',
    ]);
  });

  test('that is broken is named', async () => {
    const refused = async (body: object, variant: 'go' | 'java' = 'go') =>
      (await intake(body, { stored, settings: { variant } })).refused?.[0];
    expect(await refused(withRequest('broken'))).toMatch(
      /^ext\.srv\.storedrequest\.id refers to Stored Request broken which contains Invalid JSON: /,
    );
    expect(await refused(withRequest('list'))).toBe(
      'ext.srv.storedrequest.id refers to Stored Request list which contains Invalid JSON: expect { or n, but found [',
    );
    expect(await refused(withImp('broken', { id: 'x' }))).toMatch(
      /^imp\.ext\.srv\.storedrequest\.id broken: Stored Imp has Invalid JSON: /,
    );
    expect(await refused(withRequest('broken'), 'java')).toBe(
      "Stored request processing failed: Can't parse Json for stored request with id broken",
    );
  });

  test('is refused once where the place it lies at does not answer', async () => {
    const error = 'Error fetching Stored Requests via HTTP. Response code was 500';
    const services = { stored: { find: () => ({ texts: new Map(), errors: [error] }), category: () => undefined } };
    const both = { imp: [{ id: 'i', ext: { srv: { storedrequest: { id: 'one' } } } }], ext: { srv: { storedrequest: { id: 'base' } } } };
    expect((await intake(aBody(both), { services })).refused).toEqual([error]);
  });

  test('leaves imps without a proper id refused', async () => {
    const refused = async (body: object) => (await intake(body, { stored })).refused;
    expect(await refused(withImp('nameless'))).toEqual(['Key path not found']);
    expect(await refused(withImp('one', { id: null }))).toEqual(['Key path not found']);
    expect(await refused(aBody({ imp: [{ id: 7 }] }))).toEqual(['Value is not a string: 7']);
    expect(await refused(aBody({ imp: [{ id: 'a' }, 5] }))).toEqual(['request.imp[1] missing required field: "id"\n']);
  });

  test('of the default request lies under everything', async () => {
    const defaultRequest = { tmax: 300, bcat: ['IAB1'], ext: { srv: { integration: 'default' } } };
    const before = structuredClone(defaultRequest);
    const { request } = await intake(aBody({ tmax: 400, bcat: null }), { defaultRequest });
    expect(request).toMatchObject({ tmax: 400, ext: { srv: { integration: 'default' } } });
    expect(request).not.toHaveProperty('bcat');
    expect(defaultRequest).toEqual(before);
  });

  test('is merged as the Java variant does: nulls delete nothing, the default only with stored data', async () => {
    const java = { stored, defaultRequest: { bcat: ['IAB1'] }, settings: { variant: 'java' } } as const;
    expect((await intake(aBody(), java)).request.bcat).toBeUndefined();
    const { request } = await intake(withRequest('base', { tmax: null }), java);
    expect(request).toMatchObject({ tmax: 700, bcat: ['IAB1'] });
  });
});

describe('the id of a request', () => {
  const { uuid } = pinnedRandom;
  const idOf = async (body: object, settings = {}) => (await intake(body, { stored, settings })).request.id;

  test('is new where the stored one is the macro', async () => {
    expect(await idOf(withRequest('macro'))).toBe(uuid());
  });

  test('is new for apps with a stored request on hosts that make ids, and stays for others', async () => {
    const make = { generate_request_id: true };
    const app = { site: undefined, app: { id: 'a' } };
    expect(await idOf(withRequest('base', { ...app, site: null }), make)).toBe(uuid());
    expect(await idOf(withRequest('base'), make)).toBe('request');
    expect(await idOf(aBody(app), make)).toBe('request');
  });

  test('is made where it is missing on hosts that make ids', async () => {
    expect(await idOf(aBody({ id: undefined }), { generate_request_id: true })).toBe(uuid());
    expect((await intake(aBody({ id: '' }))).refused).toEqual(['request missing required field: "id"']);
  });

  test('has the macro in it replaced', async () => {
    expect(await idOf(aBody({ id: 'a-{{UUID}}' }))).toBe(`a-${uuid()}`);
    expect(await idOf(aBody({ id: '{{uuid}}' }))).toBe('{{uuid}}');
  });
});

test('storage may take as long as the request says, else as the host says', async () => {
  const timeout = async (over: object, settings = {}) => (await intake(aBody(over), { settings })).auction.intake.storageTimeoutMs;
  expect(await timeout({ tmax: 321 })).toBe(321);
  expect(await timeout({ tmax: 0 })).toBe(50);
  expect(await timeout({}, { variant: 'java' })).toBe(100);
  expect(await timeout({}, { stored_requests_timeout_ms: 70 })).toBe(70);
});
