import { afterEach, describe, expect, test } from 'vitest';
import type { TypedBid } from '#src/bidders/bidder.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { closeEndpoints, type EndpointHost, endpoints } from '#test/helpers/endpoints.ts';

afterEach(closeEndpoints);

const UUID = '11111111-1111-4111-8111-111111111111';
const PATH = '/openrtb2/video';

const aPod = (podid: number, over: object = {}): object => ({ podid, adpoddurationsec: 60, configid: 'config', ...over });

const aBody = (over: object = {}): object => ({
  podconfig: { durationrangesec: [15, 30], requireexactduration: false, pods: [aPod(1)] },
  site: { page: 'https://stream.example/', publisher: { id: 'publisher' } },
  video: { mimes: ['video/mp4'], protocols: [2, 3], w: 640, h: 480 },
  includebrandcategory: { primaryadserver: 1 },
  ...over,
});
const withPods = (pods: readonly object[], over: object = {}): object =>
  aBody({ podconfig: { durationrangesec: [15, 30], pods, ...over } });

/** A bid on each imp, each of a category of its own, so that none is a duplicate. */
const videoBids = ({ imp }: BidRequest): TypedBid[] =>
  imp.map(({ id }, i) => ({
    bid: { id: `bid-${id}`, impid: id, price: 10 + i, crid: 'c', adm: '<VAST/>', dealid: i === 0 ? 'deal' : undefined },
    type: 'video',
    video: { duration: 20, primary_category: `cat${id}` },
  }));

const host = (over: EndpointHost = {}): EndpointHost => ({
  bids: videoBids,
  ...over,
  stored: {
    imp: { config: '{"ext":{"srv":{"bidder":{"alpha":{"placement":1}}}}}', broken: '{' },
    video: { base: '{"site":{"page":"https://stored.example/","publisher":{"id":"publisher"}},"bcat":["IAB7"]}', broken: '[]' },
    ...over.stored,
  },
});

const FAILED = 'Critical error while running the video endpoint: ';

