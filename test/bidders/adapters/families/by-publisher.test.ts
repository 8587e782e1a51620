/** Exchanges with one call per publisher: their common behaviour, then the rules of each. */
import { expect } from 'vitest';
import adkernelAdn from '#src/bidders/adapters/adkernelAdn.ts';
import advangelists from '#src/bidders/adapters/advangelists.ts';
import lunamedia from '#src/bidders/adapters/lunamedia.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, openRtb25, testAdapter } from '../../kit/adapter-table.ts';

const builder = { endpoint: 'https://acme.example/?p={{.PublisherID}}' };
const formats = [
  { w: 300, h: 250 },
  { w: 1, h: 2 },
];
const sized = { w: 300, h: 250, format: [{ w: 1, h: 2 }] };
const NO_SIZE = badInput('Expected at least one banner.format entry or explicit w/h');
const owned = { site: { id: 's', domain: 'd', publisher: { id: 'p' } }, app: { id: 'a', domain: 'd', publisher: { id: 'p' } } };
const ext = { bidder: { pubId: 7, pubid: 'p', placement: 't' } };

for (const definition of [adkernelAdn, advangelists, lunamedia]) {
  testAdapter(definition, {
    requests: {
      'gets no request without imps': { imps: [], errors: [badInput('No impression in the bid request')] },
      'gets a request without its publisher': {
        builder,
        imps: [{ id: '1', video: {}, ext }],
        request: owned,
        calls: [{ body: expect.objectContaining({ site: { id: 's' }, app: { id: 'a', domain: 'd' } }) }],
        headers: openRtb25,
      },
    },
    responses: {
      'needs exactly one seatbid': { body: { seatbid: [] }, errors: [badServer('Invalid SeatBids count: 0')] },
      'needs a readable body': { body: '"x"', errors: [badServer(`Bad server response: &{%!d(string=${NOT_AN_OBJECT})}`)] },
      'reads 400 as a bad server response': { status: 400, errors: [badServer('Unexpected http status code: 400')] },
    },
  });
}

const id = (pubId: unknown) => ({ ext: { bidder: { pubId } } });

testAdapter(adkernelAdn, {
  requests: {
    'gets one call per publisher, with a banner or else a video': {
      builder,
      imps: [
        { id: '1', banner: { format: formats }, video: {}, native: {}, ...id(7) },
        { id: '2', video: {}, audio: {}, ...id(8) },
        { id: '3', banner: { w: 1, format: formats }, ...id(7) },
      ],
      calls: [
        {
          uri: 'https://acme.example/?p=7',
          impIds: ['1', '3'],
          imps: [
            { id: '1', banner: sized },
            { id: '3', banner: { w: 1, format: formats } },
          ],
        },
        { uri: 'https://acme.example/?p=8', imps: [{ id: '2', video: {} }] },
      ],
    },
    'gets no invalid imps; those without a size are reported last': {
      builder,
      imps: [
        { id: '1', banner: {}, ...id(7) },
        { id: '2', banner: {}, ...id('7') },
        { id: '3', banner: {}, ...id(0) },
        { id: '4', native: {}, ...id(7) },
      ],
      errors: [
        badInput('cannot unmarshal pubId: unexpected character: "'),
        badInput('Invalid pubId value. Ignoring imp id=3'),
        badInput('Invalid imp with id=4. Expected imp.banner or imp.video'),
        NO_SIZE,
      ],
    },
    'checks media types before params, and empties the domain, in the Java variant': {
      ...java,
      imps: [
        { id: '1', native: {}, ...id('x') },
        { id: '2', video: {}, ...id(7) },
      ],
      request: owned,
      calls: [{ body: expect.objectContaining({ site: { id: 's', domain: '' }, app: { id: 'a', domain: 'd' } }) }],
      errors: [badInput('Invalid imp with id=1. Expected imp.banner or imp.video')],
    },
  },
  responses: {
    'bids for banner if the imp has one, else for video, in dollars': {
      imps: [{ id: '1', banner: {}, video: {} }],
      bids: [{}, { impid: '7' }],
      types: ['banner', 'video'],
      cur: 'EUR',
      currency: 'USD',
    },
    'bids for the imp as sent in the Java variant': {
      ...java,
      imps: [{ id: '1', banner: {} }],
      call: { body: { imp: [{ id: '1', video: {} }] } },
      bids: [{}],
      types: ['video'],
    },
    'needs no seatbids in the Java variant': { ...java, body: {}, types: [] },
  },
});

const byPlacement = {
  builder,
  imps: [
    { id: '1', banner: { w: 1, format: formats }, video: {}, audio: {}, tagid: 'old', ext },
    { id: '2', video: {}, tagid: 'old', ext: { bidder: { pubid: 'p' } } },
    { id: '3', banner: { w: 1, h: 1, format: formats }, native: {}, ext },
  ],
};

for (const definition of [advangelists, lunamedia]) {
  testAdapter(definition, {
    requests: {
      'gets one call per publisher and placement, with banners that have a size': {
        ...byPlacement,
        calls: [
          {
            uri: 'https://acme.example/?p=p',
            imps: [
              { id: '1', banner: sized, video: {}, audio: {}, tagid: 't' },
              { id: '3', banner: { w: 1, h: 1, format: formats }, native: {}, tagid: 't' },
            ],
          },
          { uri: 'https://acme.example/?p=p', imps: [{ id: '2', video: {} }] },
        ],
      },
    },
    responses: {
      'bids for video if the imp has one, else for banner, in dollars': {
        imps: [{ id: '1', banner: {}, video: {} }],
        bids: [{}, { impid: '7' }],
        types: ['video', 'banner'],
        cur: 'EUR',
        currency: 'USD',
      },
    },
  });
}

const invalid = {
  builder,
  imps: [
    { id: '1', banner: {}, ext },
    { id: '2', banner: {}, ext: { bidder: { pubid: '' } } },
  ],
};
const NO_PUBID = badInput('No pubid value provided');
const UNSUPPORTED = badInput('Unsupported impression has been received');

testAdapter(advangelists, {
  requests: {
    'gets no invalid imps; those without a size are reported last': { ...invalid, errors: [NO_PUBID, NO_SIZE] },
    'gets neither audio nor native in the Java variant': {
      ...java,
      imps: [
        { id: '1', banner: { w: 1, h: 1 }, video: {}, audio: {}, native: {}, ext },
        { id: '2', native: {}, ext },
      ],
      calls: [{ imps: [{ id: '1', banner: { w: 1, h: 1 }, video: {}, tagid: 't' }] }],
      errors: [UNSUPPORTED],
    },
  },
  responses: {
    'needs a bid in the Java variant': { ...java, body: { seatbid: [{ bid: [] }] }, errors: [badServer('Empty bids array')] },
  },
});

testAdapter(lunamedia, {
  requests: {
    'gets no invalid imps, reported in their order': { ...invalid, errors: [NO_SIZE, NO_PUBID] },
    'gets videos without other types, and the domain, in the Java variant': {
      ...java,
      imps: [
        { id: '1', banner: {}, video: {}, audio: {}, native: {}, ext },
        { id: '2', native: {}, ext },
      ],
      request: owned,
      calls: [{ body: expect.objectContaining({ site: { id: 's', domain: 'd' } }), imps: [{ id: '1', video: {}, tagid: 't' }] }],
      errors: [UNSUPPORTED],
    },
  },
});
