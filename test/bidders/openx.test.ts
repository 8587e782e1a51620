import { describe, expect, it } from 'vitest';
import { badInput } from '#src/bidders/errors.ts';
import openx from '#src/bidders/openx.ts';
import { answer, builder, info, requestOf, sent } from './kit/builder.ts';

const adapter = openx.build(builder);
const bidder = { unit: '1', platform: 'p' };

describe('openx', () => {
  it('is asked for banners and native ads together first, then for each video', () => {
    const request = requestOf(
      { id: 'v1', video: {}, bidder: 1 },
      { id: 'v2', video: {}, native: {}, bidder },
      { id: 'n', native: {}, bidder },
      { id: 'a', audio: {}, bidder },
      { id: 'b', banner: {}, video: {}, bidder: [] },
      { id: 'b2', banner: {}, video: {}, bidder },
    );
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(calls.map(({ impIds }) => impIds)).toEqual([['n', 'b2'], ['v2']]);
    expect(errors).toEqual([badInput('expect { or n, but found ['), badInput('expect { or n, but found 1')]);
  });

  it('bids on banners where neither the bid nor the imp says otherwise', () => {
    const request = requestOf({ id: 'a', audio: {} }, { id: 'n', native: {}, audio: {} });
    const bids = ['a', 'n', 'x'].map((impid) => ({ impid, mtype: 3 }));
    const made = adapter.makeBids(request, sent, answer({ seatbid: [{ bid: bids }] }));
    expect(made.result?.bids.map(({ type }) => type)).toEqual(['banner', 'native', 'banner']);
  });
});
