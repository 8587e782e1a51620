import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BidRequest, BidResponse } from '#src/openrtb/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

type BidderResponse = readonly [status: number, body: (request: string) => string];

const BIDS: BidderResponse = [200, bidOnAll];
let bidder: BidderServer;
let hosts: Record<'go' | 'java', RunningHost>;
let next: BidderResponse = BIDS;

beforeAll(async () => {
  bidder = await bidderServer((_, response, body) => void response.writeHead(next[0]).end(next[1](body)));
  const on = { alias_of: 'generic', enabled: true, endpoint: bidder.origin };
  const closed = { ...on, endpoint: 'http://127.0.0.1:9/' };
  const settings = { adapters: { good: on, other: on, closed }, price_floors: { enabled: true } };
  hosts = { go: await startTestHost(settings), java: await startTestHost({ variant: 'java', ...settings }) };
});

beforeEach(() => {
  next = BIDS;
});

afterAll(async () => {
  await Promise.all([hosts.go.stop(1000), hosts.java.stop(1000)]);
  await bidder.close();
});

interface Result {
  readonly status: number;
  readonly text: string;
  /** Requests the bidders received. */
  readonly received: readonly BidRequest[];
}

async function post(variant: 'go' | 'java', over: object, bidders: readonly string[] = ['good']): Promise<Result> {
  bidder.requests.length = 0;
  const body = JSON.stringify({ ...validRequest(bidders), ...over });
  const response = await fetch(`${hosts[variant].origin}/openrtb2/auction`, { method: 'POST', body });
  return { status: response.status, text: await response.text(), received: bidder.requests.map((each) => JSON.parse(each.body)) };
}

const extOf = ({ text }: Result): NonNullable<BidResponse['ext']> => (JSON.parse(text) as BidResponse).ext ?? {};
const [imp] = validRequest(['good']).imp;

test.each<[string, object, (request: BidRequest) => unknown, unknown]>([
  ['a signal in the extension', { regs: { ext: { gdpr: '0' } } }, ({ regs }) => regs?.ext?.['gdpr'], 0],
  ['a blank time limit', { tmax: ' ' }, ({ tmax = 0 }) => tmax > 3000, true],
  ['a blank floor', { imp: [{ ...imp, bidfloor: '' }] }, (request) => request.imp[0]?.bidfloor, undefined],
  ['a fraction for an integer', { device: { w: 300.9, lmt: '0' } }, ({ device }) => [device?.w, device?.lmt], [300, 0]],
  ['an integer above 8 bits', { device: { js: 300 } }, ({ device }) => device?.js, 300],
  ['debug as a string', { ext: { srv: { debug: '1' } } }, ({ ext }) => ext?.srv?.debug, 1],
  ['a word for a boolean', { ext: { srv: { createtids: 'FALSE' } } }, (request) => request.imp[0]?.ext?.tid, undefined],
  ['a section id as a string', { regs: { gpp_sid: '7' } }, ({ regs }) => regs?.gpp_sid, [7]],
])('%s is converted by the Java variant and rejected by the Go variant', async (_, over, read, expected) => {
  expect((await post('go', over)).status).toBe(400);
  const { status, received } = await post('java', over);
  expect([status, received[0] && read(received[0])]).toEqual([200, expected]);
});

test.each<[string, object]>([
  ['a boolean for a number', { tmax: true }],
  ['a word for a number', { tmax: 'soon' }],
  ['an object for a string', { id: {} }],
  ['a number for an object', { device: 5 }],
])('%s is rejected by the Java variant too', async (_, over) => {
  const { status, text } = await post('java', over);
  expect([status, text]).toEqual([400, expect.stringMatching(/^Invalid request format: Error decoding bidRequest: /)]);
});

test('a bidder whose stored response does not exist is called by the Java variant', async () => {
  const srv = { bidder: { good: {} }, storedbidresponse: [{ bidder: 'good', id: 'missing' }] };
  const over = { imp: [{ ...imp, ext: { srv } }] };
  expect((await post('go', over)).status).toBe(400);
  const { status, received } = await post('java', over);
  expect([status, received.length]).toEqual([200, 1]);
});

