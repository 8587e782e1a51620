import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineBidder } from '#src/bidders/kit/define.ts';
import { always } from '#src/bidders/kit/media-type.ts';
import { basics, builder, info, requestOf, response, sent } from './builder.ts';

const request = requestOf({ id: '1', bidder: {}, banner: {} });
const definition = defineBidder({
  ...basics,
  params: z.object({}),
  headers: 'none',
  response: {
    currency: { fixed: 'USD' },
    mediaType: always('video'),
    extras: ({ dur = 0 }) => ({ video: { duration: dur, primary_category: '' } }),
  },
});
const [go, java] = [definition.build(builder), definition.build({ ...builder, dialect: 'java' })];
const bids = (...bid: object[]) => response({ id: 'r', cur: 'EUR', seatbid: [{ bid }] });

describe('the Java variant’s adapter behavior', () => {
  it('sends the default headers to every bidder', () => {
    expect(go.makeRequests(request, info).calls[0]?.headers).toEqual({});
    expect(java.makeRequests(request, info).calls[0]?.headers).toEqual({
      'Content-Type': 'application/json;charset=utf-8',
      Accept: 'application/json',
    });
  });

  it('adds `Accept` to a bidder’s own headers', () => {
    const json = { 'Content-Type': 'application/json' };
    const own = defineBidder({ ...basics, params: z.object({}), headers: () => json, response: { mediaType: always('video') } });
    expect(own.build(builder).makeRequests(request, info).calls[0]?.headers).toEqual(json);
    const [call] = own.build({ ...builder, dialect: 'java' }).makeRequests(request, info).calls;
    expect(call?.headers).toEqual({ ...json, Accept: 'application/json' });
  });

  it('uses the currency of the response, unless the bidder has a fixed one', () => {
    const made = bids({ id: 'a', impid: '1', price: 1 });
    expect(go.makeBids(request, sent, made).result?.currency).toBe('USD');
    expect(java.makeBids(request, sent, made).result?.currency).toBe('EUR');
    const crowns = defineBidder({
      ...basics,
      params: z.object({}),
      response: { currency: { fixed: 'SEK' }, mediaType: always('banner') },
    }).build({ ...builder, dialect: 'java' });
    expect(crowns.makeBids(request, sent, made).result?.currency).toBe('SEK');
  });

  it('reads numbers written as strings and strings written as numbers', () => {
    const made = bids({ id: 7, impid: '1', price: '1.5', w: '300', h: 250.9, mtype: '2' });
    expect(go.makeBids(request, sent, made).errors).toHaveLength(1);
    expect(java.makeBids(request, sent, made).result?.bids[0]?.bid).toEqual({
      id: '7',
      impid: '1',
      price: 1.5,
      w: 300,
      h: 250,
      mtype: 2,
    });
    expect(java.makeBids(request, sent, bids({ id: 'a', impid: '1', price: 'much' })).errors).toHaveLength(1);
  });

  it('includes video attributes only if there are any', () => {
    const made = bids({ id: 'a', impid: '1', price: 1 }, { id: 'b', impid: '1', price: 1, dur: 30 });
    const reported = (adapter: typeof go) => adapter.makeBids(request, sent, made).result?.bids.map(({ video }) => video);
    expect(reported(go)).toEqual([
      { duration: 0, primary_category: '' },
      { duration: 30, primary_category: '' },
    ]);
    expect(reported(java)).toEqual([undefined, { duration: 30, primary_category: '' }]);
  });
});
