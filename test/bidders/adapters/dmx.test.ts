/** An exchange that needs an id of user or app, and gets one imp per format. */
import dmx from '#src/bidders/adapters/dmx.ts';
import { badInput, generic } from '#src/bidders/errors.ts';
import { java, json, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const user = { id: 'u' };
const bidder = { publisher_id: 'p', tagid: 't', dmxid: 'd', bidfloor: 0.5, seller_id: 's/1' };
const format = [{ w: 1, h: 2 }];
const both = { id: '1', banner: { format }, video: {}, ext: { bidder } };
const changed = { ...both, tagid: 'd', secure: 1, bidfloor: 0.5 };
const banner = { format, w: 1, h: 2 };
const video = { protocols: [2, 3, 5, 6, 7, 8] };

testAdapter(dmx, {
  requests: {
    'gets an imp once per format': {
      imps: [both, { id: '2', banner: { w: 1, h: 2 }, ext: { bidder } }, { id: '3', video: {}, ext: { bidder: { memberid: 'm' } } }],
      request: { user },
      headers: json,
      calls: [
        {
          uri: 'https://acme.example/bid?sellerid=s%2F1',
          impIds: ['1', '1'],
          imps: [
            { ...changed, banner },
            { ...changed, video },
          ],
        },
      ],
    },
    'gets one imp for all formats in the Java variant': {
      ...java,
      imps: [both],
      request: { user },
      calls: [{ imps: [{ ...changed, banner, video }] }],
    },
    'gets the publisher, and the device’s id as that of the app': {
      imps: [],
      request: { app: {}, site: { publisher: { id: 'own' } }, device: { ifa: 'i' } },
      calls: [
        {
          uri: 'https://acme.example/bid',
          body: {
            id: 'request',
            imp: null,
            app: { id: 'i', publisher: { ext: { dmx: {} } } },
            site: { publisher: { id: 'own', ext: { dmx: {} } } },
            device: { ifa: 'i' },
          },
        },
      ],
    },
    'gets the publisher of the first imp': {
      imps: [both],
      request: { app: { id: 'a' } },
      calls: [
        {
          body: {
            id: 'request',
            app: { id: 'a', publisher: { id: 'p', ext: { dmx: { id: 'p' } } } },
            imp: [
              { ...changed, banner },
              { ...changed, video },
            ],
          },
        },
      ],
    },
    'gets nothing without user and app': { imps: [both], errors: [generic('No user id or app id found. Could not send request to DMX.')] },
    'gets nothing without an identifier': {
      imps: ['x'].map((ext) => ({ id: '1', ext })),
      request: { user: {} },
      errors: [generic('This request contained no identifier')],
    },
    'gets nothing if an imp has no seller': {
      imps: [both, { id: '2', video: {}, ext: { bidder: 'x' } }],
      request: { user },
      errors: [generic('Missing Params for auction to be send')],
    },
    'gets no unreadable imps, the first of which is reported twice': {
      params: ['x', 'x'],
      request: { user: { ext: { eids: [{}] } } },
      calls: [{}],
      errors: [1, 2, 3].map(() => badInput(NOT_AN_OBJECT)),
    },
    'gets no unreadable imps in the Java variant': {
      ...java,
      params: ['x'],
      request: { user },
      errors: [badInput(NOT_AN_OBJECT)],
      calls: [{}],
    },
    'needs an identifier first in the Java variant': {
      ...java,
      params: ['x'],
      request: { user: {} },
      errors: [generic('This request contained no identifier')],
    },
  },
  responses: {
    'bids by the imp and tracks video with its notice': {
      imps: [{ id: '1', video: {} }, both, { id: '3' }].map((imp, index) => ({ ...imp, id: String(index + 1) })),
      bids: [{ adm: '</Impression></Impression>', nurl: '$&' }, { impid: '2' }, { impid: '3' }, { impid: '7' }],
      cur: 'EUR',
      types: ['video', 'banner', 'banner'],
      result: [{ bid: { adm: '</Impression><Impression><![CDATA[$&]]></Impression></Impression>' } }, {}, {}],
      currency: 'USD',
      errors: [badInput('Failed to find impression "7" ')],
    },
    'bids video for several formats in the Java variant': {
      ...java,
      imps: [both],
      bids: [{}, { impid: '7' }],
      types: ['video'],
      errors: [badInput('Failed to find impression 7')],
    },
    'reads 400 as bad input': { status: 400, errors: [badInput('Unexpected status code 400')] },
    'reads 500 as bad input': { status: 500, errors: [badInput('Unexpected response no status code')] },
  },
});
