import { describe, expect, it } from 'vitest';
import unruly from '#src/bidders/adapters/unruly.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = unruly.build(builder);

describe('unruly', () => {
  it('sends both spellings of the site and nothing else', () => {
    const { calls } = adapter.makeRequests(requestOf({ id: '1', bidder: { siteId: 5, more: 1 } }), info);
    expect(calls[0]?.body).toMatchObject({ imp: [{ id: '1', ext: { bidder: { siteid: 0, siteId: 5 } } }] });
  });

  it('makes no call for a request with one invalid imp, or without an endpoint', () => {
    const request = requestOf({ id: '1', bidder: { siteId: 5 } }, { id: '2', bidder: { siteId: 'x' } }, { id: '3', bidder: 1 });
    expect(adapter.makeRequests(request, info)).toEqual({
      calls: [],
      errors: [badInput('siteid not provided in imp id=2. Abort all Request')],
    });
    const none = unruly.build({ ...builder, endpoint: '' }).makeRequests(requestOf({ id: '1', bidder: {} }), info);
    expect(none).toEqual({ calls: [], errors: [] });
  });

  it('reads the media type from the imp, and a video’s duration from the bid', () => {
    const request = requestOf({ id: 'b', banner: {}, video: {} }, { id: 'v', video: {} }, { id: 'n', native: {} });
    const bids = ['b', 'v', 'n', 'x'].map((impid) => ({ impid, dur: 15 }));
    const made = adapter.makeBids(request, sent, response({ seatbid: [{ bid: bids }] }));
    expect(made.result?.bids.map(({ type, video }) => [type, video])).toEqual([
      ['banner', undefined],
      ['video', { duration: 15, primary_category: '' }],
    ]);
    expect(made.errors).toEqual([
      badServer(`bid responses mediaType didn't match supported mediaTypes`),
      badServer('Bid response imp ID x not found in bid request containing imps [b v n]\n'),
    ]);
    expect(adapter.makeBids(request, sent, response('"'))).toEqual({
      errors: [badServer('bad server response: &{%!d(string=expect { or n, but found ")}. ')],
    });
  });
});
