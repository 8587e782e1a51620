/** Exchanges with one call for all imps, which get extensions of their own or read a bid in their own way. */

import tappx from '#src/bidders/adapters/tappx.ts';
import undertone from '#src/bidders/adapters/undertone.ts';
import unicorn from '#src/bidders/adapters/unicorn.ts';
import visx from '#src/bidders/adapters/visx.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { HINT, imp } from '../kit/adapter-fixtures.ts';
import { java, json, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter } from '../kit/adapter-table.ts';

const host = { builder: { endpoint: 'http://{{.Host}}' } };
const key = { endpoint: 'a b/c', tappxkey: 'k', mktag: '', bcid: ['x'], bidfloor: 2 };
testAdapter(tappx, {
  requests: {
    'gets endpoint and key of the first imp': {
      ...host,
      params: [key, 'x'],
      request: { ext: { a: 1 } },
      headers: jsonAccept,
      calls: [
        {
          uri: 'http://ssp.api.tappx.com/rtb/v2/a%20b/c?tappxkey=k&ts=0&type_cnn=prebid&v=1.6',
          body: { id: 'request', ext: { bidder: { tappxkey: 'k', bcid: ['x'] } }, imp: [imp('1', key, { bidfloor: 2 }), imp('2', 'x')] },
        },
      ],
    },
    'is called at a path whose separators are not escaped': {
      ...host,
      params: [{ endpoint: 'a;b,c@d:e?f', tappxkey: 'k' }],
      request: { test: 1 },
      calls: [{ uri: 'http://ssp.api.tappx.com/rtb/v2/a;b,c@d:e%3Ff?tappxkey=k&type_cnn=prebid&v=1.6' }],
    },
    'calls a host of its own, without a time in tests': {
      ...host,
      params: [{ endpoint: 'zz123test', tappxkey: 'k' }],
      request: { test: 1 },
      calls: [{ uri: 'http://zz123test.pub.tappx.com/rtb/?tappxkey=k&type_cnn=prebid&v=1.6' }],
    },
    'needs an endpoint': { params: [{}], errors: [badInput('Tappx endpoint undefined')] },
    'needs a key': { params: [{ endpoint: 'a' }], errors: [badInput('Tappx key undefined')] },
    'needs params': { params: ['x'], errors: [badInput('Error parsing tappxExt parameters')] },
    'sends the time only in tests in the Java variant': {
      ...java,
      builder: { endpoint: 'https://{subdomain}.tappx.com{/path*}' },
      params: [{ endpoint: 'zz123test', tappxkey: 'k' }],
      request: { test: 1 },
      calls: [{ uri: 'https://zz123test.pub.tappx.com/rtb/?tappxkey=k&v=1.6&type_cnn=prebid&ts=0' }],
    },
  },
  responses: {
    'bids for video if the imp has it, in dollars': {
      imps: [{ id: '1', video: {} }],
      cur: 'EUR',
      bids: [{}, { impid: '2' }],
      types: ['video', 'banner'],
      currency: 'USD',
    },
    'reads 500 as an error of no class': { status: 500, errors: [generic(`Unexpected status code: 500. ${HINT}`)] },
  },
});

testAdapter(undertone, {
  requests: {
    'gets placements as tags and the first publisher': {
      imps: [
        { id: '1', ext: { gpid: 'g', a: 1, bidder: { placementId: 0, publisherId: 0 } } },
        imp('2', { placementId: 7, publisherId: 8 }),
        { id: '3', ext: { gpid: 7, bidder: {} } },
        imp('4', 'x'),
      ],
      request: { app: { publisher: { name: 'n' } }, ext: { a: 1 } },
      headers: {},
      calls: [
        {
          body: {
            id: 'request',
            app: { publisher: { name: 'n', id: '8' } },
            ext: { id: 4, version: '1.0.0' },
            imp: [
              { id: '1', tagid: '0', ext: { gpid: 'g' } },
              { id: '2', banner: {}, tagid: '7' },
            ],
          },
        },
      ],
      errors: [
        badInput('Invalid impid=3: cannot unmarshal gpid: expects " or n, but found 7'),
        badInput(`Invalid impid=4: ${NOT_AN_OBJECT}`),
      ],
    },
    'needs a site or an app in the Java variant': { ...java, errors: [badInput('invalid bidRequest: no App/Site objects')] },
    'needs a publisher in the Java variant': {
      ...java,
      params: [{ placementId: 7 }],
      request: { site: {} },
      errors: [badInput('invalid bidRequest: no publisher-id')],
    },
    'needs imps in the Java variant': {
      ...java,
      params: [{ publisherId: 7 }],
      request: { site: {} },
      errors: [badInput('invalid bidRequest: no valid imps')],
    },
  },
  responses: {
    'bids for banner or video of its imp': {
      imps: [
        { id: '1', video: {} },
        { id: '2', native: {} },
      ],
      bids: [{}, { impid: '2' }, { impid: '3' }],
      types: ['video'],
      currency: '',
    },
    'bids for banner for unknown imps in the Java variant': { ...java, bids: [{ impid: '3' }], types: ['banner'] },
  },
});

