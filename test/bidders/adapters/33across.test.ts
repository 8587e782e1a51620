import { describe, expect, it } from 'vitest';
import across from '#src/bidders/adapters/33across.ts';
import { badInput, generic } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = across.build(builder);
const video = { w: 640, h: 360, protocols: [2], mimes: ['video/mp4'], playbackmethod: [2] };
const params = { productId: 'inview', siteId: 's' };
const us = { name: 'Prebid-Server', version: 'n/a' };

describe('33across', () => {
  it('receives the earlier callers, and nothing else of the request’s ext', () => {
    const request = {
      ...requestOf({ id: '1', banner: {}, bidder: params }),
      ext: { other: 1, TTX: { Caller: [{ name: 'first', more: 1 }] } },
    };
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(errors).toEqual([]);
    expect(calls[0]?.body).toMatchObject({ ext: { ttx: { caller: [{ name: 'first' }, us] } } });
    expect(calls[0]?.body).not.toHaveProperty('ext.other');
  });

  it('is called without a malformed ext', () => {
    const request = { ...requestOf({ id: '1', banner: {}, bidder: params }), ext: { ttx: { caller: 'me' } } };
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(errors).toEqual([generic('cannot unmarshal ttx.caller: decode slice: expect [ or n, but found "')]);
    expect(calls[0]?.body).toMatchObject({ ext: undefined });
  });

  it('gets one call per product and zone, the zone before the site', () => {
    const zoned = { ...params, zoneId: 'z' };
    const request = requestOf(
      { id: '1', banner: {}, bidder: params },
      { id: '2', banner: {}, bidder: zoned },
      { id: '3', banner: {}, bidder: params },
    );
    const { calls } = adapter.makeRequests(request, info);
    expect(calls.map(({ impIds }) => impIds)).toEqual([['1', '3'], ['2']]);
    expect(calls[1]?.body).toMatchObject({ imp: [{ id: '2', ext: { ttx: { prod: 'inview', zoneid: 'z' } } }] });
  });

  it('reports a missing format before malformed params', () => {
    const { calls, errors } = adapter.makeRequests(requestOf({ id: '1', bidder: 1 }, { id: '2', banner: {}, bidder: 1 }), info);
    expect(calls).toEqual([]);
    expect(errors).toEqual([
      badInput('Imp ID 1 must have at least one of [Banner, Video] defined'),
      badInput('expect { or n, but found 1'),
    ]);
  });

  it('starts in-stream video at once by default', () => {
    const instream = { ...params, productId: 'instream' };
    const request = requestOf(
      { id: '1', video, bidder: instream },
      { id: '2', video: { ...video, startdelay: -1 }, bidder: instream },
      { id: '3', video, bidder: params },
    );
    const sent = adapter.makeRequests(request, info).calls.flatMap(({ body }) => (body as typeof request).imp);
    expect(sent.map((imp) => imp.video?.startdelay)).toEqual([0, -1, undefined]);
  });

  it('treats bids as banners unless they say video', () => {
    const bids = [{ ttx: { MediaType: 'video' } }, { ttx: { mediaType: 1 } }, 'text', undefined].map((ext) => ({ impid: '1', ext }));
    const made = adapter.makeBids(requestOf(), sent, response({ cur: 'EUR', seatbid: [{ bid: bids }] }));
    expect(made.errors).toEqual([]);
    expect(made.result?.currency).toBe('USD');
    expect(made.result?.bids.map(({ type }) => type)).toEqual(['video', 'banner', 'banner', 'banner']);
  });
});
