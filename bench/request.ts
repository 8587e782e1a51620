/** The request of all measurements: about 6 KB, 3 imps, as a browser client sends it. */
import type { RequestSrv } from '#src/openrtb/ext.ts';
import type { BidRequest, Imp } from '#src/openrtb/ortb.ts';
import { FEATURES, requestWith } from './features.ts';

export const bidderNames = (count: number): string[] => Array.from({ length: count }, (_, i) => `bench${i + 1}`);

/** A TCF 2 string with common consents of a publisher. */
const CONSENT = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';

/**
 * @param bidders names called for every imp
 * @param everything the request uses all features; else only targeting
 */
export function benchRequest(bidders: readonly string[], imps = 3, everything = false): BidRequest {
  return requestWith(plainRequest(bidders, imps), everything ? FEATURES : []);
}

function plainRequest(bidders: readonly string[], imps: number): BidRequest {
  return {
    id: 'a1b2c3d4-0000-4000-8000-bench0000001',
    imp: Array.from({ length: imps }, (_, i) => benchImp(i, bidders)),
    site: {
      page: 'https://news.example.com/world/2026/11/21/a-long-enough-path-to-look-like-a-real-article.html',
      domain: 'news.example.com',
      publisher: { id: 'bench', domain: 'example.com' },
      ext: { data: { section: 'world', keywords: ['politics', 'economy', 'climate'], pageType: 'article' } },
    },
    device: {
      w: 1440,
      h: 900,
      ua: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
      language: 'en',
      ip: '203.0.113.77',
      sua: {
        source: 2,
        platform: { brand: 'Linux', version: ['6', '6'] },
        browsers: [
          { brand: 'Chromium', version: ['146', '0', '7339', '80'] },
          { brand: 'Not=A?Brand', version: ['24', '0', '0', '0'] },
        ],
        mobile: 0,
      },
    },
    user: { ext: { consent: CONSENT, eids: eids(6) } },
    regs: { ext: { gdpr: 0 } },
    test: 0,
    tmax: 1000,
    at: 1,
    ext: { srv: SRV },
  };
}

function benchImp(index: number, bidders: readonly string[]): Imp {
  return {
    id: `div-gpt-ad-${index}`,
    banner: {
      topframe: 1,
      format: [
        { w: 300, h: 250 },
        { w: 300, h: 600 },
        { w: 728, h: 90 },
      ],
      pos: 1,
    },
    secure: 1,
    bidfloor: 0.1,
    ext: {
      gpid: `/1234/news/world/slot-${index}`,
      data: { pbadslot: `/1234/news/world/slot-${index}`, adserver: { name: 'gam', adslot: `/1234/news/world/slot-${index}` } },
      srv: {
        adunitcode: `div-gpt-ad-${index}`,
        bidder: Object.fromEntries(bidders.map((name) => [name, { placement: 1000 + index, site: `site-${name}`, zone: 'top' }])),
      },
    },
  };
}

const eids = (count: number): object[] =>
  Array.from({ length: count }, (_, i) => ({
    source: `id${i}.example.com`,
    uids: [{ id: `user-id-${i}-0123456789abcdef0123456789abcdef`, atype: 1 }],
  }));

const SRV: RequestSrv = {
  auctiontimestamp: 1795000000000,
  targeting: { includewinners: true, includebidderkeys: true, pricegranularity: 'med' },
  channel: { name: 'pbjs', version: 'v11.36.0' },
};

/** The response of a bench bidder: one bid per imp. */
export const benchResponse = (request: BidRequest): object => ({
  id: request.id,
  cur: 'USD',
  seatbid: [
    {
      bid: request.imp.map((imp, i) => ({
        id: `bid-${i}`,
        impid: imp.id,
        price: 0.5 + i * 0.37,
        adm: `<script src="https://ads.example.com/creative/${i}/${'x'.repeat(300)}.js"></script>`,
        crid: `creative-${i}`,
        adomain: ['advertiser.example'],
        w: 300,
        h: 250,
        mtype: 1,
      })),
    },
  ],
});
