/** Requests of all kinds that a host gets, each with the statuses that are right. */
import { gzipSync } from 'node:zlib';
import { ACCOUNTS, CACHED_ID, SLOW_CODES, STORED, SYNCED } from './mixed-data.ts';

export interface MixedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
  /** ms until the client disconnects without waiting for the response. */
  readonly disconnectsAfterMs?: number;
}

export interface Kind {
  readonly name: string;
  /** Requests of this kind among `TOTAL`. */
  readonly weight: number;
  readonly statuses: readonly number[];
  /** A text that every response with status 200 contains. */
  readonly contains?: string;
  /** @param i number of the request */
  readonly requestOf: (i: number) => MixedRequest;
}

/** Long: this load is about what remains of requests, not about their latency. */
const TMAX_MS = 5000;
/** Before the first bidder responds. */
const DISCONNECTS_AFTER_MS = 15;
const AUCTION = '/openrtb2/auction';
const CODES = ['bidder1', 'bidder2', 'bidder3'];
const banner = { banner: { format: [{ w: 300, h: 250 }] } };
const video = { video: { mimes: ['video/mp4'], protocols: [2, 3], w: 640, h: 360, minduration: 5, maxduration: 30 } };
const called = (codes: readonly string[]): object => ({ ext: { prebid: { bidder: Object.fromEntries(codes.map((code) => [code, {}])) } } });
const accountOf = (i: number): string => `account-${i % ACCOUNTS}`;
const pageOf = (i: number): object => ({ site: { page: `https://publisher.example/${i % 50}`, publisher: { id: accountOf(i) } } });

const post = (path: string, body: object, more: Partial<MixedRequest> = {}): MixedRequest => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  ...more,
});
const get = (path: string, more: Partial<MixedRequest> = {}): MixedRequest => ({ method: 'GET', path, ...more });

const siteOf = (i: number, codes: readonly string[], ext: object, imp: object = banner): object => ({
  id: `site-${i}`,
  tmax: TMAX_MS,
  ...pageOf(i),
  device: { ip: '203.0.113.7', ua: 'Mozilla/5.0' },
  imp: [0, 1].map((n) => ({ id: `imp-${n}`, ...imp, ...called(codes) })),
  ext: { prebid: ext },
});
const appOf = (i: number): object => ({
  id: `app-${i}`,
  tmax: TMAX_MS,
  app: { bundle: 'com.example.app', publisher: { id: accountOf(i) } },
  device: { ifa: `ifa-${i}`, ip: '203.0.113.7', os: 'iOS', w: 390, h: 844 },
  user: { ext: { eids: [{ source: 'id.example', uids: [{ id: `user-${i}` }] }] } },
  imp: [{ id: 'imp-0', ...banner, ...called(CODES) }],
  ext: { prebid: { targeting: {} } },
});
const podsOf = (i: number): object => ({
  storedrequestid: STORED.video,
  podconfig: { durationrangesec: [15, 30], pods: [{ podid: 1, adpoddurationsec: 30, configid: STORED.imp }] },
  site: { page: `https://publisher.example/video/${i % 50}`, publisher: { id: accountOf(i) } },
  video: { mimes: ['video/mp4'], protocols: [2, 3], w: 640, h: 480 },
  includebrandcategory: { translatecategories: false },
});
const putsOf = (i: number, more: object): object => ({
  puts: [{ type: 'xml', value: `<VAST version="3.0"><Ad id="${i}"/></VAST>`, ...more }],
});
const cookieOf = (i: number): Readonly<Record<string, string>> => {
  const uids = { tempUIDs: { [SYNCED]: { uid: `user-${i}`, expires: '2099-01-01T00:00:00Z' } } };
  return { cookie: `uids=${Buffer.from(JSON.stringify(uids)).toString('base64')}` };
};
const TARGETING = { targeting: {}, cache: { bids: {} } };
const VAST = { targeting: {}, cache: { vastxml: {} } };

