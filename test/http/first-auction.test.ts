/** The first auctions of a host are judged with the vendor lists of their consent strings. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeTcf } from '#properties/arbitraries/consent.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, startTestHost } from '#test/helpers/host.ts';

const NEWEST = 40;
const VENDOR = 7;
const PURPOSES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

let bidder: BidderServer;
let archive: BidderServer;
let folder: string;
/** The archive is out of service. */
let isDown = false;

beforeEach(async () => {
  isDown = false;
  folder = mkdtempSync(join(tmpdir(), 'data-'));
  bidder = await bidderServer((_, response, body) => void response.writeHead(200).end(bidOnAll(body)));
  archive = await bidderServer(({ url = '' }, response) => {
    const version = Number(/\d+/.exec(url)?.[0] ?? NEWEST);
    const vendors = { [VENDOR]: { id: VENDOR, purposes: PURPOSES } };
    const body = JSON.stringify({ gvlSpecificationVersion: 3, vendorListVersion: version, vendors });
    response.writeHead(isDown ? 503 : 200).end(body);
  });
});

afterEach(async () => {
  await Promise.all([bidder.close(), archive.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const ALL = 2 ** 24 - 1;
const SHARED = { created: 0, cmpId: 1, policyVersion: 4, specialFeatures: 1 << 11, consents: ALL, interests: 0, oneTreatment: 0 };

const consentTo = (listVersion: number): string => {
  const vendorConsents = { maxId: VENDOR, ids: [VENDOR], asRanges: false };
  return writeTcf({ ...SHARED, listVersion, vendorConsents, vendorInterests: { maxId: 0, ids: [], asRanges: false }, restrictions: [] });
};

/** Seats of the first auctions of a new host, whose strings name these lists. */
async function firstAuctions(versions: readonly number[]): Promise<number[]> {
  const lists = { http_endpoint_template: `${archive.origin}/{VERSION}` };
  const gdpr = {
    default_value: '0',
    vendor_list_wait_ms: 60_000,
    vendorlist: { v3: lists, live: { http_endpoint: `${archive.origin}/newest` } },
  };
  const adapters = { good: { alias_of: 'generic', enabled: true, endpoint: bidder.origin, gvl_vendor_id: VENDOR } };
  const host = await startTestHost({ gdpr, adapters, data_dir: folder });
  try {
    const seats = versions.map(async (version) => {
      const body = JSON.stringify({ ...validRequest(['good']), tmax: 50_000, regs: { gdpr: 1 }, user: { consent: consentTo(version) } });
      const response = await fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body });
      return ((await response.json()) as { seatbid?: unknown[] }).seatbid?.length ?? 0;
    });
    return await Promise.all(seats);
  } finally {
    await host.stop(1000);
  }
}

test('a new host serves strings that name the newest list or one shortly before it', async () => {
  expect(await firstAuctions([NEWEST, NEWEST - 1, NEWEST - 4])).toEqual([1, 1, 1]);
});

test('a restarted host serves them from its data folder while the archive is down', async () => {
  await firstAuctions([NEWEST]);
  isDown = true;
  expect(await firstAuctions([NEWEST, NEWEST - 4])).toEqual([1, 1]);
});
