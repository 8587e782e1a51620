import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeTcf } from '#properties/arbitraries/consent.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

let bidder: BidderServer;
let host: RunningHost;

beforeAll(async () => {
  bidder = await bidderServer((_, response, body) => void response.writeHead(200).end(bidOnAll(body)));
  const adapters = { good: { alias_of: 'generic', enabled: true, endpoint: bidder.origin } };
  host = await startTestHost({ variant: 'java', adapters });
});

afterAll(async () => {
  await host.stop(1000);
  await bidder.close();
});

/** The request the bidder receives for an auction with these fields; undefined: it is not called. */
async function received(over: Partial<BidRequest>): Promise<BidRequest | undefined> {
  bidder.requests.length = 0;
  const body = JSON.stringify({ ...validRequest(['good']), ...over });
  const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body });
  expect(response.status).toBe(200);
  const json = bidder.requests[0]?.body;
  return json === undefined ? undefined : (JSON.parse(json) as BidRequest);
}

const PROFILE: Partial<BidRequest> = {
  user: {
    id: 'u1',
    yob: 1980,
    keywords: 'k',
    data: [{ id: 'd' }],
    geo: { lat: 1.2345, country: 'USA' },
    eids: [{ source: 'e.example', uids: [{ id: '1' }] }],
    ext: { data: { a: 1 } },
  },
  device: {
    ua: 'agent',
    ip: '8.8.8.8',
    ifa: 'abc',
    geo: { lat: -33.8688, lon: 11.278, country: 'USA', city: 'c', zip: 'z', metro: 'm', accuracy: 5, ext: { a: 1 } },
  },
};
const MASKED = { ua: 'agent', ip: '8.8.8.0', geo: { lat: -33.87, lon: 11.28, country: 'USA' } };

/** A string without an opt-in to precise geolocation. */
const nobody = { maxId: 1, ids: [], asRanges: false };
const NO_PRECISE_GEO = writeTcf({
  ...{ created: 16_000_000_000, cmpId: 7, listVersion: 34, policyVersion: 2, specialFeatures: 0, oneTreatment: 0, restrictions: [] },
  ...{ consents: 0, interests: 0, vendorConsents: nobody, vendorInterests: nobody },
});

test('a host of the Java variant that does not set ccpa.enforce enforces US Privacy', async () => {
  const { user, device } = (await received({ ...PROFILE, regs: { us_privacy: '1YYN' } })) ?? {};
  expect({ user, device: { ...device, ...(device?.lmt === 0 && { lmt: undefined }) } }).toEqual({ user: undefined, device: MASKED });
  expect((await received({ ...PROFILE, regs: { us_privacy: '1YNN' } }))?.device?.ifa).toBe('abc');
});

test.each([
  ['limit ad tracking', { device: { ...PROFILE.device, lmt: 1 } }, { ...MASKED, lmt: 1 }],
  ['COPPA', { regs: { coppa: 1 } }, MASKED],
])('%s removes the whole profile of the user and all fine places of the device', async (_, over, device) => {
  const request = await received({ ...PROFILE, ...over } as Partial<BidRequest>);
  expect([request?.user, request?.device]).toEqual([undefined, device]);
});

test('gpp_sid does not overrule regs.gdpr', async () => {
  expect(await received({ regs: { gdpr: 1, gpp: 'DBABLA~BVVqAAAAAmA.QA', gpp_sid: [7] } })).toBeUndefined();
  expect(await received({ regs: { gdpr: 0, gpp: 'DBABLA~BVVqAAAAAmA.QA', gpp_sid: [2] } })).toBeDefined();
});

test.each([
  ['data.bidders', { data: { bidders: ['good'] } }],
  ['bidderconfig', { bidderconfig: [{ bidders: ['good'], config: { ortb2: { device: { model: 'own', ip: '8.8.8.8' } } } }] }],
])('%s does not restore an address that the consent string masks', async (_, srv) => {
  const user = { consent: NO_PRECISE_GEO };
  const request = await received({ user, device: { ip: '8.8.8.8', ua: 'agent' }, regs: { gdpr: 0 }, ext: { srv } });
  expect(request?.device?.ip).toBe('8.8.8.0');
});
