import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

let bidder: BidderServer;
let host: RunningHost;
let javaHost: RunningHost;

beforeAll(async () => {
  bidder = await bidderServer((_, response, body) => void response.writeHead(200).end(bidOnAll(body)));
  const base = { alias_of: 'generic', enabled: true, endpoint: bidder.origin };
  const openrtb = { version: '2.5', gpp_supported: true };
  const adapters = { gpp: { ...base, openrtb }, plain: { ...base, openrtb: { ...openrtb, gpp_supported: false } } };
  host = await startTestHost({ adapters });
  javaHost = await startTestHost({ variant: 'java', adapters });
});

afterAll(async () => {
  await Promise.all([host.stop(1000), javaHost.stop(1000)]);
  await bidder.close();
});

async function received({ origin }: RunningHost, name: string, regs: BidRequest['regs']): Promise<Partial<BidRequest>> {
  bidder.requests.length = 0;
  await fetch(`${origin}/openrtb2/auction`, { method: 'POST', body: JSON.stringify({ ...validRequest([name]), regs }) });
  return JSON.parse(bidder.requests[0]?.body ?? '{}') as Partial<BidRequest>;
}

const regsFor = async (name: string) => (await received(host, name, { gpp: 'DBABLA~BVVqAAAAAmA.QA', gpp_sid: [7] })).regs;

test('a bidder of OpenRTB 2.5 receives the GPP string if it supports GPP', async () => {
  expect(await regsFor('gpp')).toMatchObject({ gpp: 'DBABLA~BVVqAAAAAmA.QA', gpp_sid: [7] });
  expect((await regsFor('plain'))?.gpp).toBeUndefined();
});

test('a bidder without GPP receives the consent of section 2, in the Java variant only if the request names that section', async () => {
  const consent = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';
  const regs = { gpp: `DBACNYA~${consent}~1YNN`, gpp_sid: [6] };
  expect((await received(host, 'plain', regs)).user?.ext?.['consent']).toBe(consent);
  const { user, regs: sent } = await received(javaHost, 'plain', regs);
  expect([user, sent?.ext]).toEqual([undefined, { gdpr: 0, us_privacy: '1YNN' }]);
});
