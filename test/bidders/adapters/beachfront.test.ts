/** An exchange with one call of its own form for banners, and an OpenRTB call per video. */
import { expect, it } from 'vitest';
import beachfront from '#src/bidders/adapters/beachfront.ts';
import { badInput, badServer, generic, warning } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';
import { builder } from '../kit/builder.ts';

const videoUri = 'https://reachms.bfmio.com/bid.json?exchange_id=a';
const imp = (id: string, bidder: unknown, fields: object = { video: {} }) => ({ id, ...fields, ext: { bidder } });
const banner = { format: [{ w: 1, h: 2 }] };
const sentVideo = { id: '1', secure: 0, video: { w: 300, h: 250 } };
const noApp = generic('unable to determine the appId(s) from the supplied extension');
const request = { site: { page: 'https://p.example/x', domain: 'd' }, device: { ua: 'agent', dnt: 0 }, user: { id: 'u', buyeruid: 'b' } };
const headers = { ...jsonAccept, 'User-Agent': 'agent', Dnt: '0', Cookie: '__io_cid=b' };
const received = (verb: string, cause: string) =>
  `The following error was ${verb} from the currency converter while attempting to convert the imp.bidfloor value of 2.00 from GBP to USD:\n${cause}\n`;
const noRate = received('recieved', "Currency conversion rate not found: 'GBP' => 'USD'");
const pounds = { video: {}, bidfloor: 2, bidfloorcur: 'GBP' };
const hint = 'Run with request.debug = 1 for more info';
const unreadable = badServer(`server response failed to unmarshal as valid rtb. ${hint}`);
const nurl = { uri: `${videoUri}&prebidserver`, body: { imp: [{ id: '1', video: { w: 1, h: 2 } }] } };

const source = { ext: { schain: { ver: '1.0' } } };

