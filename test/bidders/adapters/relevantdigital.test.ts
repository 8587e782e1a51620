import relevantdigital from '#src/bidders/adapters/relevantdigital.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, openRtb25, testAdapter, type } from '../kit/adapter-table.ts';

const endpoint = { endpoint: 'https://{{.Host}}.relevant-digital.com/a' };
const own = { accountId: 'a', placementId: 'p', pbsHost: 'host' };
const stored = (id: string) => ({ srv: { storedrequest: { id } } });
const sent = (id: string, fields: object = { banner: {} }, placement = 'p') => ({ id, ...fields, ext: stored(placement) });
const first = { relevant: { count: 1, adapterType: 'server' }, srv: { storedrequest: { id: 'a' }, debug: false } };
const notCreated = (cause: string) => badInput(`failed to create bidRequest, error: ${cause}`);
const tmaxRow = (pbsBufferMs: number | undefined, tmax: number | undefined, left: number) => ({
  params: [{ ...own, pbsBufferMs }],
  request: { tmax },
  calls: [{ body: { id: 'request', imp: [sent('1')], tmax: left, ext: first } }],
});
const badType = badInput('Failed to parse bid[i].ext.prebid.type for the bid 1');

testAdapter(relevantdigital, {
  requests: {
    'gets placements as stored requests': {
      builder: endpoint,
      imps: [
        {
          id: '1',
          banner: { ext: { relevant: 1 } },
          video: { ext: { relevant: 1, k: 2 } },
          ext: { bidder: { ...own, pbsHost: 'https://host.relevant-digital.com' }, gpid: 'lost' },
        },
        { id: '2', audio: { ext: {} }, native: { ext: 'x' }, ext: { bidder: { placementId: 'q', pbsHost: '!' } } },
      ],
      request: {
        tmax: 500,
        device: { ua: 'u', ip: '1.2.3.4', ipv6: '::1' },
        ext: {
          k: 1,
          relevant: { count: 4, l: 2 },
          srv: { debug: true, storedrequest: { m: 3 }, cache: {}, targeting: {}, aliases: {}, channel: {} },
        },
      },
      headers: { ...openRtb25, 'User-Agent': 'u', 'X-Forwarded-For': ['::1', '1.2.3.4'] },
      calls: [
        {
          uri: 'https://host.relevant-digital.com/a',
          body: {
            id: 'request',
            imp: [
              sent('1', { banner: { ext: {} }, video: { ext: { k: 2 } } }),
              sent('2', { audio: { ext: {} }, native: { ext: 'x' } }, 'q'),
            ],
            tmax: 250,
            device: { ua: 'u', ip: '1.2.3.4', ipv6: '::1' },
            ext: {
              k: 1,
              relevant: { count: 5, adapterType: 'server', l: 2 },
              srv: { debug: true, storedrequest: { m: 3, id: 'a' }, channel: {} },
            },
          },
        },
      ],
    },
    'gets a default time limit less the buffer': tmaxRow(100, 0, 900),
    'gets at least the buffer': tmaxRow(undefined, 300, 250),
    'gets at most the time limit': tmaxRow(600, 500, 500),
    'gets no call if one imp is bad': {
      imps: [
        { id: '1', ext: 'x' },
        { id: '2', ext: { bidder: own } },
        { id: '3', ext: { bidder: { ...own, pbsBufferMs: 1.5 } } },
      ],
      errors: [badInput('imp.ext not provided'), badInput('ext.bidder not provided')],
    },
    'needs a readable extension of the request': {
      params: [own],
      request: { ext: { relevant: 'x' } },
      errors: [notCreated('failed to unmarshal ext, {"relevant":"x"}')],
    },
    'gets a request five times': { params: [own], request: { ext: { relevant: { count: 5 } } }, errors: [notCreated('too many requests')] },
    'needs a host': { params: [{ ...own, pbsHost: 'a/b' }], builder: endpoint, errors: [badInput('Invalid Host')] },
    'belongs to the last valid imp, in the Java variant': {
      ...java,
      builder: endpoint,
      params: [own, { accountId: 'b', placementId: 'q', pbsHost: 'a/b' }, 'x'],
      request: { tmax: 500, ext: { lost: 1 } },
      calls: [
        {
          uri: 'https://a%2Fb.relevant-digital.com/a',
          body: {
            id: 'request',
            imp: [sent('1'), sent('2', { banner: {} }, 'q')],
            tmax: 500,
            ext: { ...first, srv: { storedrequest: { id: 'b' } } },
          },
        },
      ],
      errors: [badInput('ext.bidder not provided')],
    },
  },
  responses: {
    'bids for the type it names, or that of the extension': {
      bids: [{ mtype: 3 }, type('native'), type('x'), type(), {}, { ext: {} }],
      types: ['audio', 'native'],
      result: [{ seat: undefined }, {}],
      currency: '',
      errors: [
        generic('invalid BidType: x'),
        generic('invalid BidType: '),
        generic('failed to parse bid type, missing ext: 1'),
        generic('failed to parse bid type, missing ext: 1'),
      ],
    },
    'bids in its own seats if the first imp wants that': {
      params: [{ useSourceBidderCode: true }, {}],
      body: { seatbid: [{ seat: 's', bid: [{ impid: '2', mtype: 1 }] }, { bid: [{ mtype: 1 }] }] },
      result: [{ seat: 's' }, { seat: undefined }],
    },
    'has other errors and no seats, in the Java variant': {
      ...java,
      params: [{ useSourceBidderCode: true }],
      body: { seatbid: [{ seat: 's', bid: [{ mtype: 1 }, { impid: '1', ext: {} }, { impid: '1', ...type('x') }] }] },
      result: [{ seat: undefined }],
      errors: [badType, badType],
    },
    'needs seatbids, in the Java variant': { ...java, body: {}, errors: [badServer('Empty SeatBid array')] },
    'needs JSON, in the Java variant': { ...java, body: '"x"', errors: [badServer('Bad Server Response')] },
    'must be JSON': { body: '"x"', errors: [badServer(NOT_AN_OBJECT)] },
  },
});
