import { describe, expect, test } from 'vitest';
import { fieldsOf, type Matched } from '#src/taps/matched.ts';
import { toMatcher } from '#src/taps/matcher.ts';
import { isSampled } from '#src/taps/sampling.ts';
import { anAuction, aTask, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';
import { subscription } from '#test/helpers/tap-hub.ts';

const event = (over: Partial<Matched> = {}): Matched => ({ kind: 'bid', auction: 7, request: 'r', account: 'a', bidder: 'b', ...over });

describe('a subscription', () => {
  test.each([
    ['everything by default', {}, {}, true],
    ['only its kinds', { kinds: ['auction' as const] }, {}, false],
    ['its account', { account: 'a' }, {}, true],
    ['no other account', { account: 'z' }, {}, false],
    ['nothing of unknown accounts', { account: 'a' }, { account: undefined }, false],
    ['its bidder', { bidder: 'b' }, {}, true],
    ['no other bidder', { bidder: 'z' }, {}, false],
    ['what knows no bidder', { bidder: 'z' }, { kind: 'cache' as const, bidder: undefined }, true],
    ['an auction by its number', { auction: 7 }, {}, true],
    ['an auction by its request', { auction: 'r' }, {}, true],
    ['an auction by its request, which is a number', { auction: 1234 }, { request: '1234' }, true],
    ['no other auction', { auction: 8 }, {}, false],
    ['the host itself, whatever it filters', { account: 'z', bidder: 'z', auction: 9 }, { kind: 'admin' as const }, true],
  ])('matches %s', (_, over, made, wanted) => {
    expect(toMatcher(subscription(over))(event(made))).toBe(wanted);
  });

  test('matches auctions a bidder took part in', () => {
    const services = testServices();
    const request = validRequest(['alpha']);
    const auction = anAuction(services, request, { tasks: [aTask('alpha', request)] });
    const matched = event({ kind: 'auction', ...fieldsOf({ v: 1, kind: 'auction', at: 1, auction: 1, data: { auction, tookMs: 1 } }) });
    expect(['alpha', 'beta'].map((bidder) => toMatcher(subscription({ bidder }))(matched))).toEqual([true, false]);
  });

  test('samples about its share of auctions, and all events of an auction or none', () => {
    const numbers = Array.from({ length: 10_000 }, (_, i) => i + 1);
    for (const share of [0.01, 0.1, 0.5]) {
      const taken = numbers.filter((number) => isSampled(number, share));
      expect(taken.length / numbers.length).toBeGreaterThan(share * 0.9);
      expect(taken.length / numbers.length).toBeLessThan(share * 1.1);
    }
    const passes = toMatcher(subscription({ sample: 0.3 }));
    for (const auction of numbers.slice(0, 100)) {
      const kinds = (['auction', 'bid', 'bidder', 'transition'] as const).map((kind) => passes(event({ kind, auction })));
      expect(new Set(kinds).size).toBe(1);
    }
  });
});
