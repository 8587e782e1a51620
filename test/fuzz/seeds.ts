/** Valid inputs of the decoder table. */
import { fullRequest, fullResponse, nativeMarkup } from '#properties/arbitraries/full.ts';
import { partnerResponse } from '#properties/arbitraries/partner-response.ts';
import { creative } from '#src/demo/creatives.ts';
import { UidsCookie, uidEntry } from '#src/sync/uids.ts';
import { encodeUids } from '#src/sync/uids-encoding.ts';
import { validRequest } from '../helpers/auction.ts';

const json = (value: unknown): string => JSON.stringify(value);

export const VAST = [
  creative({ id: 'imp', video: { w: 640, h: 360 } })?.adm ?? '',
  '<VAST version="3.0"><Ad><Wrapper><Impression><![CDATA[i]]></Impression><Error>e</Error><VASTAdTagURI>u</VASTAdTagURI><Creatives><Creative adID="c"><Linear><VideoClicks/><TrackingEvents/></Linear><NonLinearAds><NonLinear/></NonLinearAds><CompanionAds><Companion/></CompanionAds></Creative></Creatives></Wrapper></Ad></VAST>',
  '<?xml version="1.0"?><!-- c --><VAST><Ad><InLine><Impression/></InLine></Ad></VAST>',
  '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
];

export const REQUESTS = [
  json(fullRequest),
  json(validRequest(['alpha', 'beta'], 2)),
  json({ ...validRequest(), site: undefined, app: { id: 'a', bundle: 'b', publisher: { id: 'p' } } }).replaceAll('"srv"', '"prebid"'),
  json({ ext: { srv: { storedrequest: { id: 'stored' } } } }),
  json({ ...validRequest(), imp: [{ id: 'i', ext: { srv: { storedrequest: { id: 'imp' } } } }] }),
];
export const NATIVE_REQUESTS = fullRequest.imp.flatMap((imp) => ('native' in imp && imp.native ? [imp.native.request] : []));
export const RESPONSES = [json(fullResponse), json({ ...fullResponse, seatbid: [{ bid: [{ impid: 'banner', price: 1 }] }] }), '{}'];
export const PARTNER_RESPONSES = [json(partnerResponse), json([partnerResponse]), '{"bids":[]}'];
export const NATIVE_RESPONSES = [json(nativeMarkup)];

export const STORED = {
  request: { stored: json({ ...validRequest(), tmax: 300 }) },
  imp: { imp: json(validRequest().imp[0]), config: '{"ext":{"alpha":{}}}', odd: '{"ext":7}', broken: '[' },
  amp: { tag: json(validRequest()) },
  video: { stored: '{"tmax":100}' },
};

export const VIDEO_REQUESTS = [
  json({
    storedrequestid: 'stored',
    podconfig: {
      durationrangesec: [15, 30],
      requireexactduration: true,
      pods: [
        { podid: 1, adpoddurationsec: 60, configid: 'config' },
        { podid: 2, adpoddurationsec: 30, configid: 'odd' },
      ],
    },
    site: { page: 'https://page.example/' },
    user: { gdpr: { consentrequired: 1, consentstring: 'C' } },
    device: { ua: 'agent', ip: '203.0.113.9' },
    includebrandcategory: { primaryadserver: 1, publisher: '' },
    video: { w: 640, h: 480, mimes: ['video/mp4'], protocols: [2, 3] },
    content: { episode: 1, title: 't', series: 's', season: '1', len: 900, livestream: 1 },
    cacheconfig: { ttl: 60 },
    bcat: ['IAB1'],
    badv: ['b.example'],
    tmax: 500,
    test: 1,
    pricegranularity: 'low',
    supportdeals: true,
    appendbiddernames: true,
  }),
];

export const AMP_QUERIES = [
  'tag_id=tag&w=300&h=250&ow=1&oh=1&ms=300x250,320x50&curl=https%3A%2F%2Fpage.example%2F&slot=s&timeout=300&account=p',
  'tag_id=tag&gdpr_applies=true&consent_type=2&consent_string=CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA&addtl_consent=1~1.2&gpp_sid=2,6',
  'tag_id=tag&targeting=%7B%22a%22%3A%5B%22b%22%5D%7D&debug=1&trace=verbose&__amp_source_origin=https://page.example&us_privacy=1YNN',
];

const cookie = new UidsCookie(new Map([['adnxs', uidEntry('u', Date.UTC(2027, 0, 1))]]));
export const UIDS = [
  encodeUids(cookie),
  encodeUids(new UidsCookie(undefined, true)),
  Buffer.from('{"uids":{"a":"b"},"bday":"2016-01-01T00:00:00.000000001Z"}').toString('base64'),
  Buffer.from('{"tempUIDs":{"adnxs":{"uid":"u","expires":"2027-01-01T00:00:00.5+01:00"}}}').toString('base64'),
];

export const FLOORS = [json(fullRequest.ext.srv.floors.data), json(fullRequest.ext.srv.floors)];
export const ACCOUNTS = [
  json({
    id: 'a',
    disabled: false,
    price_floors: { enabled: true, enforce_floors_rate: 50, fetch: { enabled: true, url: 'https://f.example', timeout_ms: 100 } },
    'default-integration': 'web',
    auction: { 'price-floors': { enabled: true }, 'banner-cache-ttl': 60, events: { enabled: true } },
    events: { enabled: true },
    privacy: {
      dsa: { default: '{"dsarequired":1}' },
      ipv4: { anon_keep_bits: 24 },
      allowactivities: { syncUser: { default: true, rules: [{ condition: { componentType: ['bidder'] }, allow: false }] } },
    },
    bidadjustments: { mediatype: { banner: { '*': { '*': [{ adjtype: 'cpm', value: 1, currency: 'USD' }] } } } },
    hooks: { modules: { 'vendor.module': {} }, execution_plan: { endpoints: {} } },
    targeting: { prefix: 'hb' },
    analytics: { allowRequestEvents: { web: true } },
  }),
];

export const YAML = [
  'port: 8000\nadmin: {port: 6060}\nadapters:\n  generic: {enabled: true, endpoint: "https://a.example"}\ntrusted_proxies: ["10.0.0.0/8"]\n',
  'variant: java\nserver:\n  http: {port: 8080}\nauction:\n  blocklisted-apps: a, b\n  biddertmax: {max: 900}\nadapters.generic.enabled: true\n',
  'a: &a {b: [1, 2]}\nc: {<<: *a, d: ${port:1}}\n---\nport: 1\n',
  'account_defaults: \'{"events": {"enabled": true}}\'\nhooks: {enabled: true, host_execution_plan: {endpoints: {}}}\n',
];
export const PROPERTIES = [
  'variant=java\nserver.http.port=8080\nadapters.generic.enabled : true\n# c\nblocklisted-apps=a,\\\n b\n',
  'trusted_proxies[0]=10.0.0.0/8\ngdpr.default-value=1\n! c\nport=${PORT:8000}\nhost=\\u0061\\n\n',
];
