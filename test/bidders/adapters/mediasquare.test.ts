import mediasquare from '#src/bidders/adapters/mediasquare.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const bidder = { owner: 'o', code: 'c' };
const code = (id: string, mediatypes: object, floor: object) => ({
  adunit: '',
  auctionid: 'request',
  bidid: id,
  code: 'c',
  owner: 'o',
  mediatypes,
  floor,
});
const dollars = { floor: 1, currency: 'USD' };
const none = { codes: null, gdpr: { consent_required: false, consent_string: '' }, type: 'pbs', test: false };
const noCode = { ...none, pbjs: 'n/a', tech: {}, user_uid: '' };
const consentRow = (ext: unknown, consent_string: string, own?: string) => {
  const user = { consent: own, ext };
  const gdpr = { ...none.gdpr, consent_string };
  return { imps: [{ id: '1', ext: { bidder } }], request: { user }, calls: [{ body: { ...noCode, gdpr, tech: { user } } }] };
};
const failed = (cause: string) => badServer(`<MakeBids> Unexpected status code: ${cause}`);
const bids = { responses: [{ video: {}, native: {}, dsa: { adrender: 1, x: 2 } }] };

testAdapter(mediasquare, {
  requests: {
    'gets a code per imp, with a floor per size': {
      imps: [
        {
          id: '1',
          tagid: 't',
          banner: {
            format: [
              { w: 1, h: 2 },
              { w: 3, h: 4 },
            ],
            w: 5,
            h: 6,
          },
          bidfloor: 1,
          bidfloorcur: 'USD',
          ext: { bidder },
        },
        { id: '2', banner: { w: 5, h: 6 }, video: { w: 7, h: 8 }, native: { request: 'n' }, ext: { bidder } },
        { id: '3', video: { w: 7 }, bidfloor: 1, bidfloorcur: 'USD', ext: { bidder } },
        { id: '4', banner: { w: 5 }, native: { request: '' }, ext: { bidder } },
      ],
      request: {
        test: 1,
        device: { ip: 'i' },
        app: { id: 'a' },
        site: { id: 's' },
        user: { buyeruid: 'u', consent: 'c' },
        regs: { gdpr: 1, ext: { dsa: { any: 1 } } },
      },
      headers: jsonAccept,
      calls: [
        {
          impIds: ['1', '2', '3', '4'],
          body: {
            codes: [
              {
                ...code(
                  '1',
                  {
                    banner: {
                      sizes: [
                        [1, 2],
                        [3, 4],
                      ],
                    },
                  },
                  { '1x2': dollars, '3x4': dollars },
                ),
                adunit: 't',
              },
              code('2', { banner: { sizes: [[5, 6]] }, video: { w: 7, h: 8 }, native_request: 'n' }, { '5x6': {}, '7x8': {}, '*': {} }),
              code('3', { video: { w: 7 } }, { '*': dollars }),
            ],
            gdpr: { consent_required: true, consent_string: 'c' },
            type: 'pbs',
            pbjs: 'prebid-test-version',
            dsa: { any: 1 },
            tech: { device: { ip: 'i' }, app: { id: 'a' }, site: { id: 's' }, user: { buyeruid: 'u', consent: 'c' } },
            test: true,
            user_uid: 'u',
          },
        },
      ],
    },
    'is called even if no imp is left': {
      imps: [{ id: '1' }, { id: '2', ext: 'x' }, { id: '3', ext: {} }, { id: '4', ext: { bidder: 'x' } }],
      request: { regs: { ext: 'x' } },
      calls: [{ impIds: ['1', '2', '3', '4'], body: noCode }],
      errors: [
        generic('<MakeRequests> imp[ext]: is empty.'),
        generic(`<MakeRequests> imp[ext]: ${NOT_AN_OBJECT}`),
        generic('<MakeRequests> imp-bidder[ext]: is empty.'),
        generic(`<MakeRequests> imp-bidder[ext]: ${NOT_AN_OBJECT}`),
      ],
    },
    'gets the consent of the user’s extension': consentRow({ consent: 'c', gdpr: 1 }, 'c'),
    'gets the consent in another field': consentRow({ gdpr: 1 }, '1'),
    'gets the user’s own consent first': consentRow({ consent: 'c' }, 'own', 'own'),
    'gets no consent without any': consentRow('x', ''),
    'is not called without imps': { params: [], errors: [generic('<MakeRequests> request: is empty.')] },
    'gets less, in the Java variant': {
      ...java,
      imps: [{ id: '1', video: {}, ext: { bidder } }],
      request: { site: { id: 's' }, app: { id: 'a' }, user: { buyeruid: 'u', ext: { consent: 'c' } } },
      calls: [{ body: { ...none, codes: [code('1', { video: {} }, { '*': {} })], tech: { app: { id: 'a' } } } }],
    },
    'is not called without a code, in the Java variant': { ...java, imps: [{ id: '1', ext: { bidder } }] },
  },
  responses: {
    'has bids in its own form': {
      body: {
        responses: [
          {
            id: 'i',
            bid_id: '7',
            cpm: 2,
            ad: 'a',
            adomain: ['x.example'],
            width: 1,
            height: 2,
            creative_id: 'c',
            burl: 'b',
            currency: 'USD',
          },
          { native: {}, dsa: { behalf: 1 }, currency: 'EUR' },
          ...bids.responses,
        ],
      },
      result: [
        {
          type: 'banner',
          meta: { mediaType: 'banner', advertiserDomains: ['x.example'] },
          bid: { id: 'i', impid: '7', price: 2, adm: 'a', adomain: ['x.example'], w: 1, h: 2, crid: 'c', burl: 'b', mtype: 1 },
        },
        { type: 'native', meta: { mediaType: 'native' }, bid: { mtype: 4 } },
        { type: 'video', meta: { mediaType: 'video' }, bid: { mtype: 2, ext: { dsa: { adrender: 1 } } } },
      ],
      currency: '',
    },
    'keeps all transparency data, in the Java variant': { ...java, body: bids, result: [{ bid: { ext: { dsa: { adrender: 1, x: 2 } } } }] },
    'needs bids': { body: {}, errors: [failed('204. No responses found into body content.')] },
    'needs no bids in the Java variant': { ...java, body: {} },
    'must be JSON': { body: '"x"', errors: [failed(`406. Bad server response: ${NOT_AN_OBJECT}.`)] },
    'must be JSON in the Java variant, too': { ...java, body: '"x"', errors: [badServer(`Failed to decode response: ${NOT_AN_OBJECT}`)] },
    'must have content': { status: 204, errors: [failed('204. Run with request.debug = 1 for more info.')] },
    'may be about a bad request': { status: 400, errors: [badInput('<MakeBids> Unexpected status code: 400.')] },
  },
});
