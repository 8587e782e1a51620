/** Exchanges with one call for all imps, whose first one decides about the request. */

import marsmedia from '#src/bidders/adapters/marsmedia.ts';
import mobkoi from '#src/bidders/adapters/mobkoi.ts';
import smartrtb from '#src/bidders/adapters/smartrtb.ts';
import smilewanted from '#src/bidders/adapters/smilewanted.ts';
import stackadapt from '#src/bidders/adapters/stackadapt.ts';
import tadvertisingBlis from '#src/bidders/adapters/tadvertising_blis.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { imp } from '../kit/adapter-fixtures.ts';
import { java, NOT_AN_OBJECT, openRtb25, testAdapter } from '../kit/adapter-table.ts';

const plainJson = { 'Content-Type': 'application/json' };
const firstSeat = { cur: 'EUR', seatbid: [{ bid: [{ impid: '1' }, { impid: '2' }] }, { bid: [{ impid: '1' }] }] };
const videoFirst = { imps: [{ id: '1', banner: {}, video: {} }], body: firstSeat, types: ['video', 'banner'] };

testAdapter(marsmedia, {
  requests: {
    'gets the zone of the first imp, and sizes of banners': {
      imps: [
        { id: '1', banner: { w: 1, h: 1, format: [{ w: 300, h: 250 }] }, ext: { bidder: { zoneId: 7 } } },
        { id: '2', banner: { w: 0, h: 0 }, ext: 'x' },
      ],
      request: { device: { ua: 'agent', ip: '1.2.3.4', ipv6: '::1', language: 'de', dnt: 0 } },
      headers: { ...openRtb25, 'User-Agent': 'agent', 'X-Forwarded-For': '1.2.3.4', 'Accept-Language': 'de', Dnt: '0' },
      calls: [
        {
          uri: 'https://acme.example/bid&zone=7',
          body: {
            id: 'request',
            at: 1,
            device: { ua: 'agent', ip: '1.2.3.4', ipv6: '::1', language: 'de', dnt: 0 },
            imp: [
              { id: '1', banner: { w: 300, h: 250, format: [{ w: 300, h: 250 }] }, ext: { bidder: { zoneId: 7 } } },
              { id: '2', banner: { w: 0, h: 0 }, ext: 'x' },
            ],
          },
        },
      ],
    },
    'takes any number as the zone': {
      imps: [{ id: '1', banner: { w: 0, h: 0 }, ext: { bidder: { zoneId: 1.5 } } }],
      calls: [{ uri: 'https://acme.example/bid&zone=1.5' }],
    },
    'needs a zone': { params: [{ zoneId: '' }], errors: [badInput('zoneId is empty')] },
    'needs params': { params: ['x'], errors: [badInput('ext.bidder.zoneId not provided')] },
    'needs sizes': { params: [{ zoneId: 7 }], errors: [badInput('No valid banner format in the bid request')] },
    'needs a banner or video': {
      imps: [{ id: '1', ext: { bidder: { zoneId: 7 } } }],
      errors: [badInput('No valid impression in the bid request')],
    },
    'drops imps without media in the Java variant, and needs another': {
      ...java,
      imps: [{ id: '1', native: {}, ext: { bidder: { zoneId: 7 } } }],
      errors: [badInput('No valid impression in the bid request')],
    },
    'has its own messages in the Java variant': { ...java, params: ['x'], errors: [badInput('ext.bidder not provided')] },
  },
  responses: {
    'bids in the first seatbid, in dollars': { ...videoFirst, currency: 'USD' },
    'has its own message for 400': { status: 400, errors: [badInput('Unexpected status code: 400. ')] },
  },
});

