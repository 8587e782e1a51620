/**
 * Cost of adapters: making the calls of a request with 3 imps and parsing one response with 3 bids, and the cost of starting with all of
 * them.
 */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { unchanged } from '#src/auction/pricing/converter.ts';
import type { BidderDefinition, BuildInput, HttpResponse, RequestInfo, SharedRequest } from '#src/bidders/bidder.ts';
import { findDefinitions } from '#src/bidders/definitions.ts';
import { type PartLine, sampleMicros } from '../parts.ts';
import { benchRequest, benchResponse } from '../request.ts';
import { median } from '../stats.ts';

interface Sample {
  readonly params: object;
  /** Markup, if the bidder reads it. */
  readonly adm?: string;
  /** The complete response, if it is not OpenRTB. */
  readonly body?: unknown;
}

/** Valid params of the first bidders, and the special properties of their responses. */
const SAMPLES: { readonly [code: string]: Sample } = {
  '33across': { params: { productId: 'inview', siteId: 'site' } },
  adf: { params: { mid: 828782 } },
  adkernel: { params: { zoneId: 101 } },
  amx: { params: { tagId: 'cHJlYmlk' } },
  appnexus: { params: { placementId: 123, keywords: 'section=world' } },
  audienceNetwork: { params: { publisherid: '123', placementid: '456' }, adm: '{"bid_id":"987"}' },
  criteo: { params: { zoneId: 123456, networkId: 78910 } },
  gumgum: { params: { zone: 'dc9d6be1' } },
  improvedigital: { params: { placementId: 13245 } },
  ix: { params: { siteId: '569749' } },
  medianet: { params: { cid: '8CUTSTCID', crid: '999999999' } },
  openx: { params: { unit: '539439964', delDomain: 'se-demo-d.openx.net' } },
  pubmatic: { params: { publisherId: '999', adSlot: 'item@300x250' } },
  rubicon: { params: { accountId: 1001, siteId: 113932, zoneId: 535510 } },
  sharethrough: { params: { pkey: 'pkey' } },
  smaato: { params: { publisherId: '1100042525', adspaceId: '130563103' } },
  smartadserver: { params: { siteId: 1, pageId: 2, formatId: 3, networkId: 73 } },
  sovrn: { params: { tagid: '123456' } },
  taboola: { params: { publisherId: 'publisher', tagId: 'tag' } },
  thetradedesk: { params: { publisherId: '123456', supplySourceId: 'supply' } },
  triplelift: { params: { inventoryCode: 'foo', floor: 0.2 } },
  unruly: { params: { siteId: 72721 } },
  yieldlab: {
    params: { adslotId: '12345', supplyId: '123456789' },
    body: [{ id: 12345, price: 201, advertiser: 'a', adsize: '300x250', pid: 1234, did: 5678 }],
  },
  yieldmo: { params: { placementId: '123' } },
};

const info: RequestInfo = { convert: unchanged };

const builderOf = ({ code, info: bidderInfo }: BidderDefinition): BuildInput => ({
  name: code,
  endpoint: bidderInfo.endpoint,
  extraInfo: bidderInfo.extraInfo ?? '',
  platformId: bidderInfo.platformId ?? '5',
  appSecret: 'secret',
  xapi: bidderInfo.xapi ?? { username: 'user', password: 'password', tracker: 'tracker' },
  server: { externalUrl: 'https://host.example', gvlId: 1, dataCenter: 'eu' },
  env: { now: () => 1_800_000_000_000, random: () => 7n, uuid: () => '00000000-0000-4000-8000-000000000000', version: '1.0' },
  dialect: 'go',
});

/** The bench request as fan-out passes it to this bidder. */
function requestFor({ info: bidderInfo }: BidderDefinition, { params }: Sample): SharedRequest {
  const { site: page, ...request } = benchRequest([]);
  const site = { ...page, ext: undefined };
  const imp = request.imp.map((one) => ({ ...one, ext: { ...one.ext, srv: undefined, bidder: params } }));
  const user = { ...request.user, buyeruid: 'v4_bidder_token' };
  return {
    ...request,
    user,
    ...(bidderInfo.capabilities.site ? { site } : { app: { id: 'app', bundle: 'app.example' } }),
    imp,
  } as SharedRequest;
}

