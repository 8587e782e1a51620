/** What an auction of the Go variant reports about requests, bids and bidders. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

let bidder: BidderServer;
let go: RunningHost;
let java: RunningHost;
/** Changes the bidder's response; undefined: no bid. */
let change: ((response: string) => string) | undefined = (response) => response;

beforeAll(async () => {
  bidder = await bidderServer((_, response, body) =>
    change ? response.writeHead(200).end(change(bidOnAll(body))) : response.writeHead(204).end(),
  );
  const base = { alias_of: 'generic', enabled: true, endpoint: bidder.origin };
  const adapters = { good: base, off: { ...base, enabled: false }, moved: { ...base, openrtb: { downgrade: 'move' } } };
  const settings = { adapters, currency_converter: { fetch_interval_seconds: 0 }, account_defaults: { events: { enabled: true } } };
  const account_defaults = { events: { enabled: true }, price_floors: { enabled: true } };
  [go, java] = await Promise.all([
    startTestHost({ ...settings, account_defaults, price_floors: { enabled: true } }),
    startTestHost({ ...settings, variant: 'java' }),
  ]);
});

beforeEach(() => {
  change = (response) => response;
  bidder.requests.length = 0;
});

afterAll(async () => {
  await Promise.all([go.stop(1000), java.stop(1000)]);
  await bidder.close();
});

interface Reported {
  readonly seatbid?: readonly { readonly bid: readonly { readonly ext: { readonly srv: Ext } }[]; readonly seat: string }[];
  readonly ext: { readonly [part: string]: unknown; readonly srv: Ext };
}

async function send(
  over: object,
  srv: object = {},
  host: RunningHost = go,
): Promise<{ status: number; text: string; json: () => Reported }> {
  const body = JSON.stringify({ ...validRequest(['good']), ...over, ext: { srv } });
  const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body });
  const text = await response.text();
  return { status: response.status, text, json: () => JSON.parse(text) as Reported };
}

const post = async (over: object, srv: object = {}, host: RunningHost = go): Promise<Reported> => (await send(over, srv, host)).json();
const received = (): BidRequest => JSON.parse(bidder.requests[0]?.body ?? '{}') as BidRequest;
const withMeta = (meta: unknown) => (response: string) =>
  response.replace('"mtype":1', `"mtype":1,"ext":{"srv":${JSON.stringify({ meta })}}`);

test('the name * in bidderconfig is a wildcard in the Java variant only', async () => {
  const bidderconfig = [{ bidders: ['*'], config: { ortb2: { user: { keywords: 'cars' } } } }];
  await post({}, { bidderconfig });
  expect(received().user?.keywords).toBeUndefined();
  bidder.requests.length = 0;
  await post({}, { bidderconfig }, java);
  expect(received().user?.keywords).toBe('cars');
});

test('every error of ad-server targeting rules is a warning, with and without bids', async () => {
  const adservertargeting = [
    { source: 'other', value: '' },
    { key: 'k', source: 'bidrequest', value: 'site.nothing' },
  ];
  const expected = {
    general: [
      'Key is empty for the ad server targeting object at index 0',
      'Value is empty for the ad server targeting object at index 0',
      'Incorrect source for the ad server targeting object at index 0',
      'value not found for path: site.nothing',
    ].map((message) => ({ code: 10007, message })),
  };
  expect((await post({}, { adservertargeting })).ext['warnings']).toEqual(expected);
  change = undefined;
  expect((await post({}, { adservertargeting })).ext['warnings']).toEqual(expected);
});

test('an invalid bid has no reason in seatnonbid, a bid without the transparency object has', async () => {
  const regs = { ext: { dsa: { dsarequired: 3 } } };
  const rejected = { bid: { price: 1, w: 300, h: 250, mtype: 1, origbidcpm: 1, origbidcur: 'USD' } };
  const nonbid = [{ impid: 'imp-1', statuscode: 300, ext: { srv: rejected } }];
  expect((await post({ regs }, { returnallbidstatus: true })).ext['seatnonbid']).toEqual([{ seat: 'good', nonbid }]);
  change = (response) => response.replace('"crid":"c",', '');
  const { ext } = await post({ regs }, { returnallbidstatus: true });
  expect([ext['errors'], ext['warnings'], ext['seatnonbid']]).toEqual([
    { good: [{ code: 999, message: 'Bid "b0" missing creative ID' }] },
    undefined,
    undefined,
  ]);
});

test.each([['text'], [5], [[]], [{ networkId: 'n' }], [{ advertiserDomains: 'a.example' }]])(
  'meta data %j of a bid rejects it, and is left out in the Java variant',
  async (meta) => {
    change = withMeta(meta);
    expect((await post({})).ext['errors']).toEqual({ good: [{ code: 999, message: 'Bid "b0" has malformed meta data' }] });
    const { seatbid } = await post({}, {}, java);
    expect(seatbid?.[0]?.bid[0]?.ext.srv['meta']).toEqual({ adaptercode: 'good' });
  },
);

