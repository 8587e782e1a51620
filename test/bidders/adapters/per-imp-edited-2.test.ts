/** Exchanges with one call per imp, each with its own changes of the request. */

import adprime from '#src/bidders/adapters/adprime.ts';
import telaria from '#src/bidders/adapters/telaria.ts';
import yahooAds from '#src/bidders/adapters/yahooAds.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { banner, device, HINT, unread } from '../kit/adapter-fixtures.ts';
import { java, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter } from '../kit/adapter-table.ts';

const openRtb26 = { ...jsonAccept, 'X-Openrtb-Version': '2.6' };

const telariaImps = [
  { id: '1', video: {}, tagid: 't', ext: { bidder: { seatCode: 's', adCode: 'a', extra: { b: 1 } } } },
  { id: '2', video: {} },
];

testAdapter(telaria, {
  requests: {
    'gets the first imp, with its seat as publisher and its extra fields': {
      imps: telariaImps,
      request: { device: { ...device, language: 'en', dnt: 0 }, site: { publisher: { id: 'p', name: 'n', domain: 'd' } }, app: {} },
      calls: [
        {
          impIds: ['1'],
          body: {
            id: 'request',
            device: { ...device, language: 'en', dnt: 0 },
            site: { publisher: { id: 's', name: 'n', domain: 'd' } },
            imp: [{ id: '1', video: {}, tagid: 'a', ext: { originalTagid: 't', originalPublisherid: 'p' } }],
            ext: { extra: { b: 1 } },
          },
        },
      ],
      headers: { ...openRtb25, 'User-Agent': 'agent', 'X-Forwarded-For': '1.2.3.4', 'Accept-Language': 'en', Dnt: '0' },
    },
    'gets no banner': { imps: [...telariaImps, { id: '3', banner: {} }], errors: [badInput('Telaria: Banner not supported')] },
    'gets no request without video': { imps: [{ id: '1', native: {} }], errors: [badInput('Telaria: Only Supports Video')] },
    'gets no request without imps': { imps: [], errors: [badInput('Telaria: Missing Imp Object')] },
    'gets no imp without a seat': {
      imps: [{ id: '1', video: {}, ext: { bidder: {} } }],
      errors: [badInput('Telaria: Seat Code required')],
    },
  },
  responses: {
    'bids for video, for the imps in order, in dollars': {
      imps: telariaImps,
      body: { seatbid: [{ bid: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }, { bid: [{}] }] },
      types: ['video', 'video'],
      currency: 'USD',
      result: [{ bid: { impid: '1' } }, { bid: { impid: '2' } }],
    },
    'reads 204 as bad input': { status: 204, errors: [badInput('Telaria: Invalid Bid Request received by the server')] },
    'reads 400 as bad input': { status: 400, errors: [badInput('Telaria: Unexpected status code: [ 400 ] ')] },
    'does not bid without seatbids': { body: {} },
    'needs a readable body': { body: '"x"', errors: [badServer('Telaria: Bad Server Response')] },
  },
});

const yahoo = { dcn: 'd', pos: 'p' };
const yahooImp = (size: object) => ({ id: '1', banner: size, ext: { bidder: yahoo } });

