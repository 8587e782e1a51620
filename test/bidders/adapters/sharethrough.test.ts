import { describe, expect, it } from 'vitest';
import sharethrough from '#src/bidders/adapters/sharethrough.ts';
import type { SharedRequest } from '#src/bidders/bidder.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = sharethrough.build(builder);

describe('sharethrough', () => {
  it("applies an imp's blocked attributes to its calls and to all later ones", () => {
    const request = requestOf(
      { id: '1', banner: {}, video: {}, bidder: { pkey: 'a', bcat: ['IAB1'] } },
      { id: '2', audio: {}, bidder: { pkey: 'b', badv: ['two.example'] } },
      { id: '3', native: {}, bidder: { pkey: 'c', bcat: ['IAB3'] } },
    );
    const made = adapter.makeRequests({ ...request, bcat: ['IAB0'] }, info);
    expect(made.errors).toEqual([badInput('Invalid MediaType. Sharethrough only supports Banner, Video and Native.')]);
    expect(made.calls.map((call) => call.body as SharedRequest).map(({ imp, bcat, badv }) => [imp[0]?.tagid, bcat, badv])).toEqual([
      ['a', ['IAB0', 'IAB1'], undefined],
      ['a', ['IAB0', 'IAB1'], undefined],
      ['c', ['IAB0', 'IAB1', 'IAB3'], ['two.example']],
    ]);
  });

  it('sends nothing if one floor cannot be converted to dollars', () => {
    const request = requestOf(
      { id: '1', banner: {}, bidder: 'x' },
      { id: '2', banner: {}, bidfloor: 1, bidfloorcur: 'EUR', bidder: { pkey: 'b' } },
      { id: '3', banner: {}, bidfloor: 1, bidfloorcur: 'GBP', bidder: { pkey: 'c' } },
    );
    expect(adapter.makeRequests(request, info)).toEqual({
      calls: [],
      errors: [generic("Currency conversion rate not found: 'GBP' => 'USD'")],
    });
    const two = { ...request, imp: request.imp.slice(0, 2) };
    expect(adapter.makeRequests(two, info).calls[0]?.body).toMatchObject({ imp: [{ bidfloor: 1.5, bidfloorcur: 'USD' }] });
  });

  it('keeps a bid of unknown type, beside the error', () => {
    const request = requestOf({ id: '1', banner: {}, bidder: { pkey: 'a' } });
    const bids = [undefined, {}, { srv: { type: 'poster' } }].map((ext) => ({ id: 'b', impid: '1', price: 1, ext }));
    const made = adapter.makeBids(request, sent, response({ seatbid: [{ bid: bids }] }));
    expect(made.result?.bids.map(({ type }) => type)).toEqual(['', '', '']);
    expect(made.errors).toEqual([
      badServer('Failed to parse bid mediatype for impression "1"'),
      badServer('Failed to parse bid mediatype for impression "1"'),
      generic('invalid BidType: poster'),
    ]);
  });

  it('prefers video in the Java variant, and drops only imps without a floor in dollars and bids without a type', () => {
    const java = sharethrough.build({ ...builder, dialect: 'java' });
    const request = requestOf(
      { id: '1', banner: {}, bidfloor: 1, bidfloorcur: 'GBP', bidder: { pkey: 'a' } },
      { id: '2', banner: {}, video: {}, bidder: { pkey: 'b' } },
    );
    const { calls, errors } = java.makeRequests(request, info);
    expect(errors).toEqual([badInput("Currency conversion rate not found: 'GBP' => 'USD'")]);
    expect(calls.map(({ body }) => (body as SharedRequest).imp.map((imp) => [imp.id, Boolean(imp.video)]))).toEqual([
      [['2', true]],
      [['2', false]],
    ]);
    const made = java.makeBids(request, sent, response({ seatbid: [{ bid: [{ id: 'b', impid: '2', price: 1 }] }] }));
    expect(made.result?.bids).toEqual([]);
    expect(made.errors).toEqual([badServer('Failed to parse bid media type for impression 2')]);
  });
});