testAdapter(beachfront, {
  requests: {
    'gets banners together and each video alone': {
      imps: [
        imp('1', { appId: 'a', videoResponseType: 'nurl' }),
        imp('2', { appIds: { banner: 'c', video: 'a' }, bidfloor: 0.5 }, { banner, video: { w: 7 }, secure: 0 }),
        imp('3', {}, { banner }),
      ],
      request: { ...request, ext: { x: 1 }, source },
      headers,
      calls: [
        {
          uri: 'https://acme.example/bid',
          impIds: ['2'],
          body: {
            slots: [{ slot: '2', id: 'c', bidfloor: 0.5, sizes: [{ w: 1, h: 2 }] }],
            domain: 'd',
            page: 'https://p.example/x',
            referrer: '',
            search: '',
            secure: 0,
            deviceOs: '',
            deviceModel: '',
            isMobile: 0,
            ua: 'agent',
            dnt: 0,
            user: { id: 'u', buyeruid: 'b' },
            adapterName: 'BF_PREBID_S2S',
            adapterVersion: '1.0.0',
            ip: '',
            requestId: 'request',
            real204: true,
            schain: { complete: 0, nodes: null, ver: '1.0' },
          },
        },
        { uri: videoUri, impIds: ['2'], imps: [{ id: '2', secure: 0, video: { w: 7, h: 250 }, bidfloor: 0.5, bidfloorcur: 'USD' }] },
        {
          uri: `${videoUri}&prebidserver`,
          body: {
            id: 'request',
            isPrebid: true,
            cur: ['USD'],
            imp: [sentVideo],
            site: request.site,
            user: request.user,
            source,
            device: { ua: 'agent', dnt: 0, devicetype: 2 },
          },
        },
      ],
      errors: [noApp],
    },
    'gets the domain of a page, and how secure it is': {
      imps: [imp('1', { appId: 'a' })],
      request: { site: { page: 'https://p.example/x' }, cur: ['EUR'] },
      calls: [
        {
          body: {
            id: 'request',
            imp: [{ ...sentVideo, secure: 1 }],
            cur: ['EUR'],
            site: { page: 'https://p.example/x', domain: 'p.example' },
            device: { ip: '255.255.255.255', devicetype: 2 },
          },
        },
      ],
    },
    'gets the domain of a bundle': {
      imps: [imp('1', { appId: 'a' })],
      request: { app: { bundle: '__com.example.app_' } },
      calls: [
        {
          body: {
            id: 'request',
            imp: [sentVideo],
            cur: ['USD'],
            app: { bundle: '__com.example.app_', domain: 'example.com' },
            device: { ip: '255.255.255.255', devicetype: 1 },
          },
        },
      ],
    },
    'gets the higher floor, in dollars': {
      imps: [
        imp('1', { appId: 'a', bidfloor: 2 }, { video: {}, bidfloor: 2, bidfloorcur: 'EUR' }),
        imp('2', { appId: 'a' }, { video: {}, bidfloor: 0.01, bidfloorcur: 'USD' }),
      ],
      calls: [{ imps: [{ ...sentVideo, bidfloor: 3, bidfloorcur: 'USD' }] }, { imps: [{ ...sentVideo, id: '2' }] }],
    },
    'gets the floor of the params if that of the imp cannot be converted': {
      imps: [imp('1', { appId: 'a', bidfloor: 0.5 }, pounds), imp('2', { appId: 'a' }, pounds)],
      calls: [{ imps: [{ ...sentVideo, bidfloor: 0.5, bidfloorcur: 'USD' }] }],
      errors: [
        warning(`${noRate}The provided value of imp.ext.beachfront.bidfloor, 0.50 USD is being used as a fallback.`),
        badInput(`${noRate}A value of imp.ext.beachfront.bidfloor was not provided. The bid is being skipped.`),
      ],
    },
    'gets no imp with a malformed part of its `ext`': {
      imps: [{ id: '1', banner, ext: { srv: 1, bidder: { appId: 'a' } } }],
      errors: [badInput('ignoring imp id=1, error while decoding extImpBidder, err: cannot unmarshal srv: expect { or n, but found 1')],
    },
    'gets no unreadable imps': {
      imps: [imp('1', 'x'), { id: '2', banner, ext: 'x' }],
      errors: [
        badInput(`ignoring imp id=2, error while decoding extImpBidder, err: ${NOT_AN_OBJECT}`),
        badInput(`ignoring imp id=1, error while decoding extImpBeachfront, err: ${NOT_AN_OBJECT}`),
      ],
    },
    'needs a size or video': { imps: [imp('1', {}, { banner: {} })], errors: [generic('no valid impressions were found in the request')] },
    'gets video in an envelope in the Java variant': {
      ...java,
      imps: [imp('1', { appId: 'a', bidfloor: 0.5 }, { ...pounds, video: { w: 7 } })],
      calls: [
        {
          body: {
            appId: 'a',
            videoResponseType: 'adm',
            request: {
              id: 'request',
              imp: [{ ...sentVideo, video: { w: 7, h: 0 }, bidfloor: 0.5, bidfloorcur: 'USD' }],
              cur: ['USD'],
              device: { ip: '255.255.255.255', devicetype: 1 },
            },
          },
        },
      ],
      errors: [
        badInput(
          `${received('received', 'Currency service was unable to convert currency.')}The provided value of imp.ext.beachfront.bidfloor, 0.50 USD is being used as a fallback.`,
        ),
      ],
    },
    'gets banners of video apps without a cookie in the Java variant': {
      ...java,
      imps: [imp('1', { appIds: { video: 'a' } }, { banner })],
      request,
      headers: { ...jsonAccept, 'User-Agent': 'agent', Dnt: '0' },
      calls: [{ impIds: ['1'] }],
    },
    'gets only fields with a value in the banner call of the Java variant': {
      ...java,
      imps: [imp('1', { appId: 'a' }, { banner })],
      request: { app: { bundle: 'b' }, device: { ua: 'agent' } },
      calls: [
        {
          body: {
            slots: [{ slot: '1', id: 'a', bidfloor: 0, sizes: [{ w: 1, h: 2 }] }],
            page: 'b',
            secure: 0,
            isMobile: 1,
            ua: 'agent',
            adapterName: 'BF_PREBID_S2S',
            adapterVersion: '1.0.0',
            requestId: 'request',
            real204: true,
          },
        },
      ],
    },
    'gets the supply chain as received in the Java variant': {
      ...java,
      imps: [imp('1', { appId: 'a' }, { banner })],
      request: { source, user: {} },
      calls: [
        {
          body: {
            slots: [{ slot: '1', id: 'a', bidfloor: 0, sizes: [{ w: 1, h: 2 }] }],
            secure: 0,
            isMobile: 1,
            user: {},
            adapterName: 'BF_PREBID_S2S',
            adapterVersion: '1.0.0',
            requestId: 'request',
            real204: true,
            schain: { ver: '1.0' },
          },
        },
      ],
    },
  },
  responses: {
    'bids a list of banners': {
      body: [{ slot: '1', price: 2, adm: 'A', crid: 'c', w: 1, h: 2 }],
      types: ['banner'],
      result: [{ bid: { id: '1Banner', impid: '1', price: 2, adm: 'A', crid: 'c', w: 1, h: 2 } }],
      currency: 'USD',
    },
    'bids the first seatbid of video': {
      call: { uri: videoUri },
      body: {
        cur: 'EUR',
        seatbid: [
          { bid: [{ impid: '1', price: 2, cat: ['IAB1'], ext: { duration: 30 } }, { impid: '2' }, { impid: '3', ext: { Duration: 5 } }] },
          { bid: [{}] },
        ],
      },
      types: ['video', 'video', 'video'],
      result: [
        { bid: { id: '1AdmVideo' }, video: { duration: 30, primary_category: 'IAB1' } },
        { bid: { id: '2AdmVideo' }, video: undefined },
        { bid: { id: '3AdmVideo' }, video: { duration: 5, primary_category: '' } },
      ],
      currency: 'USD',
    },
    'bids addresses of video by position': {
      call: nurl,
      bids: [{ impid: 'x', nurl: 'a:b:c:d' }],
      types: ['video'],
      result: [{ bid: { id: '1NurlVideo', impid: '1', crid: 'c', w: 1, h: 2 } }],
    },
    'finds the imps in an envelope': {
      ...java,
      call: { ...nurl, body: { request: nurl.body } },
      bids: [{ nurl: 'a' }],
      types: ['video'],
      result: [{ bid: { impid: '1', crid: undefined } }],
    },
    'does not bid more addresses than imps': { call: nurl, bids: [{}, {}] },
    'rejects anything else': { body: '{}', errors: [unreadable] },
    'rejects a list of something else': { body: [1], errors: [unreadable] },
    'does not bid with 204': { status: 204, body: '[]' },
    'reads 5xx as a bad server response': {
      status: 502,
      errors: [badServer(`server error status code 502 from https://acme.example/bid. ${hint}`)],
    },
    'reads 4xx as bad input': { status: 404, errors: [badInput(`request error status code 404 from https://acme.example/bid. ${hint}`)] },
    'reads other statuses as errors': {
      status: 302,
      errors: [generic(`unexpected status code 302 from https://acme.example/bid. ${hint}`)],
    },
  },
});

it('beachfront is not started with malformed extra info', () => {
  expect(() => beachfront.build({ ...builder, extraInfo: '"x"' })).toThrow(`invalid extra info: ${NOT_AN_OBJECT}`);
});
