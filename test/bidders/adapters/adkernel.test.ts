import { describe, expect, it } from 'vitest';
import adkernel from '#src/bidders/adapters/adkernel.ts';
import { badServer } from '#src/bidders/errors.ts';
import { builder, requestOf, response, sent } from '../kit/builder.ts';

const adapter = adkernel.build(builder);
const read = (body: unknown) => adapter.makeBids(requestOf(), sent, response(body));

describe('adkernel', () => {
  it('bids in the currency it names, even an empty one, for the imp whose format is in the id', () => {
    const made = read({ seatbid: [{ bid: [{ id: 'b', impid: '1a__mf', price: 1, mtype: 3 }] }] });
    expect(made).toMatchObject({ result: { currency: '', bids: [{ type: 'audio', bid: { impid: '1' } }] }, errors: [] });
  });

  it('responds for one seat, with bids of known types', () => {
    expect(read({ cur: 'EUR' })).toEqual({ errors: [badServer('Invalid SeatBids count: 0')] });
    const bid = [
      { impid: '1', mtype: 1 },
      { impid: '1', mtype: 5 },
    ];
    expect(read({ seatbid: [{ bid }] })).toEqual({ errors: [badServer('Unsupported MType 5')] });
  });
});
