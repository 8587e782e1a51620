import { describe, expect, test } from 'vitest';
import { runAuction } from '#machines/run.ts';
import type { BidOutcome } from '#src/auction/bid-outcome.ts';
import { bidOutcomes } from '#src/auction/publish/bid-outcomes.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import { stages } from '#src/host/app.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { aBidder, anAuction, validRequest } from '#test/helpers/auction.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';

type SentBid = { readonly id: string; readonly price: number; readonly dealid?: string; readonly crid?: string };

/** Runs an auction of `request` in which bidders send these bids for the first imp. */
function outcomesOf(sent: Record<string, readonly SentBid[]>, request: BidRequest, settings: HostConfigInput = {}): readonly BidOutcome[] {
  const bidders = registryOf(...Object.keys(sent).map((code) => aBidder(code)));
  const services = testServices({ bidders, settings: { gdpr: { default_value: '0' }, ...settings } });
  const responseOf = (uri: string): string => {
    const bids = sent[uri.split('/').at(-1) ?? ''] ?? [];
    return JSON.stringify({
      cur: 'USD',
      seatbid: [{ bid: bids.map((bid) => ({ impid: 'imp-1', adm: 'ad', crid: 'c', w: 300, h: 250, ...bid })) }],
    });
  };
  Object.assign(services, { transport: new ScriptedTransport(services.clock, ({ uri }) => ({ response: { body: responseOf(uri) } })) });
  const auction = anAuction(services, request);
  runAuction(auction, services, stages);
  services.clock.wind(1000);
  return bidOutcomes(auction);
}

const reported = (outcomes: readonly BidOutcome[]) =>
  outcomes.map(({ bidder, id, bidOutcome, reason }) => [bidder, id, bidOutcome, reason]);

describe('the outcome of a bid', () => {
  test('is reported for every bid: the winner, and what preceded the others', () => {
    const outcomes = outcomesOf({ alpha: [{ id: 'a', price: 2 }], beta: [{ id: 'b', price: 3 }] }, validRequest(['alpha', 'beta']));
    expect(reported(outcomes)).toEqual([
      ['alpha', 'a', 'lost', 'beta bid 3 USD'],
      ['beta', 'b', 'won', undefined],
    ]);
    expect(outcomes[1]).toMatchObject({
      seat: 'beta',
      impId: 'imp-1',
      type: 'banner',
      originalPrice: 3,
      originalCurrency: 'USD',
      price: 3,
      priceBucket: '3.00',
    });
  });

  test('names the price that won in the currency of the auction, without binary noise', () => {
    const ext = { srv: { targeting: {}, bidadjustmentfactors: { beta: 0.7 } } };
    const outcomes = outcomesOf(
      { alpha: [{ id: 'a', price: 2 }], beta: [{ id: 'b', price: 3.0001 }] },
      { ...validRequest(['alpha', 'beta']), ext },
    );
    expect(reported(outcomes)[0]).toEqual(['alpha', 'a', 'lost', 'beta bid 2.1001 USD']);
  });

  test('names a deal that took precedence if deals are preferred', () => {
    const request = { ...validRequest(['alpha', 'beta']), ext: { srv: { targeting: { preferdeals: true } } } };
    const outcomes = outcomesOf({ alpha: [{ id: 'a', price: 2, dealid: 'd' }], beta: [{ id: 'b', price: 3 }] }, request);
    expect(reported(outcomes)).toEqual([
      ['alpha', 'a', 'won', undefined],
      ['beta', 'b', 'lost', 'a deal took precedence'],
    ]);
  });

  test('names the price of a deal that won if deals are not preferred', () => {
    const sent = { alpha: [{ id: 'a', price: 3, dealid: 'd' }], beta: [{ id: 'b', price: 2 }] };
    const outcomes = outcomesOf(sent, validRequest(['alpha', 'beta']));
    expect(reported(outcomes)[1]).toEqual(['beta', 'b', 'lost', 'alpha bid 3 USD']);
  });

  test('is a rejection with its code and reason', () => {
    const outcomes = outcomesOf({ alpha: [{ id: 'a', price: -2 }] }, validRequest(['alpha']));
    expect(reported(outcomes)).toEqual([['alpha', 'a', 'rejected', 'the price is not positive']]);
    expect(outcomes[0]?.code).toBe(300);
  });

  test('is returned if no winner is picked', () => {
    const outcomes = outcomesOf({ alpha: [{ id: 'a', price: 2 }] }, { ...validRequest(['alpha']), ext: {} });
    expect(reported(outcomes)).toEqual([['alpha', 'a', 'returned', undefined]]);
  });

  test("is dropped beyond the bidder's limit", () => {
    const outcomes = outcomesOf(
      {
        alpha: [
          { id: 'a', price: 1 },
          { id: 'b', price: 2 },
        ],
      },
      validRequest(['alpha']),
      { variant: 'java' },
    );
    expect(reported(outcomes)).toEqual([
      ['alpha', 'a', 'dropped', "beyond the bidder's bid limit"],
      ['alpha', 'b', 'won', undefined],
    ]);
  });

  test('is reported for each of several bids of a bidder with one id', () => {
    const request = { ...validRequest(['alpha']), ext: { srv: { targeting: {}, multibid: [{ bidder: 'alpha', maxbids: 2 }] } } };
    const sent = [
      { id: 'a', price: 2 },
      { id: 'a', price: 1 },
    ];
    const pricesOf = (outcomes: readonly BidOutcome[]) => outcomes.map(({ originalPrice, bidOutcome }) => [originalPrice, bidOutcome]);
    expect(pricesOf(outcomesOf({ alpha: sent }, request))).toEqual([
      [2, 'won'],
      [1, 'lost'],
    ]);
    expect(pricesOf(outcomesOf({ alpha: [...sent, { id: 'a', price: -1 }] }, request))).toEqual([
      [2, 'won'],
      [1, 'lost'],
      [-1, 'rejected'],
    ]);
  });
});