/** A response that most bidders can parse, however they determine media types. */
function responseFor({ adm, body }: Sample): HttpResponse {
  const headers = { 'x-smt-adtype': ['Img'] };
  if (body !== undefined) return { status: 200, headers, body: JSON.stringify(body) };
  const defaults = benchResponse(benchRequest([])) as { seatbid: { bid: object[] }[] };
  const ext = { srv: { type: 'banner' }, mediatype: 'banner', appnexus: { bid_ad_type: 0 }, triplelift_pb: { format: 1 } };
  const seatbid = defaults.seatbid.map(({ bid }) => ({ bid: bid.map((one) => ({ ...one, ext, ...(adm !== undefined && { adm }) })) }));
  return { status: 200, headers, body: JSON.stringify({ ...defaults, seatbid }) };
}

/** µs of one call to one bidder: making it and parsing its response. @throws Error if the sample yields no bids */
function cost(definition: BidderDefinition, sample: Sample): number {
  const adapter = definition.build(builderOf(definition));
  const [request, response] = [requestFor(definition, sample), responseFor(sample)];
  const made = adapter.makeRequests(request, info);
  const [call] = made.calls;
  const read = call && adapter.makeBids(request, call, response);
  if (!call || !read?.result?.bids.length) {
    throw new Error(`${definition.code}: no bids of the sample: ${JSON.stringify([...made.errors, ...(read?.errors ?? [])])}`);
  }
  const work = (): void => {
    for (const one of adapter.makeRequests(request, info).calls) adapter.makeBids(request, one, response);
  };
  return median(sampleMicros(work)) / made.calls.length;
}

interface Start {
  readonly catalogueMs: number;
  readonly adapterMs: number;
}

/** Median time (of five fresh processes) to read the catalogue, and to load and build one adapter. */
function startMillis(): Start {
  const catalogue = join(import.meta.dirname, '../../src/bidders/catalogue.ts');
  const script = `import { readCatalogue } from ${JSON.stringify(catalogue)};
    const time = (work) => {
      const before = performance.now();
      const made = work();
      return [performance.now() - before, made];
    };
    const [catalogueMs, definitions] = time(readCatalogue);
    const loads = definitions.map((definition) => time(() => definition.params)[0]).sort((a, b) => a - b);
    console.log(JSON.stringify({ catalogueMs, adapterMs: loads[Math.floor(loads.length / 2)] }));`;
  const samples = Array.from(
    { length: 5 },
    () => JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })) as Start,
  );
  const middle = (values: number[]): number => values.sort((a, b) => a - b)[2] ?? 0;
  return {
    catalogueMs: middle(samples.map(({ catalogueMs }) => catalogueMs)),
    adapterMs: middle(samples.map(({ adapterMs }) => adapterMs)),
  };
}

export async function measure(): Promise<PartLine[]> {
  const definitions = await findDefinitions();
  const costs = definitions
    .flatMap((definition) => {
      const sample = SAMPLES[definition.code];
      return sample ? [{ code: definition.code, micros: cost(definition, sample) }] : [];
    })
    .sort((a, b) => a.micros - b.micros);
  const { catalogueMs, adapterMs } = startMillis();
  const [middle, dearest] = [costs[Math.floor(costs.length / 2)], costs.at(-1)];
  return [
    { name: `call made, answer of 3 bids read (median of ${costs.length} bidders)`, value: middle?.micros ?? 0, target: 25 },
    { name: `the same, slowest (${dearest?.code})`, value: dearest?.micros ?? 0 },
    { name: `catalogue of ${definitions.length} bidders read, once per start`, value: catalogueMs * 1000, target: 20_000 },
    { name: 'adapter loaded by its first call (median)', value: adapterMs * 1000, target: 5000 },
  ];
}
