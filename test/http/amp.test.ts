import { afterEach, describe, expect, test } from 'vitest';
import type { TypedBid } from '#src/bidders/bidder.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { closeEndpoints, type EndpointHost, endpoints } from '#test/helpers/endpoints.ts';

afterEach(closeEndpoints);

const storedRequest = (over: object = {}): string =>
  JSON.stringify({
    id: 'stored',
    imp: [{ id: 'imp', banner: { format: [{ w: 300, h: 600 }] }, ext: { srv: { bidder: { alpha: { placement: 1 } } } } }],
    site: { page: 'https://publisher.example/page' },
    ...over,
  });

const aBid = ({ imp }: BidRequest): TypedBid[] =>
  imp.map(({ id }) => ({ bid: { id: 'bid', impid: id, price: 2, crid: 'c', adm: '<p></p>', w: 300, h: 600 }, type: 'banner' }));

const host = (over: EndpointHost = {}, request: object = {}): EndpointHost => ({
  bids: aBid,
  ...over,
  stored: { amp: { tag: storedRequest(request) }, ...over.stored },
});

const PAGE = { origin: 'https://page.example' };
const path = (query = ''): string => `/openrtb2/amp?tag_id=tag${query}`;

const KEYS = {
  hb_pb: '2.00',
  hb_pb_alpha: '2.00',
  hb_bidder: 'alpha',
  hb_bidder_alpha: 'alpha',
  hb_size: '300x600',
  hb_size_alpha: '300x600',
  hb_cache_id: 'id-0',
  hb_cache_id_alpha: 'id-0',
  hb_cache_host: 'cache.example',
  hb_cache_host_alpha: 'cache.example',
  hb_cache_path: '/cache',
  hb_cache_path_alpha: '/cache',
  hb_env: 'amp',
  hb_env_alpha: 'amp',
};