testAdapter(yahooAds, {
  requests: {
    'gets site, tag and size; signals move out of the extension of `regs`': {
      imps: [yahooImp({ format: [{ w: 3, h: 4 }] })],
      request: { site: { id: 'x' }, device, regs: { gpp: 'own', ext: { gpp: 'g', gpp_sid: [7], gdpr: 1 } } },
      calls: [
        {
          body: {
            id: 'request',
            device,
            site: { id: 'd' },
            regs: { gpp: 'own', gpp_sid: [7], ext: { gdpr: 1 } },
            imp: [{ ...yahooImp({ format: [{ w: 3, h: 4 }], w: 3, h: 4 }), tagid: 'p' }],
          },
        },
      ],
      headers: { ...openRtb26, 'User-Agent': 'agent' },
    },
    'gets a section that no GPP section can be where it was': {
      imps: [yahooImp({ w: 1, h: 1 })],
      request: { regs: { ext: { gpp: 'g', gpp_sid: [7, 300] } } },
      calls: [
        { body: { id: 'request', regs: { gpp: 'g', ext: { gpp_sid: [7, 300] } }, imp: [{ ...yahooImp({ w: 1, h: 1 }), tagid: 'p' }] } },
      ],
    },
    'gets `regs` without an empty extension': {
      imps: [yahooImp({ w: 1, h: 1 })],
      request: { regs: { ext: null } },
      calls: [{ body: { id: 'request', regs: {}, imp: [{ ...yahooImp({ w: 1, h: 1 }), tagid: 'p' }] } }],
    },
    'gets no imp that cannot be read, or without a size': {
      imps: [...unread.imps, yahooImp({ w: 0, h: 1 }), yahooImp({ w: 1 })],
      errors: [
        badInput('imp #0: ext.bidder not provided'),
        badInput(`imp #1: ${NOT_AN_OBJECT}`),
        generic('Invalid sizes provided for Banner 0x1'),
        generic('No sizes provided for Banner []'),
      ],
    },
    'gets all signals in the extension of `regs` in the Java variant': {
      ...java,
      imps: [yahooImp({ w: 1, h: 1 }), banner('2', { dcn: ' ' })],
      request: { app: { id: 'x' }, regs: { gdpr: 1, gpp: 'g', ext: { more: 1 } } },
      calls: [
        {
          body: {
            id: 'request',
            app: { id: 'd' },
            regs: { ext: { gdpr: 1, gpp: 'g', more: 1 } },
            imp: [{ ...yahooImp({ w: 1, h: 1 }), tagid: 'p' }],
          },
        },
      ],
      headers: openRtb25,
      errors: [badInput('imp #1: missing param dcn')],
    },
  },
  responses: {
    'bids for banner or video, by the imp, in dollars': {
      imps: [
        { id: '1', video: {} },
        { id: '2', native: {} },
      ],
      bids: [{}, { impid: '2' }],
      types: ['video'],
      currency: 'USD',
    },
    'loses all bids to an unknown imp': { bids: [{}, { impid: '7' }], errors: [badServer("Unknown ad unit code '7'")] },
    'needs a readable body': { body: '"x"', errors: [badServer(`Bad server response: &{%!d(string=${NOT_AN_OBJECT})}.`)] },
  },
});

const prime = [
  { TagID: 'a', keywords: ['k', 'l'] },
  { TagID: 'b', audiences: ['u'] },
];
const primeImp = (id: string, TagID: string) => [{ id, banner: {}, tagid: TagID, ext: { bidder: { TagID, placementId: TagID } } }];

testAdapter(adprime, {
  requests: {
    'gets keywords and audiences, which last for the imps after theirs': {
      params: prime,
      request: { site: { id: 's', keywords: 'x' } },
      calls: [
        { body: { id: 'request', site: { id: 's', keywords: 'k,l' }, imp: primeImp('1', 'a') } },
        { body: { id: 'request', site: { id: 's', keywords: 'k,l' }, user: { customdata: 'u' }, imp: primeImp('2', 'b') } },
      ],
    },
    'gets none of them for an app': {
      params: prime,
      request: { app: {} },
      calls: [{ body: { id: 'request', app: {}, imp: primeImp('1', 'a') } }, { body: { id: 'request', app: {}, imp: primeImp('2', 'b') } }],
    },
    'gets nothing if an imp cannot be read': { params: [...prime, 'x'], errors: [badInput(NOT_AN_OBJECT)] },
    'gets only those of the imp in the Java variant': {
      ...java,
      params: prime,
      request: { site: { id: 's', keywords: 'x' } },
      calls: [
        { body: { id: 'request', site: { id: 's', keywords: 'k,l' }, imp: primeImp('1', 'a') } },
        { body: { id: 'request', site: { id: 's', keywords: 'x' }, user: { customdata: 'u' }, imp: primeImp('2', 'b') } },
      ],
    },
  },
  responses: {
    'bids by `mtype`, in dollars': {
      bids: [{ mtype: 1 }, { mtype: 3 }],
      types: ['banner'],
      currency: 'USD',
      errors: [generic('Unable to fetch mediaType in multi-format: 1')],
    },
    'reads 404 as an error of the exchange': { status: 404, errors: [badServer(`Page not found: 404. ${HINT}`)] },
    'names the missing type in the Java variant': { ...java, bids: [{}], types: [], errors: [badServer('Missing MType for bid: b')] },
  },
});