describe('POST /openrtb2/video', () => {
  test("returns the ad server's data for each pod", async () => {
    const { post, puts } = endpoints(host());
    const { status, headers, json } = await post(PATH, withPods([aPod(1, { adpoddurationsec: 30 }), aPod(2, { adpoddurationsec: 15 })]));
    const reported = (cpm: string, imp: string, more: object = {}): object => ({
      hb_pb: cpm,
      hb_pb_cat_dur: `${cpm}_cat${imp}_30s`,
      hb_cache_id: UUID,
      ...more,
    });
    expect(status).toBe(200);
    expect(json()).toEqual({
      adPods: [
        { podid: 1, targeting: [reported('10.00', '1_0', { hb_deal: 'deal' }), reported('11.00', '1_1')], errors: null },
        { podid: 2, targeting: [reported('12.00', '2_0')], errors: null },
      ],
    });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-prebid': 'auctor/test' });
    expect(puts.map(({ type, key }) => [type, key])).toEqual([
      ['xml', `10.00_cat1_0_30s_${UUID}`],
      ['xml', `11.00_cat1_1_30s_${UUID}`],
      ['xml', `12.00_cat2_0_30s_${UUID}`],
    ]);
  });

  test('calls bidders with one imp per slot', async () => {
    const { post, sentRequests } = endpoints(host());
    await post(PATH, aBody({ content: { series: 'S' }, user: { yob: 1990 }, tmax: 700 }), { 'user-agent': 'Player%2F1' });
    expect(sentRequests[0]).toMatchObject({
      id: 'bid_id',
      imp: ['1_0', '1_1', '1_2', '1_3'].map((id) => ({ id, secure: 1, video: { mimes: ['video/mp4'], maxduration: 30, w: 640 } })),
      site: { page: 'https://stream.example/', content: { series: 'S' } },
      device: { ua: 'Player/1' },
      user: { yob: 1990 },
      tmax: 700,
    });
  });

  test('is merged over its stored request', async () => {
    const { post, sentRequests } = endpoints(host());
    await post(PATH, aBody({ storedrequestid: 'base', site: { page: 'https://own.example/' } }));
    expect(sentRequests[0]).toMatchObject({ site: { page: 'https://own.example/', publisher: { id: 'publisher' } }, bcat: ['IAB7'] });
  });

  test('uses the extension key of the request, whichever its stored imps have', async () => {
    const imp = { config: '{"ext":{"prebid":{"bidder":{"alpha":{}}}}}' };
    const keyFor = async (user: object): Promise<unknown> => {
      const { json } = await endpoints(host({ stored: { imp } })).post(`${PATH}?debug=true`, aBody({ user }));
      const { debug } = json()['ext'] as { debug: { resolvedrequest: { ext: object } } };
      return Object.keys(debug.resolvedrequest.ext);
    };
    const buyeruids = { alpha: 'u' };
    expect([await keyFor({}), await keyFor({ ext: { prebid: { buyeruids } } }), await keyFor({ ext: { srv: { buyeruids } } })]).toEqual([
      ['prebid'],
      ['prebid'],
      ['srv'],
    ]);
  });

  test('returns an empty list without bids', async () => {
    const { status, json } = await endpoints(host({ bids: () => [] })).post(PATH, aBody());
    expect([status, json()]).toEqual([200, { adPods: [] }]);
  });

  test('reports the error of a pod beside the valid pods', async () => {
    const pods = [
      aPod(1, { adpoddurationsec: 15 }),
      aPod(2, { configid: 'nowhere' }),
      aPod(3, { configid: 'broken' }),
      aPod(3),
      aPod(0, { configid: '' }),
    ];
    const { status, json } = await endpoints(host()).post(PATH, withPods(pods));
    const failed = (podid: number, ...messages: string[]): object => ({
      podid,
      targeting: [],
      errors: { general: messages.map((message) => ({ code: 2, message })) },
    });
    expect(status).toBe(200);
    expect(json()['adPods']).toEqual([
      expect.objectContaining({ podid: 1 }),
      failed(3, 'request duplicated required field: PodConfig.Pods.PodId, Pod id: 3'),
      failed(
        0,
        'request missing required field: PodConfig.Pods.PodId, Pod index: 4',
        'request missing or incorrect required field: PodConfig.Pods.ConfigId, Pod index: 4',
      ),
      failed(2, 'unable to load configid nowhere, Pod id: 2'),
      failed(3, 'unable to load configid broken, Pod id: 3'),
    ]);
  });

  test.each<[string, unknown, string]>([
    ['text that is no JSON', 'pods', ' expect { or n, but found p'],
    [
      'a body of wrong types',
      aBody({ podconfig: { durationrangesec: ['15'] } }),
      ' cannot unmarshal request.podconfig.durationrangesec[0]: unexpected character: "',
    ],
    [
      'a body without pods',
      aBody({ podconfig: undefined }),
      ' request missing required field: PodConfig.DurationRangeSec request missing required field: PodConfig.Pods',
    ],
    ['a negative time', aBody({ tmax: -2 }), ' request.tmax must be nonnegative. Got -2'],
    ['a stored request that cannot be read', aBody({ storedrequestid: 'broken' }), ' expect { or n, but found ['],
    ['a stored request that is nowhere', aBody({ storedrequestid: 'x' }), ' Stored Request with ID="x" not found.'],
    [
      'pods that are all wrong',
      withPods([aPod(1, { configid: 'a' }), aPod(2, { configid: 'b' })]),
      ' all pods are incorrect: unable to load configid a, Pod id: 1; unable to load configid b, Pod id: 2',
    ],
    ['a pod shorter than any ad', withPods([aPod(1, { adpoddurationsec: 5 })]), ' request.imp must contain at least one element.'],
    [
      'a pod beyond all measure',
      withPods([aPod(1, { adpoddurationsec: 1e12 })]),
      ' all pods are incorrect: request incorrect required field: PodConfig.Pods.AdPodDurationSec needs too many imps, Pod id: 1',
    ],
    [
      'an unknown ad server',
      aBody({ includebrandcategory: { primaryadserver: 9 } }),
      ' Error in category mapping : Primary ad server 9 not recognized',
    ],
  ])('rejects %s as a client error', async (_, body, text) => {
    const response = await endpoints(host()).post(PATH, body);
    expect([response.status, response.body]).toEqual([400, FAILED + text]);
  });

  test('fails if bids could not be cached', async () => {
    const settings = { account_defaults: { cache: { enabled: false } } };
    const { status, body } = await endpoints(host({ settings })).post(PATH, aBody());
    expect([status, body]).toEqual([500, `${FAILED} caching failed for all bids`]);
  });

  test.each([
    [
      'an account that is off',
      { stored: { account: { publisher: '{"disabled":true}' } } },
      503,
      'auctor has disabled Account ID: publisher, please reach out to the auctor host.',
    ],
    [
      'an account it needs',
      { settings: { account_required: true, account_defaults: { disabled: true } } },
      400,
      'auctor could not verify the Account ID. Please reach out to the auctor host.',
    ],
  ] satisfies [string, EndpointHost, number, string][])('reports the reason: %s', async (_, over, status, text) => {
    const stored = { ...host().stored, ...('stored' in over ? over.stored : {}) };
    const response = await endpoints({ ...host(over), stored }).post(PATH, aBody());
    expect(response.status).toBe(status);
    expect(response.body).toContain(text);
  });

  test('requires a stored request if the host configures it', async () => {
    const { post } = endpoints(host({ settings: { video_stored_request_required: true } }));
    expect((await post(PATH, aBody())).body).toBe(`${FAILED} Unable to find required stored request id`);
    expect((await post(PATH, aBody({ storedrequestid: '' }))).body).toBe(`${FAILED} request missing required field: storedrequestid`);
  });

  test('rejects a blocked app', async () => {
    const { status, body } = await endpoints(host({ settings: { blocked_apps: ['bad'] } })).post(
      PATH,
      aBody({ site: undefined, app: { id: 'bad' } }),
    );
    expect([status, body]).toEqual([503, `${FAILED} auctor does not process requests from App ID: bad`]);
  });
});