export const KINDS: readonly Kind[] = [
  { name: 'site', weight: 30, statuses: [200], contains: '"seatbid":[{', requestOf: (i) => post(AUCTION, siteOf(i, CODES, TARGETING)) },
  { name: 'app', weight: 15, statuses: [200], contains: '"seatbid":[{', requestOf: (i) => post(AUCTION, appOf(i)) },
  {
    name: 'compressed',
    weight: 4,
    statuses: [200],
    contains: '"seatbid":[{',
    requestOf: (i) => ({ ...post(AUCTION, {}), body: gzipSync(JSON.stringify(appOf(i))), headers: { 'content-encoding': 'gzip' } }),
  },
  { name: 'VAST', weight: 8, statuses: [200], contains: 'VAST', requestOf: (i) => post(AUCTION, siteOf(i, CODES, VAST, video)) },
  {
    name: 'broken bidders',
    weight: 5,
    statuses: [200],
    requestOf: (i) => post(AUCTION, { ...siteOf(i, ['bidder1', ...SLOW_CODES], { targeting: {} }), tmax: 150 }),
  },
  {
    name: 'stored request',
    weight: 5,
    statuses: [200],
    contains: '"seatbid":[{',
    requestOf: (i) => post(AUCTION, { id: `stored-${i}`, ext: { prebid: { storedrequest: { id: STORED.request } } } }),
  },
  {
    name: 'debug',
    weight: 2,
    statuses: [200],
    contains: 'httpcalls',
    requestOf: (i) => post(AUCTION, { ...siteOf(i, CODES, { debug: true }), test: 1 }),
  },
  {
    name: 'AMP',
    weight: 8,
    statuses: [200],
    contains: 'targeting',
    requestOf: (i) => get(`/openrtb2/amp?tag_id=${STORED.amp}&w=300&h=250&curl=p${i % 9}`),
  },
  { name: 'video pods', weight: 4, statuses: [200], contains: 'hb_cache_id', requestOf: (i) => post('/openrtb2/video', podsOf(i)) },
  { name: 'invalid', weight: 2, statuses: [400], requestOf: (i) => post(AUCTION, { id: `invalid-${i}`, imp: [{}] }) },
  { name: 'unknown stored id', weight: 1, statuses: [400], requestOf: (i) => get(`/openrtb2/amp?tag_id=unknown-${i % 20}`) },
  {
    name: 'disconnected',
    weight: 4,
    statuses: [200],
    requestOf: (i) => post(AUCTION, siteOf(i, [...CODES, ...SLOW_CODES], TARGETING), { disconnectsAfterMs: DISCONNECTS_AFTER_MS }),
  },
  {
    name: 'cookie_sync',
    weight: 6,
    statuses: [200],
    contains: 'bidder_status',
    requestOf: (i) => post('/cookie_sync', { bidders: CODES, limit: 2 }, { headers: cookieOf(i) }),
  },
  {
    name: 'setuid',
    weight: 4,
    statuses: [200],
    requestOf: (i) => get(`/setuid?bidder=${SYNCED}&uid=user-${i}&f=i`, { headers: cookieOf(i) }),
  },
  { name: 'getuids', weight: 1, statuses: [200], requestOf: (i) => get('/getuids', { headers: cookieOf(i) }) },
  {
    name: 'event',
    weight: 8,
    statuses: [204],
    requestOf: (i) => get(`/event?t=${i % 2 ? 'win' : 'imp'}&b=bid-${i}&a=${accountOf(i)}&bidder=bidder1`),
  },
  {
    name: 'vtrack',
    weight: 2,
    statuses: [200],
    contains: 'uuid',
    requestOf: (i) => post(`/vtrack?a=${accountOf(i)}`, putsOf(i, { bidid: `bid-${i}`, bidder: 'bidder1' })),
  },
  { name: 'cache write', weight: 3, statuses: [200], contains: 'uuid', requestOf: (i) => post('/cache', putsOf(i, { ttlseconds: 30 })) },
  { name: 'cache read', weight: 4, statuses: [200, 404], requestOf: () => get(`/cache?uuid=${CACHED_ID}`) },
  { name: 'info', weight: 1, statuses: [200], requestOf: () => get('/info/bidders/bidder1') },
  { name: 'not found', weight: 1, statuses: [404], requestOf: (i) => get(`/nothing/${i}`) },
];

/** The kinds in turn, each as often as its weight, spread evenly. */
export function rotation(kinds: readonly Kind[]): readonly Kind[] {
  return kinds
    .flatMap((kind, k) => Array.from({ length: kind.weight }, (_, i) => ({ kind, at: (i + (k + 1) / (kinds.length + 1)) / kind.weight })))
    .sort((a, b) => a.at - b.at)
    .map(({ kind }) => kind);
}
