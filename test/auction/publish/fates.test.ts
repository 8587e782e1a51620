import { describe, expect, test } from 'vitest';
import { runAuction } from '#machines/run.ts';
import { stages } from '#src/app.ts';
import { type BidFate, bidFates } from '#src/auction/publish/fates.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { aBidder, anAuction, validRequest } from '#test/helpers/auction.ts';
import { registryOf, testServices } from '#test/helpers/services.ts';
import { ScriptedTransport } from '#test/helpers/transport.ts';

type SentBid = { readonly id: string; readonly price: number; readonly dealid?: string; readonly crid?: string };

/** Runs an auction of `request` in which bidders send these bids for the first imp. */
function fatesOf(sent: Record<string, readonly SentBid[]>, request: BidRequest, settings: HostConfigInput = {}): readonly BidFate[] {
  const bidders = registryOf(...Object.keys(sent).map((code) => aBidder(code)));
  const services = testServices({ bidders, settings: { gdpr: { default_value: '0' }, ...settings } });
  const answerOf = (uri: string): string => {
    const bids = sent[uri.split('/').at(-1) ?? ''] ?? [];
    return JSON.stringify({
      cur: 'USD',
      seatbid: [{ bid: bids.map((bid) => ({ impid: 'imp-1', adm: 'ad', crid: 'c', w: 300, h: 250, ...bid })) }],
    });
  };
  Object.assign(services, { transport: new ScriptedTransport(services.clock, ({ uri }) => ({ answer: { body: answerOf(uri) } })) });
  const auction = anAuction(services, request);
  runAuction(auction, services, stages);
  services.clock.wind(1000);
  return bidFates(auction);
}

const told = (fates: readonly BidFate[]) => fates.map(({ bidder, id, fate, reason }) => [bidder, id, fate, reason]);

describe('the fate of a bid', () => {
  test('is told of every bid: who won, and what went before the others', () => {
    const fates = fatesOf({ alpha: [{ id: 'a', price: 2 }], beta: [{ id: 'b', price: 3 }] }, validRequest(['alpha', 'beta']));
    expect(told(fates)).toEqual([
      ['alpha', 'a', 'lost', 'beta bid 3'],
      ['beta', 'b', 'won', undefined],
    ]);
    expect(fates[1]).toMatchObject({
      seat: 'beta',
      impId: 'imp-1',
      type: 'banner',
      originalPrice: 3,
      originalCurrency: 'USD',
      price: 3,
      priceBucket: '3.00',
    });
  });

  test('is a deal going first where deals are preferred', () => {
    const request = { ...validRequest(['alpha', 'beta']), ext: { srv: { targeting: { preferdeals: true } } } };
    const fates = fatesOf({ alpha: [{ id: 'a', price: 2, dealid: 'd' }], beta: [{ id: 'b', price: 3 }] }, request);
    expect(told(fates)).toEqual([
      ['alpha', 'a', 'won', undefined],
      ['beta', 'b', 'lost', 'a deal went first'],
    ]);
  });

  test('is a rejection with its code and reason', () => {
    const fates = fatesOf({ alpha: [{ id: 'a', price: -2 }] }, validRequest(['alpha']));
    expect(told(fates)).toEqual([['alpha', 'a', 'rejected', 'its price is not above zero']]);
    expect(fates[0]?.code).toBe(300);
  });

  test('is to be told to the caller where nobody picks a winner', () => {
    const fates = fatesOf({ alpha: [{ id: 'a', price: 2 }] }, { ...validRequest(['alpha']), ext: {} });
    expect(told(fates)).toEqual([['alpha', 'a', 'told', undefined]]);
  });

  test('is to be dropped where a bidder has sent more bids than it may', () => {
    const fates = fatesOf(
      {
        alpha: [
          { id: 'a', price: 1 },
          { id: 'b', price: 2 },
        ],
      },
      validRequest(['alpha']),
      { variant: 'java' },
    );
    expect(told(fates)).toEqual([
      ['alpha', 'a', 'dropped', 'more bids than its bidder may have'],
      ['alpha', 'b', 'won', undefined],
    ]);
  });
});