describe('a debugging caller', () => {
  const debug = `${PATH}?debug=TRUE`;
  /** A log without the texts of its elements. */
  const elementsOf = (log: unknown): string =>
    String(log)
      .replace(/^.*(?=<Log>)/s, '')
      .replace(/(<(Request|Headers|Response)>)[^<]*/g, '$1');

  test('gets the ext, and a log in the cache', async () => {
    const { post, puts } = endpoints(host());
    const { json } = await post(debug, aBody());
    expect(json()['ext']).toMatchObject({ debug: { resolvedrequest: { test: 1 } } });
    expect(puts.at(-1)).toMatchObject({ type: 'xml', key: `log_${UUID}`, ttlSeconds: 3600 });
    expect(puts.at(-1)?.value).toContain('<Log><Request>{"podconfig":');
    expect(elementsOf(puts.at(-1)?.value)).toBe('<Log><Request></Request><Headers></Headers><Response></Response></Log>');
  });

  test('has the elements of the log on lines of their own, the headers last, in the Java variant', async () => {
    const { post, puts } = endpoints(host({ settings: { variant: 'java' } }));
    await post(debug, aBody({ device: { ua: 'tv' } }));
    const elements = '<Log>\n<Request></Request>\n<Response></Response>\n<Headers></Headers>\n</Log>';
    expect(elementsOf(puts.at(-1)?.value)).toBe(elements);
  });

  test.each([
    [0, 3600],
    [120, 120],
  ])('has the log as long as videos stay, or an hour: %i', async (video, ttlSeconds) => {
    const { post, puts } = endpoints(host({ settings: { cache: { default_ttl_seconds: { video } } } }));
    await post(debug, aBody());
    expect(puts.at(-1)).toMatchObject({ key: `log_${UUID}`, ttlSeconds });
  });

  test.each([
    ['go', 3600],
    ['java', 77],
  ] as const)('has the log as long as videos of the account in the Java variant only: %s', async (variant, ttlSeconds) => {
    const { post, puts } = endpoints(host({ settings: { variant, account_defaults: { cache_ttl: { video: 77 } } } }));
    await post(debug, aBody({ device: { ua: 'tv' } }));
    expect(puts.at(-1)).toMatchObject({ key: `log_${UUID}`, ttlSeconds });
  });

  test('has a log without what the host excludes', async () => {
    const { post, puts } = endpoints(host({ settings: { video: { escape_log_cache_regex: '"ip":"[^"]*",?' } } }));
    await post(debug, aBody({ device: { ip: '1.2.3.4', os: 'tv' } }));
    const log = String(puts.at(-1)?.value).split('</Request>')[0];
    expect([log?.includes('1.2.3.4'), log?.includes('"os":"tv"')]).toEqual([false, true]);
  });

  test('gets the log instead of pods if there are none', async () => {
    const { post, puts } = endpoints(host({ bids: () => [] }));
    const { json } = await post(debug, aBody());
    expect(json()['adPods']).toEqual([{ podid: 0, targeting: [{ hb_cache_id: UUID }], errors: null }]);
    expect(puts.map(({ key }) => key)).toEqual([`log_${UUID}`]);
  });

  test("gets the location of a rejection's log; it contains the reasons, no cookie and no token of the host", async () => {
    const { post, puts } = endpoints(host({ settings: { debug: { override_token: 'secret' } } }));
    const secrets = { cookie: 'uids=secret', authorization: 'secret', 'x-pbs-debug-override': 'secret' };
    const { status, body } = await post(debug, '{', secrets);
    expect(status).toBe(400);
    expect(body).toMatch(/\[Debug cache ID: 11111111-1111-4111-8111-111111111111\]$/);
    expect(puts[0]?.value).toMatch(/<Request>\{<\/Request>.*<Response>.+<\/Response>/);
    expect(puts[0]?.value).not.toContain('secret');
  });

  test('may hold the host’s token', async () => {
    const { post } = endpoints(host({ settings: { debug: { override_token: 'token' } } }));
    expect((await post(PATH, aBody(), { 'x-pbs-debug-override': 'token' })).json()).toHaveProperty('ext.debug.resolvedrequest');
    expect((await post(PATH, aBody(), { 'x-pbs-debug-override': 'other' })).json()['ext']).toBeUndefined();
  });

  test('is not enabled by the value 1', async () => {
    const { post, puts } = endpoints(host({ bids: () => [] }));
    expect((await post(`${PATH}?debug=1`, aBody())).json()).toEqual({ adPods: [] });
    expect(puts).toEqual([]);
  });
});

describe('the video endpoint', () => {
  test.each([
    ['go', 501, 'the host configuration setting video.enable_deprecated_endpoint'],
    ['java', 410, '[video.enable-deprecated-endpoint]'],
  ] as const)('can be disabled, variant %s', async (variant, status, text) => {
    const { post } = endpoints({ settings: { variant, gdpr: { default_value: '0' }, video: { enable_deprecated_endpoint: false } } });
    const response = await post(PATH, aBody());
    expect([response.status, response.body]).toEqual([
      status,
      `The video endpoint is deprecated and will be removed in 5.0. You may re-enable it via ${text}`,
    ]);
  });

  test.each([
    ['in time', '1.5', '2', 200],
    ['too late', '2', '2', 408],
    ['unreadable', 'x', '2', 500],
  ])('checks the queue time of a request: %s', async (_, waited, max, status) => {
    const names = { request_time_in_queue: 'X-Waited', request_timeout_in_queue: 'X-Most' };
    const { post } = endpoints(host({ settings: { request_timeout_headers: names } }));
    expect((await post(PATH, aBody(), { 'x-waited': waited, 'x-most': max })).status).toBe(status);
    expect((await post(PATH, aBody(), { 'x-waited': waited })).status).toBe(200);
  });

  test.each(['go', 'java'] as const)(
    'rejects a pod whose imps would copy a long video object too often in the %s variant',
    async (variant) => {
      const { post, sentRequests } = endpoints(host({ settings: { variant, gdpr: { default_value: '0' } } }));
      const video = { mimes: ['video/mp4'], protocols: [2], ext: { long: 'x'.repeat(100_000) } };
      const send = (adpoddurationsec: number) =>
        post(PATH, { ...withPods([aPod(1, { adpoddurationsec })], { durationrangesec: [15] }), video, device: { ua: 'Player' } });
      const { status, body } = await send(15 * 10);
      expect([status, body.split(': ').slice(-2), sentRequests]).toEqual([
        400,
        ['PodConfig.Pods.AdPodDurationSec needs too many imps, Pod id', '1'],
        [],
      ]);
      expect([(await send(15 * 9)).status, sentRequests.map(({ imp }) => imp.length)]).toEqual([200, [9]]);
    },
  );

  test.each(['go', 'java'] as const)(
    'has medium price buckets by default, whatever those of the account are, in variant %s',
    async (variant) => {
      const account_defaults = { price_granularity: 'low' };
      const { post } = endpoints(host({ settings: { variant, gdpr: { default_value: '0' }, account_defaults } }));
      const { json } = await post(PATH, aBody({ device: { ua: 'Player' } }));
      expect(json()['adPods']).toMatchObject([{ podid: 1, targeting: [{ hb_pb: '10.00' }, {}, {}, {}] }]);
    },
  );

  test('takes a price granularity of null for none in the Java variant', async () => {
    const { post } = endpoints(host({ settings: { variant: 'java', gdpr: { default_value: '0' } } }));
    const { status, json } = await post(PATH, aBody({ device: { ua: 'Player' }, pricegranularity: null }));
    expect([status, json()['adPods']]).toMatchObject([200, [{ podid: 1, targeting: [{ hb_pb: '10.00' }, {}, {}, {}] }]]);
  });

  test('reports a required stored request that does not exist, in the Java variant', async () => {
    const settings = { variant: 'java', gdpr: { default_value: '0' }, video: { stored_request_required: true } } as const;
    const { post } = endpoints(host({ settings }));
    expect((await post(PATH, aBody({ device: { ua: 'Player' }, storedrequestid: 'x' }))).body).toBe(
      'Invalid request format: Stored request is enforced but not found',
    );
  });

  test('returns only the first error, with its own message, in the Java variant', async () => {
    const { post } = endpoints(host({ settings: { variant: 'java', gdpr: { default_value: '0' } } }));
    expect((await post(PATH, aBody(), { 'user-agent': '' })).body).toBe(
      'Invalid request format: Device.UA and User-Agent Header is not presented',
    );
    const device = { ua: 'Player' };
    expect((await post(PATH, aBody({ device, podconfig: undefined }))).body).toBe(
      'Invalid request format: request missing required field: PodConfig',
    );
    expect((await post(PATH, aBody({ device, storedrequestid: 'x' }))).body).toBe(
      'Invalid request format: Stored request fetching failed: No stored request found for id: x',
    );
    expect((await post(PATH, '')).body).toBe('Invalid request format: Incoming request has no body');
    const nowhere = withPods([aPod(4, { configid: 'x' })]);
    expect((await post(PATH, { ...nowhere, device })).body).toBe(
      'Invalid request format: all pods are incorrect:  unable to load Pod id: 4',
    );
    const short = withPods([aPod(1, { adpoddurationsec: 5 })], { requireexactduration: false });
    expect((await post(PATH, { ...short, device })).json()['adPods']).toMatchObject([{ podid: 1, targeting: [{}, {}] }]);
  });
});