describe('GET /openrtb2/amp', () => {
  test('returns the key-values of the cached bid, as text, to the requesting page', async () => {
    const { status, headers, body, json } = await endpoints(host()).get(path('&__amp_source_origin=https%3A%2F%2Fsource.example'), PAGE);
    expect(status).toBe(200);
    expect(json()).toEqual({ targeting: KEYS, ortb2: { ext: {} } });
    expect(body.endsWith('\n')).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'amp-access-control-allow-source-origin': 'https://source.example',
      'access-control-expose-headers': 'AMP-Access-Control-Allow-Source-Origin',
      'access-control-allow-origin': 'https://page.example',
      'access-control-allow-credentials': 'true',
      'cache-control': 'no-cache, no-store, must-revalidate',
      'x-prebid': 'auctor/test',
    });
  });

  test('returns JSON without an empty ext in the Java variant', async () => {
    const { headers, json } = await endpoints(host({ settings: { variant: 'java', gdpr: { default_value: '0' } } })).get(path());
    expect(json()['ortb2']).toBeUndefined();
    expect(json()['targeting']).toMatchObject({ hb_pb: '2.00', hb_cache_id: 'id-0', hb_env: 'amp' });
    expect(headers['content-type']).toBe('application/json');
  });

  test.each<[string, object, object | undefined, object[] | undefined]>([
    ['the data of the imp', { key: 'value', site: { name: 's' }, bidders: ['alpha'] }, { old: 1, key: 'value' }, undefined],
    ['nothing, with objects of the request alone', { user: { id: 'u' }, app: {}, dooh: {}, device: {} }, { old: 1 }, undefined],
    [
      'errors about wrong types',
      { user: { gender: ['F', 'M'] } },
      { old: 1 },
      [
        {
          code: 999,
          message:
            'WARNING: Incorrect type for first party data field targeting.user.gender, expected is string, but was an array of strings. Converted to string by taking first element of array.',
        },
      ],
    ],
  ])('takes %s from the targeting of the page in the Java variant', async (_, targeting, data, errors) => {
    const settings: EndpointHost['settings'] = { variant: 'java', gdpr: { default_value: '0' } };
    const imp = [{ id: 'imp', banner: { w: 1, h: 1 }, ext: { data: { old: 1 }, alpha: {} } }];
    const { get, sentRequests } = endpoints(host({ settings }, { imp }));
    const { json } = await get(path(`&targeting=${encodeURIComponent(JSON.stringify(targeting))}`));
    expect(sentRequests[0]?.imp[0]?.ext?.['data']).toEqual(data);
    expect(json()['ext']).toEqual(errors && { errors: { prebid: errors } });
  });

  test('calls bidders with the stored imp, secure, with the AMP defaults', async () => {
    const { get, sentRequests } = endpoints(host({}, { imp: [{ id: 'imp', secure: 0, banner: { w: 1, h: 1 }, ext: { alpha: {} } }] }));
    await get(path());
    expect(sentRequests[0]).toMatchObject({
      id: 'stored',
      imp: [{ id: 'imp', secure: 1 }],
      site: { page: 'https://publisher.example/page', ext: { amp: 1 } },
      at: 1,
      tmax: 1000,
      ext: { srv: { channel: { name: 'amp', version: '' } } },
    });
  });

  test('caches full bids', async () => {
    const { get, puts } = endpoints(host());
    await get(path());
    expect(puts).toMatchObject([{ type: 'json', value: { id: 'bid', price: 2 } }]);
  });

  test('returns no targeting without bids', async () => {
    const { json } = await endpoints(host({ bids: () => [] })).get(path());
    expect(json()).toMatchObject({ targeting: {}, ortb2: { ext: {} } });
  });

  test.each([
    ['', '/openrtb2/amp', 'AMP requests require an AMP tag_id.'],
    ['an empty id', '/openrtb2/amp?tag_id=', 'AMP requests require an AMP tag_id.'],
    ['an unknown id', '/openrtb2/amp?tag_id=other', 'No AMP config found for tag_id other.'],
    ['a malformed switch', path('&gdpr_applies=ja'), 'strconv.ParseBool: parsing "ja": invalid syntax'],
    ['a negative time', path('&timeout=-5'), 'strconv.ParseUint: parsing "-5": invalid syntax'],
  ])('rejects %s', async (_, url, text) => {
    const { status, headers, body } = await endpoints(host()).get(url, PAGE);
    expect([status, body]).toEqual([400, `Invalid request: ${text}\n`]);
    expect(headers['amp-access-control-allow-source-origin']).toBe('https://page.example');
  });

  test.each([
    ['no imp', { imp: [] }, "Data for tag_id='tag' does not define the required imp array."],
    ['two imps', { imp: [{ id: '1' }, { id: '2' }] }, "Data for tag_id 'tag' includes 2 imp elements. Only one is allowed."],
    ['an app', { app: {} }, 'The app object must not exist in AMP stored requests.'],
    ['a screen', { dooh: {} }, 'request.dooh must not exist in AMP stored requests.'],
    ['a fault', { tmax: -1 }, 'request.tmax must be nonnegative. Got -1'],
  ])('rejects a stored request with %s', async (_, over, text) => {
    const { status, body } = await endpoints(host({}, over)).get(path());
    expect([status, body]).toEqual([400, `Invalid request: ${text}\n`]);
  });

  test('returns only the error, without earlier warnings', async () => {
    const { body } = await endpoints(host({}, { site: { ext: { amp: 7 }, id: 's' } })).get(path('&consent_type=3&consent_string=no'));
    expect(body).toBe('Invalid request: request.site.ext.amp must be either 1, 0, or undefined\n');
  });

  test('warns of unusable consent, at the top level and under ortb2', async () => {
    const { json } = await endpoints(host()).get(path('&consent_type=3&consent_string=no'));
    const ext = { warnings: { general: [{ code: 10001, message: "Consent string 'no' is not a valid CCPA consent string." }] } };
    expect(json()).toEqual({ targeting: KEYS, ext, ortb2: { ext } });
  });

  test('does not copy a line break from the query into a header', async () => {
    const { status, headers } = await endpoints(host()).get(path('&__amp_source_origin=a%0D%0AX-Evil%3A1'));
    expect([status, headers['amp-access-control-allow-source-origin'], headers['x-evil']]).toEqual([200, '', undefined]);
  });

  test('returns 503 for a disabled account', async () => {
    const stored = { amp: { tag: storedRequest() }, account: { off: '{"disabled":true}' } };
    const { status, body } = await endpoints(host({ stored })).get(path('&account=off'));
    expect([status, body]).toEqual([503, 'Invalid request: auctor has disabled Account ID: off, please reach out to the auctor host.\n']);
  });

  test('shows debug output on request', async () => {
    const { json } = await endpoints(host()).get(path('&debug=1'));
    expect(json()['ext']).toMatchObject({ debug: { resolvedrequest: { test: 1 }, httpcalls: { alpha: [{ status: 200 }] } } });
  });

  test('uses the extension key of the stored request', async () => {
    const imp = [{ id: 'imp', banner: { w: 1, h: 1 }, ext: { prebid: { bidder: { alpha: {} } } } }];
    const { json } = await endpoints(host({}, { imp })).get(path('&debug=1'));
    expect(json()['ext']).toMatchObject({ debug: { resolvedrequest: { ext: { prebid: { debug: true } } } } });
  });

  test('has no HEAD', async () => {
    const { app } = endpoints(host());
    expect((await app.inject({ method: 'HEAD', url: path() })).statusCode).toBe(405);
  });
});
