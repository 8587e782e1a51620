import { expect, test, vi } from 'vitest';
import type { Module } from '#src/modules/hook.ts';
import definition from '#src/modules/rule-engine/module.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { silentLog } from '#src/platform/log.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';

const MINUTE_MS = 60_000;

/** Rules that exclude one bidder from all requests. */
const excluding = (bidder: string, schema: readonly Ext[] = []): Ext => ({
  enabled: true,
  rulesets: [
    {
      stage: 'processed-auction-request',
      name: 's',
      modelgroups: [{ weight: 1, schema, default: [{ function: 'excludeBidders', args: { bidders: [bidder], seatnonbid: 203 } }] }],
    },
  ],
});

/** Changes the bidder in place: only a new compilation shows it. */
function exclude(settings: Ext, bidder: string): void {
  Object.assign(settings, excluding(bidder));
}

async function start(host: Ext) {
  const clock = new WoundClock();
  const warn = vi.fn();
  const { hooks } = (await definition.start(host, moduleEnv({ variant: 'java', clock, log: { ...silentLog, warn } }))) as Module;
  const left = async (settings: Ext): Promise<string[]> => {
    const request = { id: 'r', imp: [{ id: 'i', banner: {}, ext: { srv: { bidder: { alpha: {}, beta: {} } } } }] } as unknown as BidRequest;
    await hooks.processed_auction_request?.(request as never, hookContext({ settings }));
    return Object.keys(request.imp[0]?.ext?.srv?.bidder ?? {});
  };
  return { clock, warn, left };
}

test('rules are compiled again after expire-after-minutes', async () => {
  const { clock, left } = await start({ 'rule-cache': { 'expire-after-minutes': 2, 'max-size': 10 } });
  const settings = excluding('alpha');
  expect(await left(settings)).toEqual(['beta']);
  exclude(settings, 'beta');
  clock.wind(2 * MINUTE_MS - 1);
  expect(await left(settings)).toEqual(['beta']);
  clock.wind(1);
  expect(await left(settings)).toEqual(['alpha']);
});

test('rules of the oldest account are dropped beyond max-size', async () => {
  const { left } = await start({ 'rule-cache': { 'max-size': 1 } });
  const [first, second] = [excluding('alpha'), excluding('alpha')];
  expect([await left(first), await left(second)]).toEqual([['beta'], ['beta']]);
  exclude(first, 'beta');
  exclude(second, 'beta');
  expect([await left(second), await left(first)]).toEqual([['beta'], ['alpha']]);
});

test('without limits rules are compiled once, and rejected settings are not compiled again', async () => {
  const { clock, warn, left } = await start({});
  const [settings, invalid] = [excluding('alpha'), excluding('alpha', [{ function: 'moonPhase' }])];
  expect([await left(settings), await left(invalid)]).toEqual([['beta'], ['alpha', 'beta']]);
  exclude(settings, 'beta');
  exclude(invalid, 'beta');
  clock.wind(10_000 * MINUTE_MS);
  expect([await left(settings), await left(invalid), warn.mock.calls.length]).toEqual([['beta'], ['alpha', 'beta'], 1]);
});

test('rejected settings are compiled again after delays that grow to the maximum', async () => {
  const parsing = { 'retry-initial-delay-millis': 100, 'retry-exponential-factor': 2, 'retry-max-delay-millis': 300 };
  const { clock, warn, left } = await start({ 'rule-parsing': parsing });
  const settings = excluding('alpha', [{ function: 'moonPhase' }]);
  const warningsAfter = async (ms: number): Promise<number> => {
    clock.wind(ms);
    await left(settings);
    return warn.mock.calls.length;
  };
  const counts: number[] = [];
  for (const ms of [0, 99, 1, 199, 1, 299, 1]) counts.push(await warningsAfter(ms));
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4]);
  exclude(settings, 'beta');
  clock.wind(300);
  expect(await left(settings)).toEqual(['alpha']);
});

test('limits below zero are errors', () => {
  expect(() => definition.check?.({ 'rule-cache': { 'max-size': -1 } })).toThrow('max-size');
});
