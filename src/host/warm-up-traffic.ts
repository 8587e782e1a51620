/**
 * Requests and responses of the warm-up: banner imps of three bidders with the fields that a browser's client sends, subject to the
 * GDPR or not.
 */

const BIDDERS = ['warm1', 'warm2', 'warm3'];

/** A TCF 2 string without consent to any purpose. */
const CONSENT = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';

const imp = (id: string): object => ({
  id,
  banner: {
    format: [
      { w: 300, h: 250 },
      { w: 728, h: 90 },
    ],
    topframe: 1,
    pos: 1,
  },
  secure: 1,
  bidfloor: 0.1,
  ext: {
    gpid: '/1/warm',
    data: { pbadslot: '/1/warm', adserver: { name: 'gam', adslot: '/1/warm' } },
    prebid: { adunitcode: id, bidder: Object.fromEntries(BIDDERS.map((name) => [name, { placement: 1 }])) },
  },
});

const BRAND = { brand: 'Chromium', version: ['146', '0'] };

/** In requests that bidders receive: those under the GDPR are denied. */
const FLOORS_AND_CHAINS = {
  schains: [{ bidders: ['warm1'], schain: { ver: '1.0', complete: 1, nodes: [{ asi: 'reseller.example', sid: '1', hp: 1 }] } }],
  floors: {
    data: {
      currency: 'USD',
      modelgroups: [
        {
          schema: { fields: ['mediaType', 'siteDomain'], delimiter: '|' },
          values: { 'banner|publisher.example': 0.2, 'banner|*': 0.1 },
          default: 0.05,
        },
      ],
    },
  },
};

/** @param gdpr 1: consent is decoded and decided on, 0: it is not needed */
export const warmUpRequest = (gdpr: 0 | 1): string =>
  JSON.stringify({
    id: 'warm-up',
    imp: [imp('a'), imp('b')],
    site: {
      page: 'https://publisher.example/page',
      domain: 'publisher.example',
      publisher: { id: 'warm-up', domain: 'publisher.example' },
      ext: { data: { section: 'world', keywords: ['warm'] } },
    },
    device: {
      ua: 'Mozilla/5.0 (X11; Linux x86_64)',
      ip: '192.0.2.1',
      language: 'en',
      w: 1440,
      h: 900,
      sua: { source: 2, platform: BRAND, browsers: [BRAND], mobile: 0 },
    },
    user: { ext: { consent: CONSENT, eids: [{ source: 'id.example', uids: [{ id: 'u', atype: 1 }] }] } },
    regs: { ext: { gdpr } },
    test: 0,
    at: 1,
    tmax: 5000,
    ext: {
      prebid: {
        auctiontimestamp: 1795000000000,
        targeting: { includewinners: true, includebidderkeys: true, pricegranularity: 'med' },
        channel: { name: 'pbjs', version: 'v11' },
        cache: { bids: {} },
        ...(gdpr === 0 && FLOORS_AND_CHAINS),
      },
    },
  });

const bids = ['a', 'b'].map((id) => ({
  id,
  impid: id,
  price: 1.23,
  adm: '<p></p>',
  crid: 'c',
  w: 300,
  h: 250,
  adomain: ['advertiser.example'],
  mtype: 1,
}));

/** The response of each bidder. */
export const WARM_UP_BIDS = JSON.stringify({ cur: 'USD', seatbid: [{ bid: bids }] });
