/** The exchange of two codes: numeric tags, sizes required, time in the address. */
import cadent from '#src/bidders/adapters/cadent_aperture_mx.ts';
import emx from '#src/bidders/adapters/emx_digital.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const imp = (bidder: unknown, formats: object = { banner: { w: 1, h: 2 } }) => ({ id: '1', ...formats, ext: { bidder } });
const noTag = 'ignoring imp id=1, invalid tagid must be a String of numbers';
const ended = (...messages: string[]) => [...messages, `Error in preprocess of Imp, err: [${messages.join(' ')}]`].map(badInput);
const fails = (formats: object, message: string) => ({ imps: [imp({ tagid: '7' }, formats)], errors: ended(message) });

for (const definition of [cadent, emx]) {
  testAdapter(definition, {
    requests: {
      'gets tag, floor and security of all imps': {
        imps: [
          imp(
            { tagid: '7', bidfloor: '0.5' },
            {
              banner: {
                format: [
                  { w: 1, h: 2 },
                  { w: 3, h: 4 },
                ],
              },
            },
          ),
        ],
        request: { site: { page: 'https://p.example' }, device: { ua: 'agent', ip: '1.2.3.4', language: 'en', dnt: 0 } },
        headers: {
          ...jsonAccept,
          'User-Agent': 'agent',
          'X-Forwarded-For': '1.2.3.4',
          'Accept-Language': 'en',
          Dnt: '0',
          Referer: 'https://p.example',
        },
        calls: [
          {
            uri: 'https://acme.example/bid?t=1000&ts=0&src=pbserver',
            imps: [
              imp(
                { tagid: '7', bidfloor: '0.5' },
                { tagid: '7', secure: 1, bidfloor: 0.5, bidfloorcur: 'USD', banner: { w: 1, h: 2, format: [{ w: 3, h: 4 }] } },
              ),
            ],
          },
        ],
      },
      'is not secure on a page whose address is malformed': {
        imps: [imp({ tagid: '7' }, { banner: { w: 1 } })],
        request: { site: { page: 'https://p.example/%zz' } },
        calls: [{ imps: [imp({ tagid: '7' }, { tagid: '7', secure: 0, banner: { w: 1 } })] }],
      },
      'gets video without VAST 4': {
        imps: [imp({ tagid: '7', bidfloor: '0' }, { video: { mimes: ['m'], h: 2, protocols: [7] } })],
        request: { app: { storeurl: 'http://s.example' }, tmax: 50 },
        calls: [
          {
            uri: 'https://acme.example/bid?t=50&ts=0&src=pbserver',
            imps: [imp({ tagid: '7', bidfloor: '0' }, { tagid: '7', secure: 0, video: { mimes: ['m'], h: 2 } })],
          },
        ],
      },
      'gets nothing if one imp is bad': {
        imps: [imp({ tagid: 'x' }), imp({ tagid: '0' }), imp({ tagid: '7' }), imp('x')],
        errors: ended(noTag, noTag, 'ignoring imp id=1, invalid ImpExt'),
      },
      'gets nothing without imps': { imps: [], errors: [badInput('No Imps in Bid Request')] },
      'needs types of video': fails({ video: { w: 1, h: 1 } }, 'Video: missing required field mimes'),
      'needs a size of video': fails({ video: { mimes: ['m'] } }, 'Video: Need at least one size to build request'),
      'needs a banner otherwise': fails({}, 'Request needs to include a Banner object'),
      'needs a size of a banner': fails({ banner: {} }, 'Need at least one size to build request'),
      'stops at the first bad imp in the Java variant': {
        ...java,
        imps: [imp({ tagid: '0' }), imp('x')],
        errors: [badInput('tagid cant be 0, ignoring imp id=1')],
      },
      'names the tag in the Java variant': {
        ...java,
        imps: [imp({})],
        errors: [badInput('tagid must be a String of numbers, ignoring imp id=1')],
      },
      'gets any floor in the Java variant': {
        ...java,
        imps: [imp({ tagid: '7', bidfloor: '-1' })],
        calls: [{ imps: [{ ...imp({ tagid: '7', bidfloor: '-1' }), tagid: '7', secure: 0, bidfloor: -1, bidfloorcur: 'USD' }] }],
      },
    },
    responses: {
      'bids by markup for the imp that has the bid’s id': {
        bids: [{ adm: '<Vast' }, { adm: '<div>' }],
        cur: 'EUR',
        types: ['video', 'banner'],
        result: [{ bid: { impid: 'b' } }, {}],
        currency: 'USD',
      },
      'minds the case of markup and keeps ids of imps in the Java variant': {
        ...java,
        bids: [{ adm: '<Vast' }],
        types: ['banner'],
        result: [{ bid: { impid: '1' } }],
      },
      'says that its response cannot be read': {
        body: '"x"',
        errors: [badServer(`Unable to unpackage bid response. Error: ${NOT_AN_OBJECT}`)],
      },
      'reads 400 as a bad server response': {
        status: 400,
        errors: [badServer('Invalid Status Returned: 400. Run with request.debug = 1 for more info')],
      },
    },
  });
}
