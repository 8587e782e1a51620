import { describe, expect, it } from 'vitest';
import insticator from '#src/bidders/adapters/insticator.ts';
import { badInput, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';
import { builder } from '../kit/builder.ts';

const server = { name: 'Prebid-Server', version: 'n/a' };
const own = (adUnitId: string, publisherId = '') => ({ insticator: { adUnitId, publisherId } });
const withApp = { extraInfo: '{"app_endpoint":"https://app.example/bid?b=1"}' };
const badVideo = badInput('One or more invalid or missing video field(s) w, h, mimes');
const badFloor = badInput('Error in converting the provided bid floor currency from GBP to USD');
const video = { w: 1, h: 2, mimes: [] };

testAdapter(insticator, {
  requests: {
    'gets one call per ad unit, with floors in dollars': {
      imps: [
        { id: '1', video, bidfloor: 1.00003, bidfloorcur: 'EUR', ext: { bidder: { adUnitId: 'a', publisherId: 'p' } } },
        { id: '2', banner: {}, bidfloor: 2, ext: { bidder: { adUnitId: 'b' } } },
        { id: '3', banner: {}, bidfloor: -1, ext: { bidder: { adUnitId: 'a', publisherId: 'q' } } },
      ],
      request: { site: { publisher: { id: 'old', name: 'n' } }, ext: { other: 1, insticator: { caller: [{ name: 'x', y: 1 }] } } },
      calls: [
        {
          uri: 'https://acme.example/bid?publisherId=p',
          impIds: ['1', '3'],
          body: {
            id: 'request',
            imp: [
              { id: '1', video, bidfloor: 1.5, bidfloorcur: 'USD', ext: own('a', 'p') },
              { id: '3', banner: {}, bidfloor: -1, ext: own('a', 'q') },
            ],
            site: { publisher: { id: 'p', name: 'n' } },
            ext: { insticator: { caller: [{ name: 'x' }, server] } },
          },
        },
        { imps: [{ id: '2', banner: {}, bidfloor: 2, bidfloorcur: 'USD', ext: own('b') }] },
      ],
    },
    'has an endpoint of its own for apps': {
      builder: withApp,
      params: [{ adUnitId: 'a', publisherId: 'p q' }],
      request: { app: {}, device: { ua: 'u', ip: '1.2.3.4', ipv6: '::1' } },
      headers: { ...jsonAccept, 'User-Agent': 'u', 'X-Forwarded-For': '1.2.3.4', Ip: '1.2.3.4' },
      calls: [{ uri: 'https://app.example/bid?b=1&publisherId=p+q' }],
    },
    'takes the publisher from the first imp with a valid video, whatever its floor': {
      imps: [
        { id: '1', video: { w: 1, h: 0, mimes: [] }, ext: { bidder: { publisherId: 'v' } } },
        { id: '2', banner: {}, bidfloor: 1, bidfloorcur: 'GBP', ext: { bidder: { publisherId: 'f' } } },
        { id: '3', banner: {}, ext: { bidder: 'x' } },
        { id: '4', banner: {}, ext: { bidder: { publisherId: 'g' } } },
      ],
      request: { ext: 'x' },
      calls: [{ uri: 'https://acme.example/bid?publisherId=f', impIds: ['4'] }],
      errors: [generic(NOT_AN_OBJECT), badVideo, badFloor, badInput(NOT_AN_OBJECT)],
    },
    'keeps the extension of the request, and needs mimes, in the Java variant': {
      ...java,
      builder: withApp,
      imps: [
        { id: '1', video, ext: { bidder: { adUnitId: 'a', publisherId: 'lost' } } },
        { id: '2', banner: {}, ext: { bidder: { adUnitId: 'a', publisherId: 'p' } } },
      ],
      request: { app: {}, ext: { other: 1 }, device: { ip: '1.2.3.4', ipv6: '::1' } },
      headers: { ...jsonAccept, 'X-Forwarded-For': ['::1', '1.2.3.4'], Ip: '1.2.3.4' },
      calls: [
        {
          uri: 'https://acme.example/bid',
          body: {
            id: 'request',
            imp: [{ id: '2', banner: {}, ext: own('a', 'p') }],
            app: { publisher: { id: 'p' } },
            device: { ip: '1.2.3.4', ipv6: '::1' },
            ext: { other: 1, insticator: { caller: [server] } },
          },
        },
      ],
      errors: [badVideo],
    },
  },
  responses: {
    'describes its bids': {
      body: {
        seatbid: [
          { seat: 's', bid: [{ mtype: 2, dur: 7, cat: ['A', 'B', 'C'], adomain: ['x.example'] }, { mtype: 1 }] },
          { bid: [{ mtype: 2 }] },
        ],
      },
      types: ['video', 'banner', 'video'],
      result: [
        {
          meta: { mediaType: 'video', seat: 's', advertiserDomains: ['x.example'], primaryCatId: 'A', secondaryCatIds: ['B', 'C'] },
          video: { duration: 7, primary_category: 'A' },
        },
        { meta: { mediaType: 'banner', seat: 's' }, video: undefined },
        { meta: { mediaType: 'video' }, video: { duration: 0, primary_category: '' } },
      ],
    },
    'adds only the seat to the bids’ own meta in the Java variant': {
      ...java,
      body: { seatbid: [{ seat: 's', bid: [{ mtype: 2, dur: 7, ext: { srv: { meta: { networkId: 3 } } } }, {}] }, { bid: [{}] }] },
      result: [
        { bid: { ext: { srv: { meta: { networkId: 3, seat: 's' } } } }, meta: undefined, video: undefined },
        { bid: { ext: { srv: { meta: { seat: 's' } } } } },
        { meta: undefined, type: 'banner' },
      ],
    },
  },
});

describe('the host’s extra info for insticator', () => {
  it('stops the start if it is malformed', () => {
    expect(() => insticator.build({ ...builder, extraInfo: '[]' })).toThrow('invalid extra info: expect { or n, but found [');
  });
});
