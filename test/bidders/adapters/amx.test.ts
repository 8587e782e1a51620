import { describe, expect, it } from 'vitest';
import amx from '#src/bidders/adapters/amx.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = amx.build(builder);

describe('amx', () => {
  it('sends the readable params, with the publisher of the last imp that names one', () => {
    const request = {
      ...requestOf(
        { id: '1', tagid: 'own', bidder: { tagId: 'first' } },
        { id: '2', tagid: 'own', bidder: 'text' },
        { id: '3', bidder: { tagId: 'last', adUnitId: 'unit' } },
      ),
      app: { id: 'a' },
      cur: ['EUR'],
    };
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(errors).toEqual([]);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.uri).toBe('https://acme.example/bid?v=pbs1.3');
    expect(calls[0]?.body).toMatchObject({
      imp: [{ tagid: 'own' }, { tagid: 'own' }, { tagid: 'unit' }],
      app: { id: 'a', publisher: { id: 'last' } },
      cur: ['EUR'],
    });
  });

  it('bids in dollars if a floor is set, and drops imps with unconvertible floors', () => {
    const request = requestOf(
      { id: '1', bidfloor: 2, bidfloorcur: 'EUR', bidder: {} },
      { id: '2', bidfloor: 2, bidfloorcur: 'GBP', bidder: {} },
      { id: '3', bidfloor: 2, bidfloorcur: 'usd', bidder: {} },
    );
    const { calls, errors } = adapter.makeRequests(request, info);
    expect(errors).toEqual([generic(`Currency conversion rate not found: 'GBP' => 'USD'`)]);
    expect(calls[0]?.impIds).toEqual(['1', '3']);
    expect(calls[0]?.body).toMatchObject({
      cur: ['USD'],
      imp: [
        { bidfloor: 3, bidfloorcur: 'USD' },
        { bidfloor: 2, bidfloorcur: 'usd' },
      ],
    });
  });

  it('rejects an endpoint that is not a URL', () => {
    expect(() => amx.build({ ...builder, endpoint: 'nowhere' })).toThrow('invalid endpoint: nowhere');
  });

  it("reports the reason in the exchange's header", () => {
    const read = (status: number, headers = {}) => adapter.makeBids(requestOf(), sent, response('', status, headers));
    expect(read(400, { 'x-nbr': ['3b'] })).toEqual({ errors: [badInput('Invalid Request: 400. Error Code: 3b')] });
    expect(read(502)).toEqual({ errors: [badServer('Unexpected response: 502. Error Code: ')] });
    expect(read(204)).toEqual({ errors: [] });
  });

  it('detects video by its start delay, native by its creative type, and reads seat and source', () => {
    const exts = [{ startdelay: 0, ct: 10 }, { ct: 10, bc: 'seat', ds: 'source' }, { ct: 1 }, { ct: 'x' }];
    const bids = exts.map((ext) => ({ impid: '1', adomain: ['a.example'], ext }));
    const made = adapter.makeBids(requestOf(), sent, response({ seatbid: [{ bid: bids }] }));
    expect(made.result?.bids.map(({ type, seat }) => [type, seat])).toEqual([
      ['video', undefined],
      ['native', 'seat'],
      ['banner', undefined],
    ]);
    expect(made.result?.bids[1]?.meta).toEqual({ advertiserDomains: ['a.example'], demandSource: 'source' });
    expect(made.errors).toEqual([badServer('cannot unmarshal ct: unexpected character: "')]);
  });
});
