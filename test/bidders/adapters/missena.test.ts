import missena from '#src/bidders/adapters/missena.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const own = { apiKey: 'k/1', formats: ['f'], placement: 'p', sample: 's', settings: { a: 1 } };
const eids = [{ source: 's', uids: [{ id: 'u', x: 1 }] }];
const version = 'prebid-server@unknown';
const shared = { adunit: '1', ik: 'request', request_id: 'request', version };
const badParams = badInput('Error parsing missenaExt parameters');

/** A request whose only imp has this floor, with the fields of the body it leads to. */
const floorRow = (floor: object, cur: readonly string[] | undefined, fields: object) => {
  const imp = { id: '1', ...floor, ext: { bidder: {} } };
  const ortb2 = { id: 'request', imp: [imp], cur };
  return { imps: [imp], request: { cur }, calls: [{ body: { ...shared, params: {}, ortb2, ...fields } }] };
};
const page = 'HTTPS://u@p.example:8080/a?b';
const device = { ip: '1.2.3.4', ipv6: '::1' };

testAdapter(missena, {
  requests: {
    'gets the request inside its own': {
      builder: { endpoint: 'https://m.example/?t={{.PublisherID}}' },
      imps: [{ id: '1', ext: { bidder: own } }],
      request: { test: 1, tmax: 500, cur: ['EUR'], user: { ext: { eids } } },
      headers: jsonAccept,
      calls: [
        {
          uri: 'https://m.example/?t=k%2F1',
          impIds: ['1'],
          body: {
            ...shared,
            currency: 'EUR',
            debug: true,
            timeout: 500,
            userEids: eids,
            params: own,
            ortb2: {
              id: 'request',
              imp: [{ id: '1', ext: { bidder: own } }],
              test: 1,
              tmax: 500,
              cur: ['EUR'],
              user: { ext: { eids } },
            },
          },
        },
      ],
    },
    'is called for the imp after one whose extension has a malformed part': {
      imps: [
        { id: '1', ext: { srv: 1, bidder: {} } },
        { id: '2', ext: { bidder: {} } },
      ],
      calls: [{ impIds: ['2'] }],
      errors: [badInput('Error parsing bidderExt object: cannot unmarshal srv: expect { or n, but found 1, input: {"srv":1,"bidder":{}}')],
    },
    'is called for the first good imp only': {
      imps: [
        { id: '1', ext: 'x' },
        { id: '2' },
        { id: '3', ext: { bidder: 'x' } },
        { id: '4', bidfloor: 1, bidfloorcur: 'GBP', ext: { bidder: {} } },
        { id: '5', ext: { bidder: {} } },
        { id: '6', ext: { bidder: 'x' } },
        { id: '7', ext: { bidder: {} } },
      ],
      calls: [{ impIds: ['5'] }],
      errors: [
        badInput(`Error parsing bidderExt object: ${NOT_AN_OBJECT}, input: "x"`),
        badInput('Error parsing bidderExt object: expect { or n, but found \0, input: '),
        badParams,
        generic("Currency conversion rate not found: 'GBP' => 'USD'"),
      ],
    },
    'gets floors in dollars': floorRow({ bidfloor: 2, bidfloorcur: 'EUR' }, ['GBP'], { floor: 3, floor_currency: 'USD', currency: 'USD' }),
    'gets floors as they are if the request accepts its currency': floorRow({ bidfloor: 2, bidfloorcur: 'GBP' }, ['EUR', 'USD'], {
      floor: 2,
      floor_currency: 'USD',
      currency: 'USD',
    }),
    'gets no floor without one': floorRow({ bidfloor: 0 }, undefined, { currency: 'USD' }),
    'gets floors in the request’s currency, in the Java variant': {
      ...java,
      ...floorRow({ bidfloor: 2, bidfloorcur: 'EUR' }, ['usd'], { floor: 3, floor_currency: 'USD', currency: 'USD' }),
    },
    'gets floors of the same currency as they are, in the Java variant': {
      ...java,
      ...floorRow({ bidfloor: 2, bidfloorcur: 'eur' }, ['eur'], { floor: 2, floor_currency: 'EUR', currency: 'EUR' }),
    },
    'knows the page and the device': {
      params: [{}],
      request: { site: { page }, device },
      headers: { ...jsonAccept, 'User-Agent': '', 'X-Forwarded-For': '1.2.3.4', Referer: page, Origin: 'https://p.example:8080' },
      calls: [{}],
    },
    'knows only a page that is no URL': {
      params: [{}],
      request: { site: { page: 'p' } },
      headers: { ...jsonAccept, Referer: 'p' },
      calls: [{}],
    },
    'knows no origin of a page with a malformed URL': {
      params: [{}],
      request: { site: { page: 'https://p.example/%zz' } },
      headers: { ...jsonAccept, Referer: 'https://p.example/%zz' },
      calls: [{}],
    },
    'gets other params, in the Java variant': {
      ...java,
      imps: [{ id: '1', ext: { bidder: { ...own, test: 't' } } }],
      request: { test: 1, site: { page }, user: { ext: { eids } } },
      headers: { ...jsonAccept, Referer: page, Origin: 'https://p.example' },
      calls: [
        {
          body: {
            ...shared,
            currency: 'USD',
            params: { formats: ['f'], placement: 'p', test: 't', settings: { a: 1 } },
            ortb2: {
              id: 'request',
              imp: [{ id: '1', ext: { bidder: { ...own, test: 't' } } }],
              test: 1,
              site: { page },
              user: { ext: { eids } },
            },
          },
        },
      ],
    },
    'has errors of its own, in the Java variant': {
      ...java,
      imps: [
        { id: '1', ext: 'x' },
        { id: '2', bidfloor: 1, bidfloorcur: 'GBP', ext: { bidder: {} } },
      ],
      errors: [badParams, badInput('Unable to convert provided bid floor currency from GBP to USD for imp `2`')],
    },
  },
  responses: {
    'is one bid for the first imp': {
      params: [{}, {}],
      body: { cpm: 2, ad: 'a', requestId: 'r', currency: 'EUR' },
      result: [{ type: 'banner', bid: { id: 'request', impid: '1', price: 2, adm: 'a', crid: 'r' } }],
      currency: 'EUR',
    },
    'is a bid even if it is empty': { body: {}, result: [{ type: 'banner', bid: { id: 'request', impid: '1', price: 0 } }], currency: '' },
    'must be JSON': { body: '"x"', errors: [badServer(NOT_AN_OBJECT)] },
  },
});
