/** Example requests; the demo host has the bidders and stored data they name. */
const site = { page: 'https://publisher.example/article', publisher: { id: 'demo' } };
const bidders = (params) => ({ prebid: { bidder: { demo: params, generic: {} } } });
const banner = {
  format: [
    { w: 300, h: 250 },
    { w: 728, h: 90 },
  ],
};
const ext = { prebid: { targeting: {}, cache: { bids: {} } } };
const floors = { data: { currency: 'USD', modelgroups: [{ schema: { fields: ['mediaType'] }, values: { banner: 2 } }] } };
const endpoint = '/openrtb2/auction';

export const EXAMPLES = [
  {
    name: 'Banner, two bidders',
    endpoint,
    body: { id: 'try-banner', imp: [{ id: 'top', banner, ext: bidders({}) }], site, tmax: 800, ext },
  },
  {
    name: 'One slow bidder, one below its floor',
    endpoint,
    body: {
      id: 'try-trouble',
      imp: [
        { id: 'slow', banner, ext: bidders({ behaviour: 'slow' }) },
        { id: 'below-floor', banner, ext: { prebid: { bidder: { generic: { price: 1.1 } } } } },
      ],
      // An account of the demo host that enforces floors.
      site: { ...site, publisher: { id: 'demo-floors' } },
      tmax: 400,
      ext: { prebid: { ...ext.prebid, floors, returnallbidstatus: true } },
    },
  },
  {
    name: 'User ids under COPPA',
    endpoint,
    body: {
      id: 'try-privacy',
      imp: [{ id: 'top', banner, ext: bidders({}) }],
      site,
      user: { id: 'reader-7', yob: 1999, ext: { eids: [{ source: 'id.example', uids: [{ id: 'secret-id' }] }] } },
      device: { ifa: '3e5f1c9a-0000-4000-8000-000000000000', ip: '203.0.113.77', geo: { lat: 40.71278, lon: -74.00594, country: 'USA' } },
      regs: { coppa: 1 },
      tmax: 800,
      ext,
    },
  },
  {
    name: 'Video, stored request',
    endpoint,
    body: { id: 'try-video', ext: { prebid: { storedrequest: { id: 'demo-video' } } } },
  },
  { name: 'Invalid request', endpoint, body: { id: 'try-invalid', imp: [{ id: 'top' }], site } },
  { name: 'AMP page', endpoint: '/openrtb2/amp', body: 'tag_id=demo-amp&w=300&h=250&curl=https%3A%2F%2Fpublisher.example%2Famp' },
];