test('valid meta data reaches the client', async () => {
  change = withMeta({ networkId: 7, advertiserDomains: ['a.example'], unknown: 1 });
  const { seatbid } = await post({});
  expect(seatbid?.[0]?.bid[0]?.ext.srv['meta']).toEqual({ networkId: 7, advertiserDomains: ['a.example'], adaptercode: 'good' });
});

test('the warning of an unknown bidder precedes that of a disabled one', async () => {
  const [imp] = validRequest().imp;
  const { ext } = await post({ imp: [{ ...imp, ext: { off: {}, unknown: {}, good: {} } }] });
  expect((ext['warnings'] as { general: { code: number }[] }).general.map(({ code }) => code)).toEqual([0, 6]);
});

const GROUP = { schema: { fields: ['mediaType'] }, values: { banner: 0.5 } };

test.each([
  [
    'without unknown fields and other model groups',
    {
      floorMin: 0.1,
      unknown: 1,
      skipped: true,
      data: {
        unknown: 2,
        modelGroups: [
          { ...GROUP, modelWeight: 500 },
          { ...GROUP, strange: 3 },
        ],
      },
    },
    { floormin: 0.1, skipped: false, data: { modelgroups: [GROUP] }, fetchstatus: 'none', location: 'request' },
    "Invalid Floor Model = '' due to ModelWeight = '500' is out of range (1-100)",
  ],
  [
    'without rejected rules',
    { floormin: 1, enforcement: { enforcepbs: true, unknown: 1 }, data: { modelgroups: [{ ...GROUP, modelweight: 500 }] } },
    { enforcement: { enforcepbs: true }, fetchstatus: 'none', location: 'request' },
    "Invalid Floor Model = '' due to ModelWeight = '500' is out of range (1-100)",
  ],
  [
    'without a rejected object',
    { floormin: -1, enforcement: { enforcepbs: true }, data: { modelgroups: [GROUP] } },
    { fetchstatus: 'none', location: 'request' },
    "Invalid FloorMin = '-1', value should be >= 0",
  ],
])('the resolved request has the effective floors, %s', async (_, floors, effective, error) => {
  const { ext } = await post({ test: 1 }, { floors });
  expect((ext['debug'] as { resolvedrequest: BidRequest }).resolvedrequest.ext?.srv?.floors).toEqual(effective);
  expect(ext['errors']).toEqual(error && { srv: [{ code: 999, message: error }] });
});

test('providers of additional consent must be a list in one place and a string in the other', async () => {
  const user = (ext: object) => ({ user: { ext } });
  const list = await send(user({ consented_providers_settings: { consented_providers: '1~2.3' } }));
  expect([list.status, list.text.startsWith('Invalid request: req.user.ext is invalid: ')]).toEqual([400, true]);
  expect((await send(user({ ConsentedProvidersSettings: { consented_providers: [1] } }))).status).toBe(400);
  const both = { ConsentedProvidersSettings: { consented_providers: '1~2' }, consented_providers_settings: { consented_providers: [2] } };
  expect((await send(user(both))).status).toBe(200);
  expect((await send(user({ consented_providers_settings: { consented_providers: '1~2.3' } }), {}, java)).status).toBe(200);
});

test('a bidder may keep fields without a place in OpenRTB 2.5', async () => {
  const sent = async (name: string): Promise<unknown> => {
    bidder.requests.length = 0;
    await post({ imp: validRequest([name]).imp.map((imp) => ({ ...imp, qty: { multiplier: 2 } })) });
    return (received().imp[0] as Ext | undefined)?.['qty'];
  };
  expect([await sent('good'), await sent('moved')]).toEqual([undefined, { multiplier: 2 }]);
});

test("a request's own auction time counts in the Java variant only", async () => {
  const times = async (host: RunningHost): Promise<boolean[]> => {
    const { ext, seatbid } = await post({}, { auctiontimestamp: 1000, events: {} }, host);
    const { events } = seatbid?.[0]?.bid[0]?.ext.srv ?? {};
    return [ext.srv['auctiontimestamp'] === 1000, (events as { win: string }).win.includes('ts=1000')];
  };
  expect([await times(go), await times(java)]).toEqual([
    [false, false],
    [true, true],
  ]);
});

test('a response in a currency without a rate is an error in the Go variant, even if the adapter dropped all its bids', async () => {
  change = (response) => response.replace('"cur":"USD"', '"cur":"SEK"').replace('"mtype":1', '"mtype":9');
  const { ext } = await post({});
  const errors = (ext['errors'] as { readonly good: readonly { code: number; message: string }[] }).good;
  expect(errors).toContainEqual({ code: 999, message: "Currency conversion rate not found: 'SEK' => 'USD'" });
  const { ext: other } = await post({}, {}, java);
  expect(JSON.stringify(other['errors'])).not.toContain('Currency conversion rate');
});