const noTag = 'invalid because it comes with neither request.imp[0].tagId nor req.imp[0].ext.Bidder.placementId';
testAdapter(mobkoi, {
  requests: {
    'gets the placement of the first imp as its tag': {
      imps: [imp('1', { placementId: 'p' }, { tagid: 'own' }), { id: '2', ext: 'x' }],
      request: { user: { consent: 'c', ext: { a: 1 } } },
      headers: { ...plainJson, Accept: 'application/json' },
      calls: [
        {
          body: {
            id: 'request',
            user: { consent: 'c', ext: { consent: 'c' } },
            imp: [imp('1', { placementId: 'p' }, { tagid: 'p' }), { id: '2', ext: 'x' }],
          },
        },
      ],
    },
    'needs a placement or a tag': { params: [{}, { placementId: 'p' }], errors: [generic(noTag)] },
    'reads the params of the first imp': { params: ['x'], errors: [badInput(NOT_AN_OBJECT)] },
    'has its own messages in the Java variant': {
      ...java,
      params: ['x'],
      errors: [badInput(`Invalid imp.ext for impression id 1. Error Information: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids for banner in its own seat': { bids: [{}], result: [{ type: 'banner', seat: 'mobkoi' }], currency: '' },
    'has no seat in the Java variant': { ...java, bids: [{}], result: [{ type: 'banner', seat: undefined }] },
  },
});

const ofPublisher = { builder: { endpoint: 'https://a.example/?pubid={{.PublisherID}}' } };
testAdapter(smartrtb, {
  requests: {
    'gets the first publisher, and imps with banner or video': {
      ...ofPublisher,
      imps: [{ id: '1', native: {}, ext: 'x' }, imp('2', { zone_id: 'z' }), imp('3', { pub_id: 'p &' }), imp('4', 'x')],
      request: { ext: { a: 1 } },
      headers: openRtb25,
      calls: [
        {
          uri: 'https://a.example/?pubid=p &',
          body: { id: 'request', ext: { pub_id: 'p &' }, imp: [imp('2', { zone_id: 'z' }, { tagid: 'z' }), imp('3', { pub_id: 'p &' })] },
        },
      ],
      errors: [badInput(NOT_AN_OBJECT)],
    },
    'needs a publisher': { params: ['x', {}], errors: [badInput(NOT_AN_OBJECT), badInput('Cannot infer publisher ID from bid ext')] },
    'reports nothing for imps without banner and video': { imps: [{ id: '1', native: {} }] },
    'reports them in the Java variant': {
      ...java,
      imps: [{ id: '1', native: {} }],
      errors: [badInput('SmartRTB only supports banner and video'), badInput('Cannot infer publisher ID from bid ext')],
    },
  },
  responses: {
    'bids for the format it names, in dollars': {
      cur: 'EUR',
      bids: [{ ext: { format: 'VIDEO' } }],
      result: [{ type: 'video', bid: { ext: undefined } }],
      currency: 'USD',
    },
    'fails at a bid of another format': {
      bids: [{ ext: { format: 'BANNER' } }, { ext: { format: 'video' } }],
      errors: [badServer('Unsupported creative type video.')],
    },
    'fails at a bid without ext': { bids: [{}], errors: [badServer('Invalid bid extension from endpoint.')] },
    'has its own messages for statuses': { status: 500, errors: [badServer('Unexpected HTTP status 500.')] },
  },
});

testAdapter(smilewanted, {
  requests: {
    'gets the zone of the first imp in the URL': {
      params: [{ zoneId: 'z' }, 'x'],
      headers: { ...openRtb25, 'Sw-Integration-Type': 'prebid_server' },
      calls: [{ uri: 'https://acme.example/bidz', body: { id: 'request', at: 1, imp: [imp('1', { zoneId: 'z' }), imp('2', 'x')] } }],
    },
    'is called without a zone': { params: ['x'], calls: [{ uri: 'https://acme.example/bid' }] },
    'needs params in the Java variant': { ...java, params: ['x'], errors: [badInput('Missing bidder ext in impression with id: 1')] },
  },
  responses: {
    'bids in the first seatbid, in dollars': { ...videoFirst, currency: 'USD' },
    'has its own message for 400': { status: 400, errors: [badInput('Unexpected status code: 400.')] },
    'names a response that cannot be read': { body: '[]', errors: [badServer('Bad server response: expect { or n, but found [.')] },
  },
});

const own = { publisherId: 'a b', supplyId: 's' };
testAdapter(stackadapt, {
  requests: {
    'gets publisher and supply in the URL': {
      builder: { endpoint: 'https://a.example/{{.PublisherID}}/{{.SupplyId}}' },
      params: [{ ...own, placementId: '', bidfloor: 2, banner: { expdir: [1] } }, own],
      request: { site: { publisher: { name: 'n' } }, app: {} },
      calls: [
        {
          uri: 'https://a.example/a+b/s',
          body: {
            id: 'request',
            app: {},
            site: { publisher: { name: 'n', id: 'a b' } },
            imp: [
              {
                ...imp(
                  '1',
                  { ...own, placementId: '', bidfloor: 2, banner: { expdir: [1] } },
                  { tagid: '', bidfloor: 2, bidfloorcur: 'USD' },
                ),
                banner: { expdir: [1] },
              },
              imp('2', own),
            ],
          },
        },
      ],
    },
    'needs the same publisher and supply in all imps': {
      params: [own, { ...own, supplyId: 't' }],
      errors: [badInput('imp[1]: all imps must have the same publisherId and supplyId')],
    },
    'is not called if params cannot be read': {
      params: [own, 'x'],
      errors: [badInput(`imp[1]: unable to unmarshal bidder ext: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids with unwrapped native markup and the price': {
      bids: [
        { mtype: 4, price: 2, adm: '{"native":{"a":"${AUCTION_PRICE}"}}', burl: '${AUCTION_PRICE}' },
        { mtype: 4, adm: 'x' },
        { mtype: 4, adm: '{"native":1}' },
        { mtype: 4, adm: '{ "native" : {"a":' },
        { mtype: 4, adm: '{"ver":"1.2","native":{"a":' },
        {},
      ],
      result: [
        { type: 'native', bid: { adm: '{"a":"2"}', burl: '2' } },
        { type: 'native', bid: { adm: 'x' } },
      ],
      currency: '',
      errors: [
        generic('unable to get native adm'),
        generic('unable to unmarshal native adm'),
        generic('unable to unmarshal native adm'),
        badServer('unsupported MType 0'),
      ],
    },
  },
});

testAdapter(tadvertisingBlis, {
  requests: {
    'gets the publisher of the first imp in a header and in the app': {
      params: [{ publisherId: 'p' }, 'x'],
      request: { app: { publisher: { name: 'n' } }, site: { id: 's' } },
      headers: { ...plainJson, 'X-Supply-Partner-Id': 'p' },
      calls: [
        {
          body: {
            id: 'request',
            imp: [imp('1', { publisherId: 'p' }), imp('2', 'x')],
            app: { publisher: { name: 'n', id: 'p' } },
            site: { id: 's' },
          },
        },
      ],
    },
    'gets a site if there is no app': {
      params: [{ publisherId: 'p' }],
      calls: [{ body: { id: 'request', imp: [imp('1', { publisherId: 'p' })], site: { publisher: { id: 'p' } } } }],
    },
    'needs the params of the first imp': {
      params: ['x'],
      errors: [badInput(`Invalid imp.ext.bidder for impression index 0. Error Information: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids for the type it names, with the price': {
      bids: [{ mtype: 4, nurl: '${AUCTION_PRICE}' }, { mtype: 3 }],
      result: [{ type: 'native', bid: { nurl: '1' } }],
      currency: 'USD',
      errors: [badServer('Failed to parse media type of impression ID "1"')],
    },
  },
});
