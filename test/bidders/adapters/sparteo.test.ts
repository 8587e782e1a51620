import sparteo from '#src/bidders/adapters/sparteo.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, testAdapter, type } from '../kit/adapter-table.ts';

const publisher = (networkId: string) => ({ ext: { params: { networkId } } });
const uri = (query: string) => `https://acme.example/bid?${query}`;
const noDomain = badInput('Domain not found. Missing the site.domain or the site.page field');
const noBundle = badInput('Bundle not found. Missing the app.bundle field.');
const siteRow = (site: object, domain: string) => ({
  params: [{}],
  request: { site },
  calls: [{ uri: uri(`network_id=&site_domain=${domain}`) }],
});

testAdapter(sparteo, {
  requests: {
    'gets the params in an extension of its own, and imps without readable ones unchanged': {
      imps: [
        { id: '1', ext: 'x' },
        { id: '2', ext: { bidder: 'x' } },
        { id: '3', ext: { bidder: { networkId: 'n w', custom1: 'a', free: 1 }, sparteo: { k: 1, params: { free: 0, l: 2 } }, gpid: 'g' } },
        { id: '4', ext: { bidder: { networkId: 'm' }, sparteo: 1 } },
      ],
      request: { site: { domain: ' WWW.Site.Example. ', publisher: { id: 'p', ext: { a: 1, params: { b: 2 } } } } },
      builder: { endpoint: 'https://acme.example/bid?lost=1' },
      headers: { 'Content-Type': 'application/json' },
      calls: [
        {
          uri: uri('network_id=n+w&site_domain=site.example'),
          body: {
            id: 'request',
            imp: [
              { id: '1', ext: 'x' },
              { id: '2', ext: { bidder: 'x' } },
              { id: '3', ext: { sparteo: { k: 1, params: { free: 1, l: 2, networkId: 'n w', custom1: 'a' } }, gpid: 'g' } },
              { id: '4', ext: { sparteo: { params: { networkId: 'm' } } } },
            ],
            site: { domain: ' WWW.Site.Example. ', publisher: { id: 'p', ext: { a: 1, params: { b: 2, networkId: 'n w' } } } },
          },
        },
      ],
      errors: [
        generic(`ignoring imp id=1, error while decoding extImpBidder, err: ${NOT_AN_OBJECT}`),
        generic(`ignoring imp id=2, error while decoding impExt, err: ${NOT_AN_OBJECT}`),
      ],
    },
    'gets the host of the page': siteRow({ domain: 'null', page: 'https://u@www.Page.example:8080/a' }, 'page.example'),
    'gets the text before a colon': siteRow({ domain: 'a.example:80/x' }, 'a.example'),
    'gets the text before a slash': siteRow({ domain: 'a.example/x' }, 'a.example'),
    'gets the host of an address without a scheme': siteRow({ domain: '//[::1]/x' }, '%3A%3A1'),
    'gets no domain without one': { ...siteRow({ page: ' ' }, 'unknown'), errors: [noDomain] },
    'gets the domain and the bundle of an app': {
      params: [{ networkId: 'n' }],
      request: { app: { domain: 'a.example', bundle: ' b ' } },
      calls: [{ uri: uri('network_id=n&app_domain=a.example&bundle=b') }],
    },
    'gets no bundle without one': {
      params: [{}],
      request: { app: { bundle: 'NULL' } },
      calls: [{ uri: uri('network_id=&app_domain=unknown&bundle=unknown') }],
      errors: [noBundle],
    },
    'gets a site if there is neither site nor app': {
      params: [{ networkId: 'n' }],
      calls: [
        {
          uri: uri('network_id=n'),
          body: {
            id: 'request',
            imp: [{ id: '1', banner: {}, ext: { sparteo: { params: { networkId: 'n' } } } }],
            site: { publisher: publisher('n') },
          },
        },
      ],
    },
    'gets neither other params nor empty ones, in the Java variant': {
      ...java,
      imps: [{ id: '1', ext: { bidder: {}, sparteo: { k: 1 } } }],
      request: { site: { domain: 'a.example' }, app: { id: 'b' } },
      calls: [
        {
          uri: uri('site_domain=a.example'),
          body: {
            id: 'request',
            imp: [{ id: '1', ext: { sparteo: { params: {} } } }],
            site: { domain: 'a.example', publisher: publisher('') },
            app: { id: 'b', publisher: publisher('') },
          },
        },
      ],
    },
  },
  responses: {
    'names types in the extension, and drops bids of others': {
      bids: [type('banner'), { ...type('video'), mtype: 1 }, type('native'), type('audio'), {}],
      result: [
        { type: 'banner', bid: { mtype: 1 } },
        { type: 'video', bid: { mtype: 2 } },
        { type: 'native', bid: { mtype: 4 } },
      ],
      currency: '',
    },
    'reports bids of other types, in the Java variant': {
      ...java,
      bids: [type('audio'), {}],
      types: [],
      errors: [
        badServer('Audio bid type not supported by this adapter for impression id: 1'),
        badServer('Failed to parse bid mediatype for impression "1"'),
      ],
    },
  },
});
