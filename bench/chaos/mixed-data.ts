/** Names and stored data shared by the host and the load of mixed traffic. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Number of accounts. */
export const ACCOUNTS = 20;
export const STORED = { request: 'stored-request', amp: 'stored-amp', video: 'stored-video', imp: 'stored-imp' } as const;
/** The bidder with a user sync. */
export const SYNCED = 'bidder1';
/** Bidders that never respond, respond with an error, or without bids. */
export const SLOW_CODES = ['hangs', 'broken', 'none'];
export const CACHED_ID = '00000000-0000-4000-8000-000000000000';

const bidders = { bidder1: {}, bidder2: {} };
const imp = { id: 'imp-0', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: bidders } } };
const request = { id: 'stored', tmax: 5000, imp: [imp], site: { page: 'https://publisher.example/stored' } };

/** @param version differs in every change of a file */
const documents = (version: number): Readonly<Record<string, object>> => ({
  [`stored_requests/${STORED.request}`]: { ...request, ext: { prebid: { targeting: {} } }, user: { keywords: `version-${version}` } },
  [`stored_requests/${STORED.amp}`]: {
    ...request,
    ext: { prebid: { targeting: {}, cache: { bids: {} } } },
    test: 0,
    at: 1 + (version % 2),
  },
  [`stored_requests/${STORED.video}`]: { tmax: 5000 + version, cacheconfig: { ttl: 42 } },
  [`stored_imps/${STORED.imp}`]: { ext: { prebid: { bidder: bidders } } },
  ...Object.fromEntries(
    Array.from({ length: ACCOUNTS }, (_, i) => [
      `accounts/account-${i}`,
      { id: `account-${i}`, events: { enabled: true }, debug_allow: true, cache_ttl: { banner: 60 + version } },
    ]),
  ),
});

/** Writes all stored data, each file under another name first, so that no reader sees a part of it. */
export function writeStoredData(folder: string, version: number): void {
  for (const [name, document] of Object.entries(documents(version))) {
    const file = join(folder, `${name}.json`);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(`${file}.tmp`, JSON.stringify(document));
    renameSync(`${file}.tmp`, file);
  }
}
