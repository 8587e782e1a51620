/** Exchanges with one call per source of the publisher: their common behaviour, then the rules of each. */
import adtarget from '#src/bidders/adapters/adtarget.ts';
import adtelligent from '#src/bidders/adapters/adtelligent.ts';
import bidmatic from '#src/bidders/adapters/bidmatic.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../../kit/adapter-table.ts';

const HINT = 'Run with request.debug = 1 for more info';
const ignoring = (id: number, text: string) => badInput(`ignoring imp id=${id}, ${text}`);
const unparsed = (text: string, cause = 'invalid syntax') => `strconv.ParseInt: parsing "${text}": ${cause}`;
const ext = { bidder: { aid: 7, source: 7 } };
const types = {
  imps: [
    { id: '1', banner: {}, video: {}, ext },
    { id: '2', banner: {}, ext },
  ],
  bids: [{}, { impid: '2' }, { impid: '7' }],
};
const UNKNOWN = badServer(`ignoring bid id=b, request doesn't contain any impression with id=7`);

for (const [definition, name, step] of [
  [adtarget, 'aid', 'encoding'],
  [adtelligent, 'aid', 'marshaling'],
  [bidmatic, 'source', 'marshaling'],
] as const) {
  const { code } = definition;
  testAdapter(definition, {
    requests: {
      'gets one call per source, with its params under its own key': {
        params: [{ [name]: 7, placementId: 1, siteId: 2, bidFloor: 0.5, more: 1 }, { [name]: '8', placementId: 0 }, { [name]: '7' }],
        calls: [
          {
            uri: `https://acme.example/bid?${name}=7`,
            imps: [
              { id: '1', banner: {}, bidfloor: 0.5, ext: { [code]: { [name]: 7, placementId: 1, siteId: 2, bidFloor: 0.5 } } },
              { id: '3', banner: {}, ext: { [code]: { [name]: 7 } } },
            ],
          },
          { uri: `https://acme.example/bid?${name}=8`, imps: [{ id: '2', banner: {}, ext: { [code]: { [name]: 8 } } }] },
        ],
        headers: jsonAccept,
      },
      'gets no imps that cannot be read': {
        imps: [
          { id: '1', banner: {} },
          { id: '2', banner: {}, ext: 'x' },
          { id: '3', banner: {}, ext: { bidder: 'x' } },
          { id: '4', banner: {}, ext: { bidder: { [name]: true } } },
          { id: '5', banner: {}, ext: { bidder: { [name]: 'qwerty' } } },
          { id: '6', banner: {}, ext: { bidder: { [name]: 'a"b' } } },
        ],
        errors: [
          ignoring(1, 'extImpBidder is empty'),
          ignoring(2, `error while decoding extImpBidder, err: ${NOT_AN_OBJECT}`),
          ignoring(3, `error while decoding impExt, err: ${NOT_AN_OBJECT}`),
          ignoring(4, `error while decoding impExt, err: cannot unmarshal ${name}: expects " or n, but found t`),
          ignoring(5, `error while ${step} impExt, err: json: invalid number literal "qwerty"`),
          ignoring(6, `error while ${step} impExt, err: json: invalid number literal "a\\"b"`),
        ],
      },
    },
    responses: {
      'bids for video if the imp has one, else for banner, in dollars': {
        ...types,
        types: ['video', 'banner'],
        cur: 'EUR',
        currency: 'USD',
        errors: [UNKNOWN],
      },
      'has no bids for imps it did not get': {
        imps: [
          { id: '1', banner: {}, ext },
          { id: '7', banner: {}, ext: { bidder: { [name]: 'x' } } },
        ],
        bids: [{ impid: '7' }, {}],
        types: ['banner'],
        errors: [UNKNOWN],
      },
      'needs a readable body': { body: '"x"', errors: [badServer(`error while decoding response, err: ${NOT_AN_OBJECT}`)] },
    },
  });
}

for (const [definition, name] of [
  [adtarget, 'Adtarget'],
  [adtelligent, 'Adtelligent'],
] as const) {
  testAdapter(definition, {
    requests: {
      'gets no other types than banner and video': {
        imps: [{ id: '1', native: {}, audio: {} }],
        errors: [ignoring(1, `${name} supports only Video and Banner`)],
      },
      'gets no imps whose source is not a whole number': {
        params: [{ aid: 1.5 }, { aid: '' }, {}, { aid: '9223372036854775808' }],
        errors: [
          ignoring(1, `aid parsing err: ${unparsed('1.5')}`),
          ignoring(2, `aid parsing err: ${unparsed('')}`),
          ignoring(3, `aid parsing err: ${unparsed('')}`),
          ignoring(4, `aid parsing err: ${unparsed('9223372036854775808', 'value out of range')}`),
        ],
      },
    },
    responses: {
      'bids with 500': { status: 500, params: [{ aid: 7 }], bids: [{}], types: ['banner'] },
      'does not bid with 204': { status: 204 },
    },
  });
}

testAdapter(adtarget, {
  requests: {
    'gets 0 for a missing source, and 32 bits at most, in the Java variant': {
      ...java,
      params: [{}, { aid: '2147483648' }],
      calls: [{ uri: 'https://acme.example/bid?aid=0', impIds: ['1'] }],
      errors: [ignoring(2, 'aid parsing err: For input string: "2147483648"')],
    },
  },
  responses: {
    'reads 400 as bad input': { status: 400, errors: [badInput(`Unexpected status code: 400. ${HINT}`)] },
    'has the decoder’s message in the Java variant': { ...java, body: '"x"', errors: [badServer(NOT_AN_OBJECT)] },
  },
});

testAdapter(adtelligent, { responses: { 'bids with 400': { status: 400, params: [{ aid: 7 }], bids: [{}], types: ['banner'] } } });

testAdapter(bidmatic, {
  requests: {
    'gets all types': { imps: [{ id: '1', native: {}, ext: { bidder: { source: 7 } } }], calls: [{ impIds: ['1'] }] },
    'gets no imps whose source is not a whole number': {
      params: [{ source: 1.5 }, {}],
      errors: [generic(unparsed('1.5')), generic(unparsed(''))],
    },
    'has messages of its own in the Java variant': {
      ...java,
      imps: [
        { id: '1', ext: 'x' },
        { id: '2', ext: { bidder: { source: 'y' } } },
      ],
      errors: [badInput(NOT_AN_OBJECT), badInput('Cannot parse sourceId=y to int')],
    },
  },
  responses: {
    'bids for audio and native, too, and writes the type into the bid': {
      imps: [
        { id: '1', audio: {}, native: {}, ext },
        { id: '2', native: {}, ext },
      ],
      bids: [{ mtype: 1 }, { impid: '2' }],
      types: ['audio', 'native'],
      result: [{ bid: { mtype: 3 } }, { bid: { mtype: 4 } }],
    },
    'bids for banner first in the Java variant': { ...java, ...types, types: ['banner', 'banner'], errors: [UNKNOWN] },
    'reads 400 as bad input': { status: 400, errors: [badInput(`Unexpected status code: 400. ${HINT}`)] },
    'reads 500 as a bad server response': { status: 500, errors: [badServer(`Unexpected status code: 500. ${HINT}`)] },
  },
});
