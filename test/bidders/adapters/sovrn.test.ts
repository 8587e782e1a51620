import { describe, expect, it } from 'vitest';
import sovrn from '#src/bidders/adapters/sovrn.ts';
import { badInput } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = sovrn.build(builder);
const video = { mimes: ['video/mp4'], maxduration: 30, protocols: [2] };

describe('sovrn', () => {
  it('uses the floor of the params, in either form, if the imp has none', () => {
    const floors = [
      { bidfloor: 4.2 },
      { bidfloor: '1.5' },
      { bidfloor: 'much' },
      { bidfloor: -1 },
      { bidfloor: '0x10' },
      { bidfloor: ' 5' },
      {},
    ];
    const imps = floors.map((floor, i) => ({ id: String(i), banner: {}, bidder: { tagId: 't', ...floor } }));
    const { calls } = adapter.makeRequests(requestOf(...imps, { ...imps[0], id: 'own', bidfloor: 1 }), info);
    const body = calls[0]?.body as ReturnType<typeof requestOf> | undefined;
    expect(body?.imp.map(({ bidfloor }) => bidfloor)).toEqual([4.2, 1.5, ...Array(5).fill(undefined), 1]);
  });

  it('drops imps without a tag, and incomplete video', () => {
    const bidder = { tagid: 't' };
    const request = requestOf(
      { id: '1', banner: {}, bidder: { tagid: '' } },
      { id: '2', video: { ...video, maxduration: 0 }, bidder },
      { id: '3', video, bidder },
    );
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(errors).toEqual([badInput(`Missing required parameter 'tagid'`), badInput('Missing required video parameter')]);
    expect(calls[0]?.impIds).toEqual(['3']);
  });

  it('sends data of device and user in headers', () => {
    const request = requestOf({ id: '1', banner: {}, bidder: { tagid: 't' } });
    const headersOf = (more: object) => adapter.makeRequests({ ...request, ...more }, info).calls[0]?.headers;
    expect(headersOf({ device: { ua: 'agent', ip: '1.2.3.4', language: 'en', dnt: 0 }, user: { buyeruid: ' me ' } })).toEqual({
      'Content-Type': 'application/json',
      'User-Agent': 'agent',
      'X-Forwarded-For': '1.2.3.4',
      'Accept-Language': 'en',
      Dnt: '0',
      Cookie: 'ljt_reader=me',
    });
    expect(headersOf({ user: { buyeruid: ' ' } })).toEqual({ 'Content-Type': 'application/json' });
  });

  it('unescapes markup, and silently drops bids with malformed escapes', () => {
    const request = requestOf({ id: '1', banner: {}, video }, { id: '2', banner: {} });
    const bids = [
      { impid: '1', adm: '%3Ca%3Eb+c' },
      { impid: '2' },
      { impid: '2', adm: '50% off' },
      { impid: '9', adm: '50% off' },
      { impid: '9', adm: 'a' },
    ];
    const made = adapter.makeBids(request, sent, response({ seatbid: [{ bid: bids }] }));
    expect(made.result?.bids.map(({ bid, type }) => [bid.adm, type])).toEqual([
      ['<a>b c', 'video'],
      ['', 'banner'],
    ]);
    expect(made.errors).toEqual([badInput(`Imp ID 9 in bid didn't match with any imp in the original request`)]);
  });
});
