import { describe, expect, it } from 'vitest';
import openx from '#src/bidders/adapters/openx.ts';
import type { SharedRequest } from '#src/bidders/bidder.ts';
import { badInput } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = openx.build(builder);
const bidder = { unit: '1', platform: 'p' };

describe('openx', () => {
  it('is called for banners and native ads together first, then for each video', () => {
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

  it('gets the custom floor if there is no other, and no floor of zero', () => {
    const imp = (id: string, customFloor: unknown, bidfloor?: number) => ({ id, banner: {}, bidder: { ...bidder, customFloor }, bidfloor });
    const { calls } = adapter.makeRequests(
      requestOf(imp('1', '0.5'), imp('2', 0.5, 2), imp('3', 0), imp('4', undefined, 0), imp('5', '0x10')),
      info,
    );
    const sentImps = (calls[0]?.body as SharedRequest | undefined)?.imp;
    expect(sentImps?.map(({ bidfloor }) => bidfloor)).toEqual([0.5, 2, undefined, 0, undefined]);
  });

  it('treats bids as banners by default', () => {
    const request = requestOf({ id: 'a', audio: {} }, { id: 'n', native: {}, audio: {} });
    const bids = ['a', 'n', 'x'].map((impid) => ({ impid, mtype: 3 }));
    const made = adapter.makeBids(request, sent, response({ seatbid: [{ bid: bids }] }));
    expect(made.result?.bids.map(({ type }) => type)).toEqual(['banner', 'native', 'banner']);
  });
});
