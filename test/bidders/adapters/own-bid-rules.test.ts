/** Exchanges with one call for all imps and rules of their own for bids, second half of the alphabet. */
import { expect } from 'vitest';
import mediago from '#src/bidders/adapters/mediago.ts';
import mobilefuse from '#src/bidders/adapters/mobilefuse.ts';
import sovrnXsp from '#src/bidders/adapters/sovrnXsp.ts';
import stroeerCore from '#src/bidders/adapters/stroeerCore.ts';
import teads from '#src/bidders/adapters/teads.ts';
import trustx from '#src/bidders/adapters/trustx.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, json, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter } from '../kit/adapter-table.ts';

const banner = {};
const format = [{ w: 3, h: 2 }];
const noString = (name: string) => badInput(`cannot unmarshal ${name}: unexpected character: "`);

const mediagoAt = { builder: { endpoint: 'https://{{.Host}}.example/{{.AccountID}}' } };
const ofRequest = { ext: { srv: { bidderparams: { mediago: { token: 'r', region: 'EU' } } } } };

testAdapter(mediago, {
  requests: {
    'is called in the region of the first imp, with sizes': {
      ...mediagoAt,
      imps: [
        { id: '1', ext: { bidder: { token: 't/', region: 'APAC' } } },
        { id: '2', banner: { h: 1, format }, ext: 'x' },
      ],
      request: ofRequest,
      headers: openRtb25,
      calls: [
        {
          uri: 'https://jp.example/t%2F',
          imps: [
            { id: '1', ext: { bidder: { token: 't/', region: 'APAC' } } },
            { id: '2', banner: { w: 3, h: 2, format }, ext: 'x' },
          ],
        },
      ],
    },
    'needs a token': { params: [{ region: 'EU' }], errors: [generic('mediago token not found')] },
    'reports unreadable params': { params: ['x'], errors: [badInput(NOT_AN_OBJECT)] },
    'is called with the request’s token in the Java variant': {
      ...java,
      ...mediagoAt,
      params: [{ token: 't' }],
      request: ofRequest,
      calls: [{ uri: 'https://eu.example/r' }],
    },
    'needs a token there': { ...java, params: [{}], errors: [badInput('mediago token not found')] },
  },
  responses: {
    'bids by mtype, else for banner or native': {
      imps: [
        { id: '1', banner: {}, native: {} },
        { id: '2', native: {} },
        { id: '3', video: {} },
      ],
      bids: [{ mtype: 4 }, { mtype: 2 }, { impid: '2' }, { impid: '3', mtype: 3 }],
      types: ['native', 'banner', 'native'],
      cur: 'EUR',
      currency: 'USD',
      errors: [badServer('Unsupported MType 3')],
    },
  },
});
testAdapter(mobilefuse, {
  requests: {
    'gets placements, a missing one from the imp before, and `skadn` alone of `ext`': {
      imps: [
        { id: '1', audio: {}, ext: { bidder: { placement_id: 5 } } },
        { id: '2', banner, ext: { bidder: {}, skadn: { v: 1 } } },
        { id: '3', video: {}, ext: { bidder: { placement_id: 6 }, skadn: null } },
        { id: '4', native: {}, ext: { bidder: {} } },
        { id: '5', audio: {}, ext: 'x' },
      ],
      headers: jsonAccept,
      calls: [
        {
          imps: [
            { id: '2', banner, tagid: '5', ext: { skadn: { v: 1 } } },
            { id: '3', video: {}, tagid: '6' },
            { id: '4', native: {}, tagid: '6' },
          ],
        },
      ],
    },
    'gets placement 0 if there is none': { params: [{}], calls: [{ imps: [{ id: '1', banner, tagid: '0' }] }] },
    'gets nothing if the first imp is unreadable': {
      params: ['x', { placement_id: '1' }, {}, 'x'],
      errors: [badInput(NOT_AN_OBJECT), noString('placement_id')],
    },
    'gets nothing if the first imp is unreadable, even one without a format': {
      imps: [
        { id: '1', ext: 'x' },
        { id: '2', banner, ext: { bidder: {} } },
      ],
      errors: [badInput(NOT_AN_OBJECT)],
    },
    'gets nothing if a later one is unreadable': { params: [{}, 'x', { placement_id: '1' }], errors: [badInput(NOT_AN_OBJECT)] },
    'needs an imp with a format': { imps: [{ id: '1', ext: { bidder: {} } }], errors: [generic('No valid imps')] },
    'gets no placement of another imp in the Java variant': {
      ...java,
      params: [{ placement_id: 5 }, {}],
      calls: [
        {
          imps: [
            { id: '1', banner, tagid: '5' },
            { id: '2', banner, tagid: '0' },
          ],
        },
      ],
    },
    'names unreadable params there': {
      ...java,
      params: ['x'],
      errors: [badInput(`Error parsing ExtImpMobilefuse value: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids by mtype, without `ext`': {
      bids: [
        { mtype: 4, ext: { a: 1 } },
        { mtype: 3, impid: '7' },
      ],
      types: ['native'],
      result: [{ bid: { ext: undefined } }],
      cur: 'EUR',
      currency: 'USD',
      errors: [badServer('Unsupported MType "3" for impression ID "7"')],
    },
    'bids by type in `ext`, else for banners, in the Java variant': {
      ...java,
      bids: [{ ext: { mf: { media_type: 'video' } } }, { ext: { mf: { media_type: 'native' } } }, { mtype: 2 }],
      types: ['video', 'native', 'banner'],
    },
  },
});

const NONE = badInput('no matching impression with ad format');
const creative = (creative_type?: unknown) => ({ ext: { creative_type } });

testAdapter(sovrnXsp, {
  requests: {
    'gets publisher, app and zones': {
      imps: [
        { id: '1', banner, ext: { bidder: { pub_id: 'p1', med_id: 'm1', zone_id: 'z1' } } },
        { id: '2', audio: {}, ext: 'x' },
        { id: '3', native: {}, tagid: 't', ext: { bidder: { pub_id: 'p2' } } },
      ],
      request: { app: { id: 'a', publisher: { id: 'p', name: 'n' } } },
      headers: openRtb25,
      calls: [
        {
          imps: [
            { id: '1', banner, tagid: 'z1', ext: { bidder: { pub_id: 'p1', med_id: 'm1', zone_id: 'z1' } } },
            { id: '3', native: {}, tagid: 't', ext: { bidder: { pub_id: 'p2' } } },
          ],
          body: expect.objectContaining({ app: { id: 'm1', publisher: { id: 'p2', name: 'n' } } }),
        },
      ],
    },
    'counts all imps in its messages': {
      imps: [
        { id: '1', audio: {} },
        { id: '2', banner, ext: 'x' },
        { id: '3', banner, ext: { bidder: 'x' } },
      ],
      errors: [badInput('imp #1: ext.bidder not provided'), badInput(`imp #2: ${NOT_AN_OBJECT}`), NONE],
    },
    'drops imps without a format silently': { imps: [{ id: '1' }], errors: [NONE] },
    'needs an app in the Java variant': { ...java, errors: [badInput('bidrequest.app must be present')] },
    'reports imps without a format there': {
      ...java,
      imps: [{ id: '1' }],
      request: { app: {} },
      errors: [badInput('Banner, video or native should be present'), badInput('No matching impression with ad format')],
    },
    'keeps the publisher there if the params have a blank one': {
      ...java,
      params: [{ pub_id: ' ' }],
      request: { app: { publisher: { id: 'p' } } },
      calls: [{ body: expect.objectContaining({ app: { id: undefined, publisher: { id: 'p' } } }) }],
    },
  },
  responses: {
    'bids by creative type, which is the mtype of bids without one': {
      bids: [creative(), creative(1), creative(2), { ...creative(2), mtype: 1 }, creative(3), {}],
      types: ['banner', 'video', 'native', 'native'],
      result: [{ bid: { mtype: 1 } }, { bid: { mtype: 2 } }, { bid: { mtype: 4 } }, { bid: { mtype: 1 } }],
      cur: 'EUR',
      currency: 'USD',
      errors: [badServer('Unsupported creative type: 3'), badServer('expect { or n, but found \0')],
    },
    'reports errors only if no bid is left': { bids: [creative(3)], errors: [badServer('Unsupported creative type: 3')] },
    'needs seatbids in the Java variant': { ...java, body: {}, errors: [badServer('Empty SeatBid array')] },
    'needs a creative type there': { ...java, bids: [{}], errors: [badServer('Unsupported creative type: -1')] },
  },
});

testAdapter(stroeerCore, {
  requests: {
    'gets all imps, readable ones with their slot': {
      imps: [
        { id: '1', ext: { bidder: { sid: 's' } } },
        { id: '2', tagid: 't', ext: { bidder: {} } },
        { id: '3', tagid: 't', ext: 'x' },
      ],
      headers: jsonAccept,
      calls: [
        {
          imps: [
            { id: '1', tagid: 's', ext: { bidder: { sid: 's' } } },
            { id: '2', ext: { bidder: {} } },
            { id: '3', tagid: 't', ext: 'x' },
          ],
        },
      ],
      errors: [badInput(NOT_AN_OBJECT)],
    },
    'gets readable imps in the Java variant; the others are dropped without an error': {
      ...java,
      params: ['x', { sid: 's' }],
      calls: [{ imps: [{ id: '2', banner, tagid: 's', ext: { bidder: { sid: 's' } } }] }],
    },
    'gets nothing there without one': { ...java, params: ['x'], errors: [badInput(`${NOT_AN_OBJECT}. Ignore imp id = 1.`)] },
  },
  responses: {
    'bids in its own format, in euros': {
      body: {
        bids: [
          {
            id: 'a',
            bidId: '1',
            cpm: 1.5,
            width: 3,
            height: 2,
            ad: 'ad',
            crid: 'c',
            mtype: 'banner',
            adomain: ['d'],
            ext: { e: 1 },
            dsa: { d: 1 },
          },
          { id: 'b', bidId: '2', mtype: 'video', ext: 'x', dsa: { d: 1 } },
          { id: 'c', bidId: '3', mtype: 'native' },
        ],
      },
      types: ['banner', 'video'],
      result: [
        {
          bid: {
            id: 'a',
            impid: '1',
            price: 1.5,
            w: 3,
            h: 2,
            adm: 'ad',
            crid: 'c',
            mtype: 1,
            adomain: ['d'],
            ext: { e: 1, dsa: { d: 1 } },
          },
        },
        { bid: { id: 'b', impid: '2', price: 0, mtype: 2, ext: { dsa: { d: 1 } } } },
      ],
      currency: 'EUR',
      errors: [badServer('Bid media type error: unable to determine media type for bid with id "3"')],
    },
    'may have no bids': { body: {}, types: [], currency: 'EUR' },
    'reads 204 as an error': { status: 204, errors: [badServer('Unexpected http status code: 204.')] },
    'names what stands in place of an object': { body: 'garbage', errors: [badServer('expect { or n, but found g')] },
  },
});

const rendered = (rendererName?: string, rendererVersion?: string, impid = '1') => ({
  impid,
  ext: { srv: { meta: { rendererName, rendererVersion, rendererData: 'd' } } },
});
const meta = { rendererName: 'n', rendererVersion: 'v' };

testAdapter(teads, {
  requests: {
    'gets placements, and banners in their first format': {
      imps: [{ id: '1', banner: { w: 9, h: 9, format }, ext: { gpid: 'g', bidder: { placementId: 5 } } }],
      headers: json,
      calls: [{ imps: [{ id: '1', banner: { w: 3, h: 2, format }, tagid: '5', ext: { kv: { placementId: 5 } } }] }],
    },
    'needs an imp': { params: [], errors: [badInput('No impression in the bid request')] },
    'needs a placement': { params: [{}, 'x'], errors: [badInput('placementId should not be 0.')] },
    'needs a placement where there are no params': { imps: [{ id: '1', ext: {} }], errors: [badInput('placementId should not be 0.')] },
    'needs a placement that is a number': { params: [{ placementId: '5' }], errors: [badInput('Error parsing Imp.Ext object')] },
    'has no final dot in the Java variant': { ...java, params: [{}], errors: [badInput('placementId should not be 0')] },
  },
  responses: {
    'bids with a renderer, for video before banner': {
      imps: [
        { id: '1', banner, video: {} },
        { id: '2', banner },
      ],
      bids: [rendered('n', 'v'), rendered('n', 'v', '2')],
      types: ['video', 'banner'],
      result: [{ meta }, { meta }],
      currency: 'USD',
    },
    'loses all bids if one has no `ext`': { bids: [rendered('n', 'v'), {}], errors: [badServer('expect { or n, but found \0')] },
    'loses all bids if one has no renderer': {
      bids: [rendered('', 'v', '7')],
      errors: [badInput('RendererName should not be empty if present')],
    },
    'loses all bids if one has no version': { bids: [rendered('n')], errors: [badInput('RendererVersion should not be empty if present')] },
    'loses all bids if one has no imp': { bids: [rendered('n', 'v', '7')], errors: [badInput('Imp ids were not equals')] },
    'looks for the imp first in the Java variant': {
      ...java,
      bids: [rendered('', '', '7')],
      errors: [badInput("Bid for the Imp 7 wasn't found")],
    },
    'needs a renderer there': { ...java, bids: [rendered()], errors: [badInput('RendererName should not be empty')] },
    'has the renderer alone in `ext` there': {
      ...java,
      bids: [{ ext: { a: 1, ...rendered('n', 'v').ext } }],
      result: [{ bid: { ext: { srv: { meta } } } }],
    },
    'needs seatbids there': { ...java, body: {}, errors: [badInput('Empty SeatBid array')] },
    'has its own message for an unreadable response there': { ...java, body: '[]', errors: [badServer('Bad Server Response')] },
  },
});

const slots = { data: { pbadslot: 'p', other: 1, adserver: { name: 'n', adslot: 's' } }, gpid: 'g', other: 1, bidder: { uid: 1 } };
const known = { data: { pbadslot: 'p', adserver: { name: 'n', adslot: 's' } }, gpid: 's', bidder: { uid: 1 } };
const network = { bidder: { trustx: { networkName: 'n' } } };

testAdapter(trustx, {
  requests: {
    'gets the ad slot as placement': {
      imps: [
        { id: '1', ext: slots },
        { id: '2', ext: { gpid: 'g', other: 1 } },
        { id: '3', ext: 'x' },
      ],
      request: { site: { ref: 'r', domain: 'd' }, device: { ua: 'UA', ip: '1.2.3.4', ipv6: '::1' } },
      headers: { ...openRtb25, 'X-Openrtb-Version': '2.6', Referer: 'r', Origin: 'd', 'X-Forwarded-For': '::1', 'User-Agent': 'UA' },
      calls: [
        {
          imps: [
            { id: '1', ext: known },
            { id: '2', ext: { gpid: 'g', other: 1 } },
            { id: '3', ext: 'x' },
          ],
        },
      ],
    },
    'gets known fields only in the Java variant': {
      ...java,
      imps: [{ id: '1', ext: { gpid: 'g', other: 1 } }],
      calls: [{ imps: [{ id: '1', ext: { gpid: 'g' } }] }],
    },
  },
  responses: {
    'bids by mtype with video data and network': {
      bids: [{ mtype: 2, dur: 9, cat: ['c', 'd'], ext: network }, { mtype: 2 }, { mtype: 1, dur: 9, ext: 'x' }, { mtype: 4 }],
      types: ['video', 'video', 'banner'],
      result: [
        { video: { duration: 9, primary_category: 'c' }, meta: { networkName: 'n' } },
        { video: { duration: 0, primary_category: '' }, meta: undefined },
        { video: undefined, meta: undefined },
      ],
      cur: 'EUR',
      currency: 'USD',
      errors: [badServer('Unsupported MType: 4')],
    },
    'has one message for an unreadable response': { body: '[]', errors: [badServer('Bad Server Response')] },
    'has the network in `ext` in the Java variant': {
      ...java,
      bids: [{ mtype: 1, ext: network }, { mtype: 4 }, {}],
      result: [{ bid: { ext: { ...network, srv: { meta: { networkName: 'n' } } } }, meta: undefined }],
      errors: [badInput('Unsupported MType: 4'), badInput('Missing MType for bid: b')],
    },
  },
});