const ofApp = { app: { publisher: { name: 'n' } } };
const source = { ext: { stype: 'prebid_server_uncn', bidder: 'unicorn' } };
const stored = (id: unknown) => ({ id: '1', banner: {}, ext: { srv: { storedrequest: { id } }, bidder: { accountId: 1 } } });
testAdapter(unicorn, {
  requests: {
    'gets its params in imps, app and request': {
      imps: [
        {
          id: '1',
          banner: {},
          ext: { context: { data: 1, a: 2 }, bidder: { placementId: 'p', publisherId: 'q', mediaId: 'm', accountId: 1 } },
        },
      ],
      request: {
        ...ofApp,
        device: { ua: 'agent', ip: '1.2.3.4', ipv6: '::1' },
        ext: { a: 1, srv: { floors: 1, debug: true, profiles: ['p'], storedrequest: { id: 's', a: 1 } } },
      },
      headers: { ...openRtb25, 'User-Agent': 'agent', 'X-Forwarded-For': ['::1', '1.2.3.4'] },
      calls: [
        {
          body: {
            id: 'request',
            app: { id: 'm', publisher: { name: 'n', id: 'q' } },
            device: { ua: 'agent', ip: '1.2.3.4', ipv6: '::1' },
            source,
            ext: { accountId: 1, srv: { floors: 1, storedrequest: { id: 's' } } },
            imp: [
              {
                id: '1',
                banner: {},
                secure: 1,
                tagid: 'p',
                ext: { context: { data: 1 }, bidder: { placementId: 'p', publisherId: 'q', mediaId: 'm', accountId: 1 } },
              },
            ],
          },
        },
      ],
    },
    'gets the stored request as placement, even an empty one': {
      imps: [stored('')],
      request: ofApp,
      calls: [{ imps: [{ id: '1', banner: {}, secure: 1, tagid: '', ext: { bidder: { placementId: '', accountId: 1 } } }] }],
    },
    'gets the stored request of an imp without params': {
      imps: [stored('s'), { id: '2', banner: {}, ext: { srv: { storedrequest: { id: 't' } } } }],
      request: ofApp,
      calls: [
        {
          imps: [
            { id: '1', banner: {}, secure: 1, tagid: 's', ext: { bidder: { placementId: 's', accountId: 1 } } },
            { id: '2', banner: {}, secure: 1, tagid: 't', ext: { bidder: { placementId: 't' } } },
          ],
        },
      ],
    },
    'needs a placement': {
      imps: [stored(7)],
      errors: [badInput('Error get StoredRequestImpID from imp[0]: stored request id not found: Value is not a string: 7')],
    },
    'needs a placement in the Java variant': { ...java, imps: [stored('')], errors: [badInput('stored request id not found in imp: 1')] },
    'needs an account': { params: [{ placementId: 'p' }], request: ofApp, errors: [generic('accountId field is required')] },
    'needs an app': { params: [{ placementId: 'p' }], errors: [generic('request app is required')] },
    'supports no COPPA': { params: ['x'], request: { regs: { coppa: 1, ext: { gdpr: 1 } } }, errors: [badInput('COPPA is not supported')] },
    'supports no GDPR': {
      params: ['x'],
      request: { regs: { ext: { gdpr: 1, us_privacy: '1' } } },
      errors: [badInput('GDPR is not supported')],
    },
    'supports no CCPA': { params: ['x'], request: { regs: { ext: { us_privacy: '1' } } }, errors: [badInput('CCPA is not supported')] },
  },
  responses: {
    'bids for banner, else for no type': { bids: [{}, { impid: '2' }], types: ['banner', ''], currency: '' },
    'bids for banner in the Java variant': { ...java, bids: [{ impid: '2' }], types: ['banner'] },
  },
});

const meta = (mediaType: string) => ({ ext: { srv: { meta: { mediaType } } } });
testAdapter(visx, {
  requests: {
    'gets a currency if there is none; params are unread': {
      params: ['x'],
      request: { device: { ip: '1.2.3.4', ipv6: '::1' } },
      headers: { ...json, 'X-Forwarded-For': ['1.2.3.4', '::1'] },
      calls: [{ body: { id: 'request', cur: ['USD'], device: { ip: '1.2.3.4', ipv6: '::1' }, imp: [imp('1', 'x')] } }],
    },
    'gets its own currency': { request: { cur: ['EUR'] }, calls: 'unchanged' },
  },
  responses: {
    'bids for the type it names or of its imp, with few fields': {
      bids: [{ ...meta('video'), nurl: 'n', crid: 'c', mtype: 1 }, meta('native')],
      result: [{ type: 'video', bid: { id: 'request', crid: 'c', nurl: undefined, mtype: undefined } }, { type: 'banner' }],
      currency: 'USD',
    },
    'fails at a bid for an unknown imp': {
      bids: [{}, { ...meta('video'), impid: '2' }],
      errors: [badServer('Failed to find impression for ID: "2"')],
    },
    'fails at a bid for another type': {
      imps: [{ id: '1', native: {} }],
      bids: [{}],
      errors: [badServer('Unknown impression type for ID: "1"')],
    },
    'needs no imp for a named type in the Java variant': { ...java, bids: [{ ...meta('video'), impid: '2' }], types: ['video'] },
  },
});
