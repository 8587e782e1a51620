import { describe, expect, test } from 'vitest';
import { newAuction } from '#src/auction/new-auction.ts';
import { validate } from '#src/auction/validate.ts';
import type { Store } from '#src/stores/store.ts';
import { createStoredData } from '#src/stores/stored-data.ts';
import { incoming } from '#test/helpers/auction.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { type Host, hostServices } from '#test/helpers/ingest.ts';

const TCF = 'CPdECS0PdECS0ACABBENAzCv_____3___wAAAQNd_X9cAAAAAAAA';

const stored = (over: object = {}): string =>
  JSON.stringify({
    id: 'stored',
    imp: [{ id: 'imp', banner: { format: [{ w: 1, h: 2 }] }, ext: { srv: { bidder: { alpha: {} }, passthrough: { p: 1 } } } }],
    site: { page: 'https://stored.example/' },
    ...over,
  });

/** The `validate` state of an AMP request. */
async function enter(query: Record<string, string>, host: Host = {}, request: string = stored()) {
  const services = hostServices({ ...host, stored: { amp: { tag: request }, ...host.stored } });
  const http = incoming({ method: 'GET', path: '/openrtb2/amp', query: { tag_id: 'tag', ...query }, ...host.http });
  const auction = newAuction('amp', http, services, () => {});
  await validate(auction, services);
  return auction;
}

const warnings = ({ diagnostics }: Awaited<ReturnType<typeof enter>>): unknown =>
  [...diagnostics.warnings.values()].flat().map(({ message }) => message);
const errors = ({ diagnostics }: Awaited<ReturnType<typeof enter>>): unknown =>
  [...diagnostics.errors.values()].flat().map(({ message }) => message);

describe.each([
  ['in memory', false],
  ['fetched', true],
])('an AMP request, stored data %s,', (_, slow) => {
  test('becomes one of type amp with targeting and cache', async () => {
    const { request, rejection, accountId, requestType, imps } = await enter({ account: 'acc', debug: '1' }, { slow });
    expect(rejection).toBeUndefined();
    expect([accountId, requestType]).toEqual(['acc', 'amp']);
    expect(request).toMatchObject({
      id: 'stored',
      test: 1,
      imp: [{ id: 'imp', secure: 1 }],
      site: { ext: { amp: 1 }, publisher: { id: 'acc' } },
      ext: {
        srv: {
          debug: true,
          cache: { bids: {} },
          channel: { name: 'amp', version: '' },
          targeting: {
            pricegranularity: { precision: 2, ranges: [{ min: 0, max: 20, increment: 0.1 }] },
            includewinners: true,
            includebidderkeys: true,
          },
        },
      },
    });
    expect(imps.get('imp')).toEqual({ echoVideoAttrs: false, storedImp: undefined, passthrough: { p: 1 } });
  });

  test('that does not exist is rejected', async () => {
    expect((await enter({ tag_id: 'other' }, { slow })).rejection).toEqual({
      kind: 'invalid',
      messages: ['No AMP config found for tag_id other.'],
    });
  });
});

describe('an AMP request', () => {
  test('without a stored request id gets that error first', async () => {
    const { rejection } = await enter({ tag_id: '', gdpr_applies: 'perhaps', timeout: '-1' });
    expect(rejection).toEqual({ kind: 'invalid', messages: ['AMP requests require an AMP tag_id.'] });
  });

  test.each([
    [{}, { bids: {} }, { bids: {}, vastxml: {} }],
    [{ vastxml: { ttlseconds: 5 } }, { bids: {}, vastxml: { ttlseconds: 5 } }, { vastxml: { ttlseconds: 5 } }],
    [{ bids: { ttlseconds: 5 } }, { bids: { ttlseconds: 5 } }, { bids: { ttlseconds: 5 } }],
  ])('with the caching settings %j caches bids, in the Java variant what is set', async (cache, go, java) => {
    for (const [variant, expected] of [
      ['go', go],
      ['java', java],
    ] as const) {
      const { request } = await enter({}, { settings: { variant } }, stored({ ext: { srv: { cache } } }));
      expect(request.ext?.srv?.cache).toEqual(expected);
    }
  });

  test('keeps its own extension with its targeting and caching settings', async () => {
    const srv = { targeting: { includewinners: false }, cache: { vastxml: {} } };
    const { request } = await enter({ debug: '1' }, {}, stored({ ext: { own: 1, srv } }));
    expect(request.ext).toMatchObject({
      own: 1,
      srv: { debug: true, targeting: { includewinners: false }, cache: { bids: {}, vastxml: {} } },
    });
  });

  test.each([
    [{ ext: { srv: { cache: 7 } } }, /cache/],
    [{ ext: { srv: 7 } }, /^req\.ext is invalid/],
    [{ ext: 7 }, /^req\.ext is invalid/],
    [{ imp: 7 }, /imp/],
    [{ imp: undefined }, /^Data for tag_id='tag' does not define the required imp array\.$/],
  ])('of a malformed stored request is rejected: %j', async (over, text) => {
    const { rejection } = await enter({ trace: 'basic', debug: '1' }, {}, stored(over));
    expect(rejection).toMatchObject({ kind: 'invalid', messages: [expect.stringMatching(text)] });
  });

  test('gets the error of the storage', async () => {
    const failing: Store = { fetch: () => ({ documents: new Map(), errors: ['timed out'] }) };
    const data = (variant: 'go' | 'java') =>
      createStoredData({ stores: () => [failing], categories: [], dialect: dialects[variant].stores });
    expect((await enter({}, { services: { stored: data('go') } })).rejection?.messages).toEqual(['timed out']);
    const settings = { variant: 'java' } as const;
    expect((await enter({}, { settings, services: { stored: data('java') } })).rejection?.messages).toEqual([
      'Stored request processing failed: timed out',
    ]);
  });

  test('echoes the video of the stored request if requested', async () => {
    const imp = [{ id: 'imp', video: { mimes: ['v'] }, ext: { srv: { bidder: { alpha: {} }, options: { echovideoattrs: true } } } }];
    const { imps } = await enter({}, {}, stored({ imp }));
    expect(imps.get('imp')).toMatchObject({ echoVideoAttrs: true, storedImp: { video: { mimes: ['v'] } } });
  });

  test('gets a new id on hosts that generate ids', async () => {
    const uuid = '11111111-1111-4111-8111-111111111111';
    expect((await enter({}, { settings: { generate_request_id: true } })).request.id).toBe(uuid);
    expect((await enter({}, { settings: { generate_request_id: true, variant: 'java' } })).request.id).toBe(uuid);
  });
});

