import { describe, expect, test } from 'vitest';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { previousHost, type Response } from '#test/helpers/previous-auctions.ts';

const BIDDERS = ['alpha', 'beta', 'gamma'];
const STARTED = 1_700_000_000_000;

/** A request of a user whom every bidder knows. */
const ofUser = (user: string | undefined, over: Partial<BidRequest> = {}, bidders = BIDDERS): BidRequest => ({
  ...validRequest(bidders),
  ...(user === undefined ? {} : { user: { id: 'any', buyeruid: user } }),
  ...over,
});

const aBid = (id: string, price: number, more: object = {}) => ({ id, impid: 'imp-1', price, crid: 'c', adm: '<p/>', ...more });

const THREE: { readonly [bidder: string]: Response } = {
  alpha: [aBid('a', 3)],
  beta: [aBid('b', 2)],
  gamma: [aBid('c', 1)],
};

const info = (id: string, price: number, outcome: string, minBidToWin: number | undefined, more: object = {}) => ({
  source: 'auctor',
  timestamp: STARTED,
  impid: 'imp-1',
  outcome,
  ...more,
  bidId: id,
  bidderCpm: price,
  bidderCurrency: 'USD',
  bidderOriginalCpm: price,
  bidderOriginalCurrency: 'USD',
  ...(minBidToWin === undefined ? {} : { minBidToWin }),
});

const NOTHING = { alpha: [], beta: [], gamma: [] };

describe('info of previous auctions', () => {
  test('reports to each bidder its own bid and the price it had to beat', async () => {
    const host = previousHost(BIDDERS);
    expect((await host.run(ofUser('u'), THREE)).received).toEqual(NOTHING);
    expect((await host.run(ofUser('u'), {})).received).toEqual({
      alpha: [info('a', 3, 'won', 2)],
      beta: [info('b', 2, 'lost', 3, { reason: 'price' })],
      gamma: [info('c', 1, 'lost', 3, { reason: 'price' })],
    });
  });

  test('counts the floor of an imp as a price to beat, if it was enforced', async () => {
    const host = previousHost(BIDDERS, BIDDERS, { previous_auction_info: { enabled: true }, price_floors: { enabled: true } });
    const request = ofUser('u');
    for (const imp of request.imp) Object.assign(imp, { bidfloor: 2.5, bidfloorcur: 'USD', tagid: 'top' });
    await host.run(request, { alpha: [aBid('a', 3)], beta: [aBid('b', 2)], gamma: [] });
    const { received } = await host.run(request, {});
    const { bidderCpm: _, ...rejected } = info('b', 2, 'rejected', 3, { adUnitCode: 'top', reason: 'below the floor', code: 301 });
    expect(received).toEqual({
      alpha: [info('a', 3, 'won', 2.5, { adUnitCode: 'top' })],
      beta: [rejected],
      gamma: [{ source: 'auctor', timestamp: STARTED, impid: 'imp-1', adUnitCode: 'top', outcome: 'no-bid' }],
    });
    const lax = previousHost(['alpha']);
    const unenforced = { ...ofUser('u', {}, ['alpha']), imp: validRequest(['alpha']).imp.map((imp) => ({ ...imp, bidfloor: 2.5 })) };
    await lax.run(unenforced, { alpha: [aBid('a', 1)] });
    expect((await lax.run(unenforced, {})).received['alpha']).toEqual([info('a', 1, 'won', undefined)]);
  });

  test('has all prices in the currency of the auction, and none of bids for imps that the request does not have', async () => {
    const host = previousHost(BIDDERS, BIDDERS, { previous_auction_info: { enabled: true }, price_floors: { enabled: true } });
    const request = ofUser('u', { cur: ['EUR'], ext: { srv: { targeting: {}, currency: { rates: { USD: { EUR: 0.5 } } } } } });
    for (const imp of request.imp) Object.assign(imp, { bidfloor: 4, bidfloorcur: 'USD' });
    await host.run(request, { alpha: [aBid('a', 6)], beta: [aBid('b', 9, { impid: 'other' })] });
    const { alpha, beta } = (await host.run(request, {})).received;
    expect(alpha).toEqual([{ ...info('a', 3, 'won', 2), bidderCurrency: 'EUR', bidderOriginalCpm: 6 }]);
    expect(beta).toEqual([{ source: 'auctor', timestamp: STARTED, impid: 'imp-1', outcome: 'no-bid' }]);
  });

  test('has no price to beat if a deal took precedence over every price', async () => {
    const host = previousHost(BIDDERS);
    const request = ofUser('u', { ext: { srv: { targeting: { preferdeals: true } } } });
    await host.run(request, { alpha: [aBid('a', 1, { dealid: 'd' })], beta: [aBid('b', 2)], gamma: [aBid('c', 0.5, { dealid: 'e' })] });
    expect((await host.run(request, {})).received).toEqual({
      alpha: [info('a', 1, 'won', 0.5)],
      beta: [info('b', 2, 'lost', undefined, { reason: 'deal' })],
      gamma: [info('c', 0.5, 'lost', 1, { reason: 'price' })],
    });
  });

  test('has no price for bidders without a bid', async () => {
    const host = previousHost(BIDDERS);
    await host.run(ofUser('u'), { alpha: [aBid('a', 3)], beta: { response: { status: 500 } } });
    const { received } = await host.run(ofUser('u'), {});
    const common = { source: 'auctor', timestamp: STARTED, impid: 'imp-1' };
    expect(received['beta']).toEqual([{ ...common, outcome: 'error' }]);
    expect(received['gamma']).toEqual([{ ...common, outcome: 'timeout' }]);
  });

  test('has no price if the host picks no winner', async () => {
    const host = previousHost(BIDDERS);
    await host.run(ofUser('u', { ext: {} }), THREE);
    expect((await host.run(ofUser('u'), {})).received['gamma']).toEqual([info('c', 1, 'returned', undefined)]);
  });

  test('names the ad unit, and drops info that callers made too long', async () => {
    const host = previousHost(['alpha']);
    const request = ofUser('u', {}, ['alpha']);
    const [imp] = request.imp;
    const units = { adunitcode: 'unit', long: 'x'.repeat(2000) };
    const withUnit = (adunitcode: string): BidRequest => ({
      ...request,
      imp: imp ? [{ ...imp, ext: { ...imp.ext, srv: { ...imp.ext?.srv, adunitcode } } }] : [],
    });
    await host.run(withUnit(units.adunitcode), THREE);
    await host.run(withUnit(units.long), THREE);
    expect((await host.run(request, {})).received['alpha']).toEqual([info('a', 3, 'won', undefined, { adUnitCode: 'unit' })]);
  });

  test('is sent newest first, and expires', async () => {
    const host = previousHost(['alpha'], ['alpha'], undefined, { max_infos: 2 });
    for (const id of ['first', 'second', 'third']) {
      await host.run(ofUser('u', {}, ['alpha']), { alpha: [aBid(id, 1)] });
      host.services.clock.wind(1000);
    }
    const { received } = await host.run(ofUser('u', {}, ['alpha']), {});
    expect(received['alpha']?.map(({ bidId }) => bidId)).toEqual(['third', 'second']);
    host.services.clock.wind(600_000);
    expect((await host.run(ofUser('u', {}, ['alpha']), {})).received).toEqual({ alpha: [] });
  });

  test('that a caller sends does not reach bidders', async () => {
    const host = previousHost(BIDDERS);
    const made = { targeting: {}, previousauctioninfo: [{ minBidToWin: 99 }] };
    expect((await host.run(ofUser('u', { ext: { srv: made } }), THREE)).received).toEqual(NOTHING);
  });
});

