import { describe, expect, it } from 'vitest';
import generic from '#src/bidders/adapters/generic.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = generic.build(builder);
const request = requestOf(
  { id: '1', bidder: { anything: [1] }, banner: { format: [{ w: 300, h: 250 }] } },
  { id: '2', bidder: {}, video: { mimes: ['video/mp4'] } },
);

describe('the generic bidder', () => {
  it("sends the request unchanged, including params, to the host's endpoint", () => {
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(errors).toEqual([]);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ uri: 'https://acme.example/bid', impIds: ['1', '2'] });
    expect(calls[0]?.body).toBe(request);
  });

  it('reads the media type from mtype, ext or imp, and a video bid’s duration from dur', () => {
    const bids = [
      { id: 'a', impid: '1', price: 1, mtype: 4 },
      { id: 'b', impid: '1', price: 1, ext: { prebid: { type: 'audio' } } },
      { id: 'c', impid: '2', price: 1, dur: 30, cat: ['IAB1'] },
      { id: 'd', impid: '9', price: 1 },
    ];
    const made = adapter.makeBids(request, sent, response({ id: 'r', cur: 'EUR', seatbid: [{ bid: bids }] }));
    expect(made.result?.currency).toBe('EUR');
    expect(made.result?.bids.map(({ bid, type, video }) => [bid.id, type, video])).toEqual([
      ['a', 'native', undefined],
      ['b', 'audio', undefined],
      ['c', 'video', { duration: 30, primary_category: '' }],
    ]);
    expect(made.errors.map(({ message }) => message)).toEqual(['could not define media type for impression: 9']);
  });
});
