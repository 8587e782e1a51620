import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

let bidder: BidderServer;
let hosts: Record<'go' | 'java', RunningHost>;

beforeAll(async () => {
  bidder = await bidderServer((_, response, body) => void response.writeHead(200).end(bidOnAll(body)));
  const adapters = { good: { alias_of: 'generic', enabled: true, endpoint: bidder.origin } };
  hosts = { go: await startTestHost({ adapters }), java: await startTestHost({ variant: 'java', adapters }) };
});

afterAll(async () => {
  await Promise.all([hosts.go.stop(1000), hosts.java.stop(1000)]);
  await bidder.close();
});

async function post(variant: 'go' | 'java', over: object): Promise<number> {
  bidder.requests.length = 0;
  const body = JSON.stringify({ ...validRequest(['good']), ...over });
  return (await fetch(`${hosts[variant].origin}/openrtb2/auction`, { method: 'POST', body })).status;
}

const received = (): BidRequest => JSON.parse(bidder.requests[0]?.body ?? '{}') as BidRequest;
const [imp] = validRequest(['good']).imp;
const VIDEO = { mimes: ['video/mp4'], protocols: [2], minduration: 1, maxduration: 5, w: 1, h: 1 };

test.each<[string, object, (request: BidRequest) => unknown, unknown]>([
  ['a signal', { regs: { gdpr: '0' } }, ({ regs }) => regs?.ext?.['gdpr'], 0],
  ['a time limit', { tmax: '500' }, ({ tmax }) => typeof tmax, 'number'],
  ['an id', { id: 1 }, ({ id }) => id, '1'],
  ['a publisher', { site: { page: 'https://p.example/', publisher: { id: 12 } } }, ({ site }) => site?.publisher?.id, '12'],
  ['a pod', { imp: [{ ...imp, video: { ...VIDEO, podid: 7 } }] }, (request) => request.imp[0]?.video?.mimes, VIDEO.mimes],
  ['a floor', { imp: [{ ...imp, bidfloor: '0.5' }] }, (request) => request.imp[0]?.bidfloor, 0.5],
])('%s of the wrong scalar type is converted by the Java variant and rejected by the Go variant', async (_, over, read, expected) => {
  expect(await post('go', over)).toBe(400);
  expect(await post('java', over)).toBe(200);
  expect(read(received())).toEqual(expected);
});

test("a bidder's own device is accepted if the request's address is private", async () => {
  const bidderconfig = [{ bidders: ['good'], config: { ortb2: { device: { ua: 'own' } } } }];
  expect(await post('go', { device: { ip: '10.1.2.3' }, ext: { srv: { bidderconfig } } })).toBe(200);
  expect(received().device?.ua).toBe('own');
  expect(await post('go', { device: { ip: 'malformed' }, ext: { srv: { bidderconfig } } })).toBe(200);
});

test('bids on the id that first-party data gives an imp are accepted', async () => {
  const changed = { ...imp, ext: { srv: { bidder: { good: {} }, imp: { good: { id: 'changed' } } } } };
  const body = JSON.stringify({ ...validRequest(['good']), imp: [changed] });
  const response = await fetch(`${hosts.go.origin}/openrtb2/auction`, { method: 'POST', body });
  const { seatbid } = (await response.json()) as { seatbid?: { bid: { impid: string }[] }[] };
  expect(seatbid?.flatMap(({ bid }) => bid.map(({ impid }) => impid))).toEqual(['changed']);
});