describe('info of previous auctions is neither stored nor sent', () => {
  const enabled = { previous_auction_info: { enabled: true } };
  const denied = (activity: string) => ({ ...enabled, privacy: { allowactivities: { [activity]: { default: false } } } });

  test.each([
    ['for accounts that did not opt in', BIDDERS, {}, {}],
    ['for bidders that did not opt in', [], enabled, {}],
    ['for bidders that the account does not name', BIDDERS, { previous_auction_info: { enabled: true, bidders: ['delta'] } }, {}],
    ['for users whom the bidder does not know', BIDDERS, enabled, { user: { id: 'any' } }],
    ['for children', BIDDERS, enabled, { regs: { coppa: 1 } }],
    ['for users who limit tracking', BIDDERS, enabled, { device: { lmt: 1 } }],
    ['for users who opted out of sale', BIDDERS, enabled, { regs: { ext: { us_privacy: '1YYN' } } }],
    ['if an activity forbids user data', BIDDERS, denied('transmitUfpd'), {}],
  ] as const)('%s', async (_, optedIn, account, over) => {
    const host = previousHost(BIDDERS, optedIn, account as never);
    for (let round = 0; round < 2; round++) expect((await host.run(ofUser('u', over as never), THREE)).received).toEqual(NOTHING);
    expect(host.store.bytes).toBe(0);
  });

  test('for bidders beside those that the account names', async () => {
    const host = previousHost(BIDDERS, BIDDERS, { previous_auction_info: { enabled: true, bidders: ['beta'] } });
    await host.run(ofUser('u'), THREE);
    const { received } = await host.run(ofUser('u'), {});
    expect(Object.entries(received).filter(([, infos]) => infos.length > 0)).toEqual([
      ['beta', [info('b', 2, 'lost', 3, { reason: 'price' })]],
    ]);
  });
});
