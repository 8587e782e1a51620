import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { auctionPrice, configsByImp } from '#src/bidders/kit/bids.ts';
import { defineBidder } from '#src/bidders/kit/define.ts';
import { byExtType, byImp, byMtype, firstOf } from '#src/bidders/kit/media-type.ts';
import type { ResponseContext, ResponseSpec } from '#src/bidders/kit/response-spec.ts';
import { statusPolicy } from '#src/bidders/kit/status.ts';
import { basics, builder, requestOf, response, sent } from './builder.ts';

const request = requestOf({ id: '1', bidder: {}, banner: {} }, { id: '2', bidder: {}, video: {}, native: {} });
const bid = (more: object) => ({ id: 'b', impid: '1', price: 1, ...more });
const bodyOf = (...bids: readonly object[]) => ({ id: 'r', seatbid: [{ bid: bids }] });
const adapterOf = (spec: ResponseSpec<undefined>) => defineBidder({ ...basics, params: z.object({}), response: spec }).build(builder);
const read = (spec: ResponseSpec<undefined>, body: unknown, status = 200) =>
  adapterOf(spec).makeBids(request, sent, response(body, status));

describe('the response half of an adapter', () => {
  it('treats 204 as no bid, 400 as bad input and the rest as bad server responses', () => {
    const rule = { mediaType: byMtype() };
    expect(read(rule, '', 204)).toEqual({ errors: [] });
    expect(read(rule, '', 400)).toEqual({
      errors: [badInput('Unexpected status code: 400. Run with request.debug = 1 for more info')],
    });
    expect(read(rule, '', 503)).toEqual({
      errors: [badServer('Unexpected status code: 503. Run with request.debug = 1 for more info')],
    });
  });

  it('treats 204 as a result without bids if configured', () => {
    const spec = { ...basics, params: z.object({}), status: statusPolicy({ other: 'status %d', noContent: 'empty' }) };
    expect(defineBidder(spec).build(builder).makeBids(request, sent, response('', 204))).toEqual({
      result: { currency: 'USD', bids: [] },
      errors: [],
    });
  });

  it('reports the value found instead of an object', () => {
    const rule = { mediaType: byMtype() };
    expect(read(rule, '"text"')).toEqual({ errors: [badServer('expect { or n, but found "')] });
    expect(read(rule, '')).toEqual({ errors: [badServer('expect { or n, but found \0')] });
    expect(read(rule, '{"seatbid":{}}')).toEqual({
      errors: [badServer('cannot unmarshal seatbid: decode slice: expect [ or n, but found {')],
    });
    expect(read(rule, bodyOf({ id: 1 }))).toEqual({ errors: [badServer('cannot unmarshal seatbid.bid.id: expects " or n, but found 1')] });
  });

  it('fills in common fields, reads names in any case, either extension key, and null as missing', () => {
    const body = { cur: null, seatbid: [null, { bid: [{ impId: '2', adm: null, ext: { prebid: { type: 'video' } }, own: 1 }] }] };
    expect(read({ mediaType: byExtType() }, body)).toEqual({
      result: {
        currency: 'USD',
        bids: [{ bid: { id: '', impid: '2', price: 0, ext: { srv: { type: 'video' } }, own: 1 }, type: 'video' }],
        auctionConfigs: undefined,
      },
      errors: [],
    });
  });

  it('finds extensions whatever the letter case of their names and of the fields around them', () => {
    const body = {
      SeatBid: [
        { Bid: [bid({ Ext: { prebid: { type: 'video' } } }), bid({ ext: { srv: { type: 'audio' } }, EXT: { srv: { type: 'video' } } })] },
      ],
    };
    expect(read({ mediaType: byExtType() }, body).result?.bids).toMatchObject([
      { bid: { ext: { srv: { type: 'video' } } }, type: 'video' },
      { bid: { ext: { srv: { type: 'audio' } } }, type: 'audio' },
    ]);
  });

  it('uses the first rule that determines the media type', () => {
    const mediaType = firstOf(byMtype(['banner', 'video']), byExtType(), byImp({ noImp: ({ impid }) => badServer(`no imp ${impid}`) }));
    const bids = [bid({ mtype: 2 }), bid({ mtype: 4, ext: { srv: { type: 'audio' } } }), bid({ impid: '2' }), bid({ impid: '3' })];
    const made = read({ mediaType }, bodyOf(...bids));
    expect(made.result?.bids.map(({ type }) => type)).toEqual(['video', 'audio', 'video']);
    expect(made.errors).toEqual([badServer('no imp 3')]);
  });

  it('returns only the error if one invalid bid fails the response', () => {
    const mediaType = byMtype(['banner'], () => badServer('bad mtype'));
    const body = bodyOf(bid({ mtype: 1 }), bid({ mtype: 2 }));
    expect(read({ mediaType, onBadBid: 'abort' }, body)).toEqual({ errors: [badServer('bad mtype')] });
    expect(read({ mediaType }, body).result?.bids).toHaveLength(1);
  });

  it('changes bids and adds their attributes', () => {
    const made = read(
      {
        mediaType: byImp(),
        currency: { fixed: 'EUR' },
        bid: auctionPrice('adm', 'nurl'),
        extras: ({ dur = 0 }, _type, _context, { seatBid: { seat } }) => ({ seat, video: { duration: dur, primary_category: '' } }),
      },
      { cur: 'USD', seatbid: [{ seat: 's', bid: [bid({ price: 1e-7, adm: '${AUCTION_PRICE}', dur: 15 })] }] },
    );
    expect(made.result).toMatchObject({
      currency: 'EUR',
      bids: [{ bid: { adm: '0.0000001' }, type: 'banner', seat: 's', video: { duration: 15, primary_category: '' } }],
    });
  });

  it('passes the complete response to the hooks of a bid', () => {
    const rule = { mediaType: byMtype(), bid: (_: unknown, _type: unknown, { body }: ResponseContext) => ({ id: body?.bidid ?? '' }) };
    expect(read(rule, { ...bodyOf(bid({ mtype: 1 })), bidid: 'all' }).result?.bids).toMatchObject([{ bid: { id: 'all' } }]);
  });

  it('returns auction configs, and fails the response if they are malformed', () => {
    const rule = { mediaType: byMtype() };
    const body = { ...bodyOf(bid({ mtype: 1 })), ext: { fledge_auction_configs: { 1: { seller: 's' } } } };
    expect(read({ ...rule, auctionConfigs: (ext, { builder }) => configsByImp(ext, builder.name) }, body).result?.auctionConfigs).toEqual([
      { impid: '1', bidder: 'acme', config: { seller: 's' } },
    ]);
    expect(read({ ...rule, auctionConfigs: () => badServer('bad configs') }, body)).toEqual({ errors: [badServer('bad configs')] });
  });

  it('distinguishes a response without bids from a no-bid', () => {
    const rule = { mediaType: byMtype() };
    expect(read(rule, { id: 'r' }).result?.bids).toEqual([]);
    expect(read({ ...rule, noBid: ({ seatbid = [] }) => seatbid.length === 0 }, { id: 'r' })).toEqual({ errors: [] });
  });
});
