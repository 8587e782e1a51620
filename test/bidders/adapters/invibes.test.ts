import { describe, expect, it } from 'vitest';
import invibes from '#src/bidders/adapters/invibes.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';
import { builder, info, requestOf } from '../kit/builder.ts';

const endpoint = { endpoint: 'https://{{.ZoneID}}.example/bid' };
const site = { page: 'https://p.example/', keywords: 'k' };
const imp = (id: string, bidder: object, banner: object = {}) => ({ id, banner, ext: { bidder } });
const headers = { ...jsonAccept, Aver: 'prebid_1.0.0', Referer: 'https://p.example/' };
const badImps = [
  { id: '1', ext: 'x' },
  { id: '2', ext: { bidder: 'x' } },
  { id: '3', video: {}, ext: { bidder: {} } },
];
const body = {
  Location: '',
  Lid: '',
  IsTestBid: false,
  Kw: '',
  Width: '',
  Height: '',
  GdprConsent: '',
  Gdpr: true,
  Bvid: '',
  InvibBVLog: false,
  VideoAdDebug: false,
};

testAdapter(invibes, {
  requests: {
    'gets all placements as text': {
      builder: endpoint,
      imps: [
        imp('1', { placementId: ' a<', debug: { testBvid: 'b' } }, { format: [{ w: 1, h: 2, x: 3 }] }),
        imp('2', { placementId: '9', debug: { testLog: true } }, { w: 1, h: 2 }),
        imp('3', { placementId: '10', domainId: 1003 }, { w: 1 }),
        imp('4', { placementId: '10', domainId: 1003, debug: { testLog: true } }, { w: 1 }),
      ],
      request: {
        site,
        device: { w: 10, h: 0, ipv6: '::1' },
        user: { buyeruid: 'u', ext: { consent: 'c' } },
        regs: { ext: { gdpr: 0 } },
      },
      headers: { ...headers, 'User-Agent': '', 'X-Forwarded-For': '::1' },
      calls: [
        {
          uri: 'https://bid3.example/bid',
          impIds: ['1', '2', '4'],
          body: {
            BidParamsJson:
              '{"PlacementIds":["a\\u003c","9","10","10"],"BidVersion":"4","Properties":{' +
              '" a\\u003c":{"Formats":[{"w":1,"h":2}],"ImpId":"1"},"10":{"Formats":null,"ImpId":"4"},"9":{"Formats":[{"w":1,"h":2}],"ImpId":"2"}}}',
            Location: site.page,
            Lid: 'u',
            IsTestBid: true,
            Kw: 'k',
            IsAmp: false,
            Width: '10',
            Height: '',
            GdprConsent: 'c',
            Gdpr: false,
            Bvid: 'b',
            InvibBVLog: true,
            VideoAdDebug: true,
          },
        },
      ],
    },
    'reports bad imps only if none is left': {
      imps: badImps,
      errors: [
        badInput('Error parsing bidderExt object'),
        badInput('Error parsing invibesExt parameters'),
        badInput('Banner not specified'),
      ],
    },
    'reports no bad imp beside a call': { imps: [...badImps, imp('4', {})], request: { site }, calls: [{ impIds: ['4'] }] },
    'needs a site': { imps: [...badImps, imp('4', {})], errors: [badInput('Site not specified')] },
    'needs a site first, in the Java variant': { ...java, imps: badImps, errors: [badInput('Site not specified')] },
    'has other spellings, in the Java variant': {
      ...java,
      imps: [...badImps, imp('4', { placementId: ' ' })],
      request: { site: {}, device: { ua: 'u', ip: '1.2.3.4', ipv6: '::1' }, regs: { ext: 'x' }, user: { ext: 'x' } },
      headers: { ...headers, Referer: '', 'X-Forwarded-For': ['1.2.3.4', '::1'] },
      calls: [
        {
          body: {
            ...body,
            BidParamsJson: '{"PlacementIds":[],"BidVersion":"4","Properties":{" ":{"Formats":null,"ImpID":"4"}}}',
            IsAMP: false,
          },
        },
      ],
      errors: [
        badInput('Error parsing invibesExt parameters in impression with id: 1'),
        badInput('Error parsing invibesExt parameters in impression with id: 2'),
        badInput('Banner not specified in impression with id: 3'),
      ],
    },
  },
  responses: {
    'has banners with deal priorities': {
      body: { currency: 'EUR', typedBids: [{ bid: { id: 'b', price: 2 }, dealPriority: 3 }, { bid: { id: 'c' } }] },
      result: [
        { type: 'banner', dealPriority: 3, bid: { id: 'b', price: 2 } },
        { type: 'banner', dealPriority: 0, bid: { id: 'c', impid: '', price: 0 } },
      ],
      currency: 'EUR',
    },
    'has no deal priorities, in the Java variant': {
      ...java,
      body: { typedBids: [{ bid: { id: 'b' }, dealPriority: 3 }] },
      result: [{ dealPriority: undefined }],
      currency: '',
    },
    'may be an error': { body: { error: 'no', typedBids: [{ bid: {} }] }, errors: [generic('Server error: no.')] },
    'is rejected with one malformed bid': {
      body: { typedBids: [{ bid: { id: 1 } }] },
      errors: [badServer('cannot unmarshal seatbid.bid.id: expects " or n, but found 1')],
    },
    'must be JSON': { body: '"x"', errors: [badServer(NOT_AN_OBJECT)] },
    'must have content': { status: 204, errors: [generic('Unexpected status code: 204.')] },
  },
});

describe('the call to invibes', () => {
  const uris = (domainId: number) => {
    const request = { ...requestOf({ id: '1', banner: {}, bidder: { domainId } }), site: {} };
    return invibes
      .build({ ...builder, ...endpoint })
      .makeRequests(request, { ...info, endpoint: 'amp' })
      .calls.map(({ uri }) => uri);
  };

  it.each([
    [0, 'bid'],
    [1, 'bid'],
    [2, 'bid2'],
    [1001, 'bid'],
    [1002, 'bid2'],
  ])('for domain %i goes to host %s', (domain, host) => {
    expect(uris(domain)).toEqual([`https://${host}.example/bid`]);
  });

  it('says that the page is an AMP page', () => {
    const request = { ...requestOf({ id: '1', banner: {}, bidder: { placementId: 'a' } }), site: {} };
    const { calls } = invibes.build(builder).makeRequests(request, { ...info, endpoint: 'amp' });
    expect(calls[0]?.body).toMatchObject({ IsAmp: true });
  });
});
