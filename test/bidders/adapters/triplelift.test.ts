import { describe, expect, it } from 'vitest';
import triplelift from '#src/bidders/adapters/triplelift.ts';
import type { SharedRequest } from '#src/bidders/bidder.ts';
import { badInput, generic } from '#src/bidders/errors.ts';
import { builder, info, requestOf, response, sent } from '../kit/builder.ts';

const adapter = triplelift.build(builder);

describe('triplelift', () => {
  it('has floors in dollars, those of the params first, and invents none', () => {
    const imp = (id: string, floor: object, bidder: object = {}) => ({
      id,
      banner: {},
      ...floor,
      bidder: { inventoryCode: 'i', ...bidder },
    });
    const request = requestOf(
      imp('1', {}),
      imp('2', { bidfloor: 0, bidfloorcur: 'EUR' }),
      imp('3', { bidfloor: 2, bidfloorcur: 'EUR' }),
      imp('4', { bidfloor: 2, bidfloorcur: 'EUR' }, { floor: 4 }),
      imp('5', { bidfloor: 2 }),
      imp('6', { bidfloor: 2, bidfloorcur: 'GBP' }),
    );
    const { calls, errors } = adapter.makeRequests(request, info);
    const body = calls[0]?.body as SharedRequest | undefined;
    expect(body?.imp.map(({ bidfloor, bidfloorcur }) => [bidfloor, bidfloorcur])).toEqual([
      [undefined, undefined],
      [0, 'EUR'],
      [3, 'USD'],
      [6, 'USD'],
      [2, 'USD'],
    ]);
    const cause = "Currency conversion rate not found: 'GBP' => 'USD'";
    expect(errors).toEqual([badInput(`Unable to convert bid floor from GBP to USD: ${cause}`)]);
  });

  it('reports an unexpected status as neither bad input nor bad server response', () => {
    expect([400, 500].map((status) => adapter.makeBids(requestOf(), sent, response('', status)).errors)).toEqual([
      [badInput('Unexpected status code: 400. Run with request.debug = 1 for more info')],
      [generic('Unexpected status code: 500. Run with request.debug = 1 for more info')],
    ]);
  });
});
