/** A publisher's page with the ecosystem's browser client, which calls a host for banner, video and native ads. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type BidderServer, bidderServer } from '#test/helpers/host.ts';

/** Written by `.ci/prepare.sh --tests`: the client as published with all of its modules, and the creative of AMP pages. */
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'auctor');
const CLIENT = join(CACHE, 'prebid.js-11.36.0/prebid.js');
const CREATIVE = join(CACHE, 'prebid-universal-creative-1.17.2/amp.js');

export const hasClient = existsSync(CLIENT) && existsSync(CREATIVE);

/** A valid TCF 2 string: the host passes it on without a decision (`gdpr.enabled: false`). */
const CONSENT = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';

/** Consent of the user: the client itself neither asks nor enforces it. */
const consentManagement = {
  gdpr: {
    cmpApi: 'static',
    consentData: {
      getTCData: {
        tcString: CONSENT,
        gdprApplies: true,
        cmpId: 31,
        tcfPolicyVersion: 2,
        purpose: { consents: { 1: true }, legitimateInterests: {} },
        vendor: { consents: {}, legitimateInterests: {} },
        publisher: { restrictions: {} },
      },
    },
    rules: ['storage', 'basicAds', 'measurement', 'personalizedAds'].map((purpose) => ({
      purpose,
      enforcePurpose: false,
      enforceVendor: false,
    })),
  },
  usp: { cmpApi: 'static', consentData: { getUSPData: { uspString: '1YNN' } } },
  gpp: { cmpApi: 'static', consentData: { gppString: `DBABMA~${CONSENT}`, applicableSections: [2], parsedSections: {} } },
};

/** What publishers set besides the host's address. */
const FIRST_PARTY = {
  site: { keywords: 'a,b', cat: ['IAB1'], ext: { data: { section: 'world' } }, content: { language: 'en' } },
  user: { yob: 1990, ext: { data: { registered: true } } },
  badv: ['bad.example'],
  bcat: ['IAB25'],
  source: { ext: { schain: { ver: '1.0', complete: 1, nodes: [{ asi: 'reseller.example', sid: '1', hp: 1 }] } } },
};

const floors = {
  data: {
    floorsSchemaVersion: 2,
    currency: 'USD',
    modelGroups: [{ modelWeight: 100, schema: { fields: ['mediaType'] }, values: { banner: 0.5, video: 1, native: 0.1 }, default: 0.01 }],
  },
};

const AD_UNITS = [
  {
    code: 'top',
    mediaTypes: {
      banner: {
        sizes: [
          [300, 250],
          [728, 90],
        ],
      },
    },
    bids: [
      { bidder: 'generic', params: { placement: 1 } },
      { bidder: 'other', params: { placement: 2 } },
    ],
    ortb2Imp: { ext: { gpid: '/1/top', data: { pbadslot: '/1/top' } } },
  },
  {
    code: 'clip',
    mediaTypes: { video: { context: 'instream', playerSize: [640, 480], mimes: ['video/mp4'], protocols: [2, 3], maxduration: 30 } },
    bids: [{ bidder: 'generic', params: {} }],
  },
  {
    code: 'story',
    mediaTypes: { native: { ortb: { ver: '1.2', assets: [{ id: 1, required: 1, title: { len: 80 } }] } } },
    bids: [{ bidder: 'generic', params: {} }],
  },
];

/** Settings of the client. @param host the host's address */
const settings = (host: string): object => ({
  consentManagement,
  ortb2: FIRST_PARTY,
  floors,
  enableTIDs: true,
  multibid: [{ bidder: 'generic', maxBids: 2, targetBiddercodePrefix: 'gen' }],
  userSync: { syncDelay: 100, auctionDelay: 300, userIds: [{ name: 'sharedId', storage: { type: 'html5', name: '_sid', expires: 30 } }] },
  s2sConfig: {
    accountId: '1001',
    enabled: true,
    bidders: ['generic', 'other'],
    timeout: 30_000,
    adapter: 'prebidServer',
    endpoint: `${host}/openrtb2/auction`,
    syncEndpoint: `${host}/cookie_sync`,
    extPrebid: {
      cache: { vastxml: { returnCreative: true } },
      targeting: { includewinners: true, includebidderkeys: true },
      returnallbidstatus: true,
    },
  },
});

/** `window.ended` is the result of the page's auction, with the client's events that report a failure. */
const page = (host: string): string => `<!doctype html><script src="/client.js"></script><div id="top"></div><script>
  const seen = [];
  window.ended = new Promise((resolve) => pbjs.que.push(() => {
    pbjs.setConfig(${JSON.stringify(settings(host))});
    pbjs.aliasBidder('generic', 'other', { gvlid: 7 });
    pbjs.setBidderConfig({ bidders: ['generic'], config: { ortb2: { site: { ext: { data: { only: 'generic' } } } } } });
    for (const name of ['bidderError', 'bidRejected', 'bidTimeout']) pbjs.onEvent(name, () => seen.push(name));
    pbjs.addAdUnits(${JSON.stringify(AD_UNITS)});
    const bidsOf = ([unit, { bids }]) => bids.map(({ bidderCode, mediaType, cpm, currency, adId, vastUrl, meta, native }) => ({
      unit, bidder: bidderCode, mediaType, cpm, currency, adId, vastUrl, advertiser: meta.advertiserDomains, native: native?.ortb?.assets }));
    pbjs.requestBids({ timeout: 30000, bidsBackHandler: () => resolve({
      seen, targeting: pbjs.getAdserverTargeting(), bids: Object.entries(pbjs.getBidResponses()).flatMap(bidsOf) }) });
  }));
  const render = (adId) => {
    const frame = document.getElementById('top').appendChild(document.createElement('iframe'));
    pbjs.renderAd(frame.contentDocument, adId);
  };
</script>`;

/** The frame of an AMP page's ad: `render` receives the key-values of the ad server. */
const FRAME = `<!doctype html><body><script src="/creative.js"></script><script>
  const render = (values) => ucTag.renderAd(document, { targetingMap: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [value]])) });
</script></body>`;

/** Serves the page at `/`, and the frame at `/frame`. @param host address of the host that the page calls */
export async function publisherPage(host: string): Promise<BidderServer> {
  const scripts = new Map([
    ['/client.js', readFileSync(CLIENT)],
    ['/creative.js', readFileSync(CREATIVE)],
  ]);
  return bidderServer(({ url = '' }, response) => {
    const script = scripts.get(url);
    if (script) response.setHeader('Content-Type', 'text/javascript').end(script);
    else response.setHeader('Content-Type', 'text/html').end(url === '/frame' ? FRAME : page(host));
  });
}
