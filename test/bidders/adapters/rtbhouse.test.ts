import rtbhouse from '#src/bidders/adapters/rtbhouse.ts';
import { badInput, generic } from '#src/bidders/errors.ts';
import { java, json, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const noRate = generic("Currency conversion rate not found: 'GBP' => 'USD'");
const badParams = badInput('Error while unmarshaling bidder extension');
const slots = { data: { adserver: { adslot: 'slot' }, pbadslot: 'pb' } };
const publisher = (publisherId?: string) => ({ ext: { srv: { publisherId } } });

testAdapter(rtbhouse, {
  requests: {
    'gets floors in dollars, slots as tags and the publisher in its own place': {
      imps: [
        { id: '1', pmp: {}, ext: { bidder: { publisherId: '', bidfloor: 2 }, ae: 1, igs: [], paapi: {}, ...slots } },
        { id: '2', ext: { bidder: { publisherId: 'p', bidfloor: 2 }, gpid: 'g', ...slots } },
        { id: '3', tagid: 't', bidfloor: 1, bidfloorcur: 'usd', ext: { bidder: { publisherId: 'q', bidfloor: 2 } } },
        { id: '4', ext: { bidder: {}, data: { pbadslot: 'pb' } } },
        { id: '5', ext: { bidder: {} } },
      ],
      request: { cur: ['EUR', 'GBP'], app: { publisher: { id: 'a', ext: { lost: 1 } } } },
      headers: json,
      calls: [
        {
          body: {
            id: 'request',
            imp: [
              { id: '1', tagid: 'slot', bidfloor: 3, bidfloorcur: 'USD', ext: { bidder: { publisherId: '', bidfloor: 2 }, ...slots } },
              {
                id: '2',
                tagid: 'g',
                bidfloor: 2,
                bidfloorcur: 'USD',
                ext: { bidder: { publisherId: 'p', bidfloor: 2 }, gpid: 'g', ...slots },
              },
              { id: '3', tagid: 't', bidfloor: 1, bidfloorcur: 'usd', ext: { bidder: { publisherId: 'q', bidfloor: 2 } } },
              { id: '4', tagid: 'pb', ext: { bidder: {}, data: { pbadslot: 'pb' } } },
              { id: '5', tagid: '5', ext: { bidder: {} } },
            ],
            cur: ['USD'],
            app: { publisher: { id: 'a', ...publisher('p') } },
          },
        },
      ],
    },
    'gets a site if there is neither site nor app': {
      params: [{ publisherId: 'p' }],
      calls: [
        {
          body: {
            id: 'request',
            imp: [{ id: '1', banner: {}, tagid: '1', ext: { bidder: { publisherId: 'p' } } }],
            cur: ['USD'],
            site: { publisher: publisher('p') },
          },
        },
      ],
    },
    'gets no call if one imp is bad': { params: [{}, 'x', 'y'], errors: [badParams] },
    'gets no call if one floor has no rate': {
      imps: [{ id: '1', bidfloor: 1, bidfloorcur: 'GBP', ext: { bidder: {} } }],
      errors: [noRate],
    },
    'needs an extension in each imp': {
      imps: [{ id: '1', ext: 'x' }],
      errors: [badInput("Bidder extension not provided or can't be unmarshalled")],
    },
    'needs a readable publisher': {
      params: [{ publisherId: 'p' }],
      request: { site: { publisher: { ext: 'x' } } },
      errors: [generic(NOT_AN_OBJECT)],
    },
    'gets all errors, in the Java variant': { ...java, params: ['x', {}, 'y'], errors: [badParams, badParams] },
    'gets a site also for apps, in the Java variant': {
      ...java,
      imps: [{ id: '1', bidfloorcur: 'GBP', ext: { bidder: { bidfloor: 2 }, ae: 1 } }],
      request: { app: { id: 'a' } },
      calls: [
        {
          body: {
            id: 'request',
            imp: [{ id: '1', tagid: '1', bidfloor: 2, bidfloorcur: 'USD', ext: { bidder: { bidfloor: 2 }, ae: 1 } }],
            cur: ['USD'],
            app: { id: 'a' },
            site: { publisher: publisher() },
          },
        },
      ],
    },
  },
  responses: {
    'fills prices in, and unwraps native markup': {
      bids: [
        { mtype: 1, adm: 'p=${AUCTION_PRICE}', nurl: 'n=${AUCTION_PRICE}', price: 0.5 },
        { mtype: 4, adm: '{"native":{"b":1,"a":"${AUCTION_PRICE}"}}', price: 0.5 },
        { mtype: 4, adm: '{"native":1}' },
        { mtype: 4, adm: '<a>' },
        { mtype: 2 },
      ],
      cur: 'EUR',
      currency: 'USD',
      result: [
        { type: 'banner', bid: { adm: 'p=0.5', nurl: 'n=0.5' } },
        { type: 'native', bid: { adm: '{"b":1,"a":"0.5"}' } },
      ],
      errors: [
        generic('unable to get native adm'),
        generic('unable to unmarshal native adm'),
        generic('unrecognized bid type in response from rtbhouse for bid 1'),
      ],
    },
    'makes no result without seatbids': { body: {} },
    'takes types from imps, in the Java variant': {
      ...java,
      imps: [
        { id: '1', video: {}, native: {} },
        { id: '2', video: {} },
      ],
      bids: [{ adm: '{"a":1}' }, { impid: '2' }, { impid: '3' }],
      types: ['native', 'video', 'banner'],
      cur: 'EUR',
      currency: 'EUR',
    },
  },
});
