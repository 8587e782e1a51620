/** An exchange of flyers: a request of its own form per imp, and a key for the user. */
import { describe, expect, it } from 'vitest';
import flipp from '#src/bidders/adapters/flipp.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';
import { builder, info, requestOf } from '../kit/builder.ts';

const bidder = { publisherNameIdentifier: 'n', creativeType: 'DTX', siteId: 7, zoneIds: [8], userKey: 'own' };
const request = { site: { page: 'https://p.example/?flipp-content-code=x', keywords: 'a,b' }, device: { ip: '1.2.3.4', ua: 'agent' } };
const imps = [
  { id: '1', banner: { format: [{ w: 1, h: 2 }] }, ext: { bidder: { ...bidder, options: { startCompact: true, dwellExpand: false } } } },
];
const srv = { creativeType: 'DTX', publisherNameIdentifier: 'n', requestId: '1' };
const placement = { adTypes: [5061], count: 1, divName: 'inline', siteId: 7, zoneIds: [8], options: { startCompact: true } };
const inline = (data: object | undefined, key = 'srv') => ({
  decisions: { inline: [{ adId: 3, creativeId: 4, contents: data && [{ data }], [key]: { cpm: 2, creative: 'C', requestId: '1' } }] },
});

testAdapter(flipp, {
  requests: {
    'gets a request per imp': {
      imps,
      request,
      headers: { 'Content-Type': 'application/json', 'User-Agent': 'agent' },
      calls: [
        {
          body: {
            ip: '1.2.3.4',
            keywords: ['a', 'b'],
            placements: [{ ...placement, srv: { ...srv, width: 1, height: 2 }, properties: { contentCode: 'x' } }],
            url: 'https://p.example/?flipp-content-code=x',
            user: { key: 'own' },
          },
        },
      ],
    },
    'gets empty fields': {
      params: [{ options: { contentCode: 'y' } }],
      request: { site: {}, device: { ip: '1.2.3.4' } },
      calls: [
        {
          body: {
            ip: '1.2.3.4',
            keywords: [''],
            placements: [
              {
                ...placement,
                adTypes: [4309, 641],
                siteId: 0,
                zoneIds: null,
                options: { contentCode: 'y' },
                srv: { creativeType: '', publisherNameIdentifier: '', requestId: '1', width: 0, height: 0 },
                properties: { contentCode: 'y' },
              },
            ],
            user: { key: 'uuid' },
          },
        },
      ],
    },
    'gets no empty fields in the Java variant': {
      ...java,
      imps: [{ ...imps[0], banner: {} }],
      request: { ...request, site: {} },
      calls: [{ body: { ip: '1.2.3.4', placements: [{ ...placement, srv, properties: {} }], user: { key: 'own' } } }],
    },
    'gets nothing if all imps are bad': {
      imps: [
        { id: '1', ext: {} },
        { id: '2', ext: { bidder: 'x' } },
      ],
      request,
      errors: [
        'flipp params not found. Key path not found',
        `unable to extract flipp params. ${NOT_AN_OBJECT}`,
        'adapterRequest is empty',
      ].map(generic),
    },
    'gets nothing without an address': {
      params: [{}],
      request: { site: {} },
      errors: ['no IP set in flipp bidder params or request device', 'adapterRequest is empty'].map(generic),
    },
    'gets nothing for a page that is no URL': {
      params: [{}],
      request: { site: { page: ':' } },
      errors: ['unable to parse site url. parse ":": missing protocol scheme', 'adapterRequest is empty'].map(generic),
    },
    'gets nothing without a site': { params: [{}] },
    'has messages with capitals in the Java variant': {
      ...java,
      params: [{}],
      request: { site: {} },
      errors: ['No IP set in Flipp bidder params or request device', 'Adapter request is empty'].map(badInput),
    },
  },
  responses: {
    'bids the decisions of an imp, with the height of its markup': {
      imps,
      body: inline({ width: 300, customData: { compactHeight: 9.5 } }),
      types: ['banner'],
      result: [{ bid: { id: '3', impid: '1', price: 2, adm: 'C', crid: '4', w: 300, h: 9 } }],
      currency: 'USD',
    },
    'has a default height': { body: inline({ width: 0 }), result: [{ bid: { h: 2400 } }], types: ['banner'] },
    'has a lower default height if it starts compact': { imps, body: inline({}), result: [{ bid: { h: 600 } }] },
    'may have no size': { body: inline(undefined, 'prebid'), result: [{ bid: { adm: 'C' } }] },
    'has no bids without decisions': { body: {}, types: [] },
    'rejects its response if the params are unreadable': {
      params: ['x'],
      body: {},
      errors: [generic(`unable to extract flipp params. ${NOT_AN_OBJECT}`)],
    },
    'has the decoder’s message': { body: '"x"', errors: [badServer(NOT_AN_OBJECT)] },
  },
});

describe('the user’s key at flipp', () => {
  // TCF 2 strings; the second one with consent to purpose 4.
  const withoutConsent = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';
  const allowed = 'CP0xeHPP0xeHPBcABBENAgCAAPAAAAAAAGcgAAAAAAAA';
  it.each<[string, object, string]>([
    ['is the user’s id', { user: { id: 'u' }, regs: { coppa: 1 } }, 'u'],
    ['is the publisher’s', { user: { consent: allowed }, regs: { gdpr: 0, ext: { gdpr: 1 } } }, 'own'],
    ['is random for children', { regs: { coppa: 1 } }, 'uuid'],
    ['is random under GDPR', { regs: { gdpr: 1 } }, 'uuid'],
    ['is random if eids may not be sent', { ext: { transmitEids: false } }, 'uuid'],
    ['is random without consent to profiles', { user: { consent: withoutConsent } }, 'uuid'],
    ['is the publisher’s if consent cannot be read', { user: { consent: `${withoutConsent}.YAAAA` } }, 'own'],
  ])('%s', (_, fields, key) => {
    const made = flipp.build(builder).makeRequests({ ...requestOf({ id: '1', bidder }), ...request, ...fields }, info);
    expect(made.calls.map(({ body }) => body)).toMatchObject([{ user: { key } }]);
  });

  it('needs consent to profiles in the Java variant, also in a string of several segments', () => {
    const keyOf = (consent: string) =>
      flipp
        .build({ ...builder, ...java })
        .makeRequests({ ...requestOf({ id: '1', bidder }), ...request, user: { consent } }, info)
        .calls.map(({ body }) => body);
    expect([withoutConsent, allowed].map((core) => keyOf(`${core}.YAAAA`))).toMatchObject([
      [{ user: { key: 'uuid' } }],
      [{ user: { key: 'own' } }],
    ]);
  });
});