describe('an AMP request in the Java variant', () => {
  const settings = { variant: 'java' } as const;

  test('is the query over the stored request over the default request', async () => {
    const query = {
      account: 'acc',
      curl: 'https%3A%2F%2Fpage.example%2Fx',
      consent_string: '1YNN',
      consent_type: '3',
      gdpr_applies: 'false',
      addtl_consent: 'some',
      gpp_sid: '6',
      timeout: '400',
      trace: 'basic',
      debug: '1',
      slot: 'slot',
      ow: '9',
      oh: '8',
      targeting: '%7B%22k%22%3A%22v%22%7D',
    };
    const auction = await enter(
      query,
      { settings, defaultRequest: { bcat: ['IAB1'], tmax: 9 } },
      stored({ tmax: 700, user: { yob: 1990 } }),
    );
    expect(auction.rejection).toBeUndefined();
    expect(auction.request).toMatchObject({
      id: 'stored',
      test: 1,
      tmax: 400,
      bcat: ['IAB1'],
      imp: [{ tagid: 'slot', secure: 1, banner: { format: [{ w: 9, h: 8 }] }, ext: { data: { k: 'v' } } }],
      site: { page: 'https://page.example/x', domain: 'page.example', publisher: { id: 'acc' }, ext: { amp: 1 } },
      user: { yob: 1990, ext: { ConsentedProvidersSettings: { consented_providers: 'some' } } },
      regs: { gdpr: 0, us_privacy: '1YNN', gpp_sid: [6] },
      ext: {
        srv: {
          storedrequest: { id: 'tag' },
          amp: { data: { tag_id: 'tag', ...query } },
          debug: true,
          trace: 'basic',
          cache: { bids: {}, vastxml: {} },
        },
      },
    });
  });

  test('reports unusable consent as errors of its own', async () => {
    const auction = await enter({ gdpr_consent: '?', gpp_sid: 'x' }, { settings });
    expect([errors(auction), warnings(auction)]).toEqual([
      ['Amp request parameter gdpr_consent has invalid format: ?'],
      ["Failed to parse gppSid: 'x'"],
    ]);
  });

  test('keeps its consent if the ids of GPP sections are unusable', async () => {
    const { request } = await enter({ gdpr_consent: 'CP', consent_type: '2', gdpr_applies: 'true', gpp_sid: 'x' }, { settings });
    expect([request.user?.consent, request.regs]).toEqual(['CP', { gdpr: 1 }]);
  });

  test('keeps its own caching settings', async () => {
    const { request } = await enter({}, { settings }, stored({ ext: { srv: { cache: { bids: { ttlseconds: 5 } } } } }));
    expect(request.ext?.srv?.cache).toEqual({ bids: { ttlseconds: 5 } });
  });

  test.each([
    [{ targeting: '[]' }, stored(), 'Error decoding targeting, expected type is `object` but was ARRAY'],
    [{}, '{', "Stored request processing failed: Can't parse Json for stored request with id tag"],
    [{}, stored({ imp: [] }), "Data for tag_id='tag' does not define the required imp array."],
  ])('is rejected with %j', async (query, request, text) => {
    expect((await enter(query, { settings }, request)).rejection?.messages).toEqual([text]);
  });

  test('writes a TCF consent without a scope of its own', async () => {
    const { request } = await enter({ consent_string: TCF }, { settings });
    expect([request.user?.consent, request.regs]).toEqual([TCF, undefined]);
  });
});