test('data.bidders also covers the first-party data of imps in the Java variant', async () => {
  const ext = { data: { a: 1 }, context: { data: { a: 2, b: 2 }, rest: 3 }, srv: { bidder: { good: {}, other: {} } } };
  const dataOf = ({ received }: Result): unknown[] =>
    received.map((request) => ({ data: request.imp[0]?.ext?.data, context: request.imp[0]?.ext?.['context'] }));
  const over = { imp: [{ ...imp, ext }] };
  const shown = { data: { a: 1, b: 2 }, context: { rest: 3 } };
  expect(dataOf(await post('java', over))).toEqual([shown, shown]);
  const restricted = dataOf(await post('java', { ...over, ext: { srv: { data: { bidders: ['GOOD'] } } } }));
  expect(restricted).toHaveLength(2);
  expect(restricted).toEqual(expect.arrayContaining([shown, { data: undefined, context: { rest: 3 } }]));
});

const floorsOf = (floors: object, banner: number): object => ({
  ext: { srv: { floors: { ...floors, data: { ...('data' in floors && (floors.data as object)), ...modelOf(banner) } } } },
});
const modelOf = (banner: number): object => ({ modelGroups: [{ schema: { fields: ['mediaType'] }, values: { banner } }] });

test('a floor rule of zero is raised to the minimum in the Java variant', async () => {
  const floorOf = async (floors: object): Promise<unknown> => (await post('java', floorsOf(floors, 0))).received[0]?.imp[0]?.bidfloor;
  expect([await floorOf({ floorMin: 0.5 }), await floorOf({})]).toEqual([0.5, undefined]);
});

test('a skip rate of zero in the data overrides the outer one in the Java variant', async () => {
  const { received } = await post('java', floorsOf({ skipRate: 100, data: { skipRate: 0 } }, 1));
  expect(received[0]?.imp[0]?.bidfloor).toBe(1);
});

const nonBids = async (over: object = {}, bidders?: readonly string[]): Promise<unknown> =>
  extOf(await post('java', { ...over, ext: { srv: { returnallbidstatus: true } } }, bidders))['seatnonbid'];
const nonBid = (seat: string, statuscode: number): unknown => [{ seat, nonbid: [{ impid: 'imp-1', statuscode }] }];

test.each<[string, BidderResponse, unknown]>([
  ['an empty response', [204, () => ''], nonBid('good', 0)],
  ['a failing server', [500, () => ''], nonBid('good', 102)],
  ['an overloaded server', [503, () => ''], nonBid('good', 103)],
  ['a redirect', [301, () => ''], nonBid('good', 100)],
  ['an unreadable body', [200, () => '{'], nonBid('good', 0)],
  ['a bid for an unknown imp', [200, (body) => bidOnAll(body).replaceAll('imp-1', 'other')], nonBid('good', 0)],
  ['a bid without a creative id', [200, (body) => bidOnAll(body).replaceAll('"crid"', '"x"')], undefined],
  ['a bid without a price', [200, (body) => bidOnAll(body, 0)], undefined],
])('the Java variant has its own non-bid code for %s', async (_, response, expected) => {
  next = response;
  expect(await nonBids()).toEqual(expected);
});

test('the Java variant has its own non-bid codes for bidders it cannot or must not call', async () => {
  expect(await nonBids({}, ['closed'])).toEqual(nonBid('closed', 100));
  expect(await nonBids({ cur: ['EUR'] })).toBeUndefined();
  expect(await nonBids({ regs: { gdpr: 1 } })).toEqual(nonBid('good', 204));
});

test('the Java variant blocks a bidder for privacy without a warning', async () => {
  const over = { regs: { gdpr: 1 } };
  expect(extOf(await post('java', over))['warnings']).toBeUndefined();
  expect(extOf(await post('go', over))['warnings']).toEqual({
    srv: [{ code: 10017, message: 'bidder "good" blocked by privacy settings' }],
  });
});

test('the Java variant traces activity decisions on request, even without rules', async () => {
  const traceOf = async (variant: 'go' | 'java', trace: string): Promise<unknown> =>
    extOf(await post(variant, { ext: { srv: { trace } } }))['debug'];
  const trace = (await traceOf('java', 'verbose')) as { trace: { activity_infrastructure: unknown[] } };
  expect(trace.trace.activity_infrastructure.slice(0, 3)).toEqual([
    {
      description: 'activity asked about',
      activity: 'fetchBids',
      activity_invocation_payload: { component_type: 'bidder', component_name: 'good', gpp_sid: [] },
    },
    { description: 'default', allow_by_default: true },
    { description: 'answer', activity: 'fetchBids', allowed: true },
  ]);
  expect(await traceOf('go', 'verbose')).toBeUndefined();
});
