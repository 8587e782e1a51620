import { afterEach, expect, test } from 'vitest';
import { closeEndpoints, endpoints } from '#test/helpers/endpoints.ts';
import { bidderServer, bidOnAll, startTestHost } from '#test/helpers/host.ts';

afterEach(closeEndpoints);

const BANNER = { id: 'imp', banner: { format: [{ w: 300, h: 250 }] } };
const SITE = { page: 'https://publisher.example/' };

test('stored AMP requests in the old form use the extension key that clients know', async () => {
  const stored = { id: 'request', imp: [{ ...BANNER, ext: { alpha: {} } }], site: SITE, ext: {} };
  const { get, sentRequests } = endpoints({ stored: { amp: { tag: JSON.stringify(stored) } } });
  const { status, json } = await get('/openrtb2/amp?tag_id=tag&debug=1');
  expect(status).toBe(200);
  const { ext, ortb2 } = json() as { [part: string]: { [name: string]: unknown } };
  expect(sentRequests.length).toBe(1);
  for (const shown of [ext, (ortb2 as { ext?: object }).ext]) {
    expect(JSON.stringify(shown)).toContain('"prebid":{');
    expect(JSON.stringify(shown)).not.toContain('"srv"');
  }
});

test("an AMP page's timeout has no cap, and its gdpr_applies no effect without a usable consent string", async () => {
  const stored = { id: 'request', imp: [{ ...BANNER, ext: { alpha: {} } }], site: SITE };
  const { get, sentRequests } = endpoints({ stored: { amp: { tag: JSON.stringify(stored) } } });
  for (const query of ['', '&consent_type=2&consent_string=unusable']) {
    await get(`/openrtb2/amp?tag_id=tag&timeout=90000&gdpr_applies=true${query}`);
  }
  expect(sentRequests.map(({ regs, tmax }) => [regs, tmax])).toEqual([
    [undefined, 90_000],
    [undefined, 90_000],
  ]);
});

test('a request without the extension reaches bidders with the key that they know, and non-bids use the key of the caller', async () => {
  const bidder = await bidderServer((_, response, body) => void response.writeHead(200).end(bidOnAll(body)));
  const host = await startTestHost({ adapters: { good: { alias_of: 'generic', enabled: true, endpoint: bidder.origin } } });
  try {
    const post = async (body: object): Promise<string> =>
      (await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body: JSON.stringify(body) })).text();
    await post({ id: 'r', imp: [{ ...BANNER, ext: { good: {} } }], site: SITE });
    expect(bidder.requests[0]?.body).toContain('"prebid":{');
    const imp = [{ ...BANNER, ext: { prebid: { bidder: { good: {} } } } }];
    const regs = { ext: { dsa: { dsarequired: 3 } } };
    const response = await post({ id: 'r', imp, site: SITE, regs, ext: { prebid: { returnallbidstatus: true } } });
    expect(JSON.parse(response)).toMatchObject({ ext: { seatnonbid: [{ nonbid: [{ ext: { prebid: { bid: { origbidcpm: 1 } } } }] }] } });
    expect(response).not.toContain('"srv"');
  } finally {
    await host.stop(1000);
    await bidder.close();
  }
});
