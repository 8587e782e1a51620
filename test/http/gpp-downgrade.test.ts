import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

let bidder: BidderServer;
let host: RunningHost;

beforeAll(async () => {
  bidder = await bidderServer((_, response, body) => void response.writeHead(200).end(bidOnAll(body)));
  const base = { alias_of: 'generic', enabled: true, endpoint: bidder.origin };
  const openrtb = { version: '2.5', gpp_supported: true };
  host = await startTestHost({
    adapters: { gpp: { ...base, openrtb }, plain: { ...base, openrtb: { ...openrtb, gpp_supported: false } } },
  });
});

afterAll(async () => {
  await host.stop(1000);
  await bidder.close();
});

async function regsFor(name: string): Promise<BidRequest['regs']> {
  bidder.requests.length = 0;
  const body = JSON.stringify({ ...validRequest([name]), regs: { gpp: 'DBABLA~BVVqAAAAAmA.QA', gpp_sid: [7] } });
  await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body });
  return (JSON.parse(bidder.requests[0]?.body ?? '{}') as BidRequest).regs;
}

test('a bidder of OpenRTB 2.5 receives the GPP string if it supports GPP', async () => {
  expect(await regsFor('gpp')).toMatchObject({ gpp: 'DBABLA~BVVqAAAAAmA.QA', gpp_sid: [7] });
  expect((await regsFor('plain'))?.gpp).toBeUndefined();
});
