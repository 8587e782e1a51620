/** What an auction reports of imps and bids that modules remove. */
import { expect, test } from 'vitest';
import { bidOutcomes } from '#src/auction/publish/bid-outcomes.ts';
import type { HookStage } from '#src/config/hook-stages.ts';
import type { Hook, Module } from '#src/modules/hook.ts';
import responseCorrection from '#src/modules/response-correction/module.ts';
import richmediaFilter from '#src/modules/richmedia-filter/module.ts';
import type { BidRequest, SeatBid } from '#src/openrtb/ortb.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { moduleEnv } from '#test/helpers/module-env.ts';
import { type Ended, type ModuleHost, moduleServices, runFullAuction } from '#test/helpers/modules.ts';

const run = (stage: HookStage, hook: unknown, request: object, host: ModuleHost = {}): Promise<Ended> =>
  runFullAuction(moduleServices({ [stage]: [{ hooks: { hook: hook as Hook } }] }, host), request as BidRequest);

const everyStatus = { srv: { targeting: {}, returnallbidstatus: true } };
const nonBidsOf = ({ body }: Ended): unknown => (body['ext'] as { seatnonbid?: unknown } | undefined)?.seatnonbid;
const bidsOf = ({ body }: Ended): object[] => ((body['seatbid'] ?? []) as SeatBid[]).flatMap(({ bid }) => bid);

test.each(['go', 'java'] as const)('a removed imp leaves its reason: %s', async (variant) => {
  const hook = (request: BidRequest): object => {
    request.imp.pop();
    return { rejections: { alpha: [{ impId: 'imp-2', reason: 203 }] } };
  };
  const request = { ...validRequest(['alpha'], 2), ext: everyStatus };
  const ended = await run('processed_auction_request', hook, request, { settings: { variant } });
  expect(nonBidsOf(ended)).toEqual([{ seat: 'alpha', nonbid: [{ impid: 'imp-2', statuscode: 203 }] }]);
});

test('a removed bid leaves its reason and its details', async () => {
  const hook = ({ seats }: { seats: { bids: unknown[] }[] }): object => {
    for (const seat of seats) seat.bids = [];
    return { rejections: { alpha: [{ impId: 'imp-1', bidId: 'alpha-bid', reason: 350 }] } };
  };
  const ended = await run('all_processed_bid_responses', hook, { ...validRequest(), ext: everyStatus });
  const ext = { srv: { bid: { price: 1, origbidcpm: 1, origbidcur: 'USD' } } };
  expect(nonBidsOf(ended)).toEqual([{ seat: 'alpha', nonbid: [{ impid: 'imp-1', statuscode: 350, ext }] }]);
  expect(bidOutcomes(ended.auction).map(({ bidOutcome, code }) => [bidOutcome, code])).toEqual([['rejected', 350]]);
});

test.each<['go' | 'java', number]>([
  ['go', 1],
  ['java', 2],
])('bids compete by category after the hooks only in the Java variant: %s', async (variant, count) => {
  let seen = 0;
  const hook = ({ seats }: { seats: { bids: unknown[] }[] }): void => {
    seen = seats.flatMap(({ bids }) => bids).length;
  };
  const targeting = { includebrandcategory: { withcategory: false }, durationrangesec: [30] };
  const request = { ...validRequest(['alpha', 'beta']), ext: { srv: { targeting } } };
  const host = { bidders: ['alpha', 'beta'], settings: { variant, category_mapping_enabled: true } };
  const ended = await run('all_processed_bid_responses', hook, request, host);
  expect([seen, bidsOf(ended).length]).toEqual([count, 1]);
});

test.each([
  ['correct', 'filter'],
  ['filter', 'correct'],
])('rich media filter and response correction of one group change the bids they mean: %s, then %s', async (...order) => {
  const hookOf = ({ hooks }: Module, settings: object): Hook => {
    const hook = hooks.all_processed_bid_responses as Hook;
    return (payload, context) => hook(payload, { ...context, settings: settings as typeof context.settings, inventory: 'app' });
  };
  const started: { [name: string]: Hook } = {
    correct: hookOf(responseCorrection.start({}, moduleEnv()) as Module, { enabled: true, 'app-video-html': { enabled: true } }),
    filter: hookOf(richmediaFilter.start({}, moduleEnv()) as Module, { 'filter-mraid': true, 'mraid-script-pattern': 'mraid.js' }),
  };
  const hooks = Object.fromEntries(order.map((name) => [name, started[name] as Hook]));
  const bid = ['mraid.js', '<p/>'].map((adm, i) => ({ id: `${i}`, impid: `imp-${i + 1}`, price: 1, crid: 'c', adm }));
  const script = () => ({ afterMs: 1, response: { body: JSON.stringify({ cur: 'USD', seatbid: [{ bid }] }) } });
  const services = moduleServices({ all_processed_bid_responses: [{ hooks }] }, { script });
  const { auction } = await runFullAuction(services, validRequest(['alpha'], 2));
  const bids = [...auction.seats.values()].flatMap((seat) => seat.bids);
  expect(bids.map((one) => [one.bid.id, one.bid.ext?.srv?.meta])).toEqual([['1', expect.objectContaining({ mediaType: 'video' })]]);
});
