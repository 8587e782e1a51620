import mabidder from '#src/bidders/adapters/mabidder.ts';
import { badServer } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, testAdapter, unread } from '../kit/adapter-table.ts';

const entry = {
  requestId: '1',
  cpm: 0.1,
  width: 300,
  height: 250,
  creativeId: 'c',
  dealId: 'd',
  ad: '<a>',
  mediaType: 'banner',
  meta: { advertiserDomains: ['a.example'] },
};
const bid = { id: '1', impid: '1', price: Math.fround(0.1), w: 300, h: 250, crid: 'c', dealid: 'd', adm: '<a>', adomain: ['a.example'] };

testAdapter(mabidder, {
  requests: { 'gets the request unchanged, without headers': { ...unread, headers: {} } },
  responses: {
    'bids in a format of its own, in the last currency it names': {
      body: {
        Responses: [
          { ...entry, currency: 'CAD' },
          { currency: 'EUR', mediaType: 'video' },
          { currency: '', mediaType: 'popup' },
        ],
      },
      types: ['banner', 'video', 'popup'],
      result: [{ bid }, { bid: { id: '', impid: '', price: 0 } }, {}],
      currency: 'EUR',
    },
    'bids in dollars if it names no currency': { body: { Responses: [] }, types: [], currency: 'USD' },
    'has the decoder’s message': { body: '"x"', errors: [badServer(NOT_AN_OBJECT)] },
    'bids for banners in the Java variant, each in its own currency': {
      ...java,
      body: { Responses: [{ mediaType: 'video', currency: 'CAD' }, { currency: 'EUR' }, {}] },
      types: ['banner', 'banner', 'banner'],
      result: [{ currency: 'CAD' }, { currency: 'EUR' }, { currency: undefined }],
      currency: 'USD',
    },
    'has a message of its own in the Java variant': { ...java, body: '"x"', errors: [badServer('Bad Server Response')] },
  },
});
