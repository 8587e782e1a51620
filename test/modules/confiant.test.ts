import { describe, expect, test } from 'vitest';
import { scanHook } from '#src/modules/confiant-scan/module.ts';
import { parseScan } from '#src/modules/confiant-scan/parse-response.ts';
import { Scanner } from '#src/modules/confiant-scan/scanner.ts';
import { retryDelay, scanSettings } from '#src/modules/confiant-scan/settings.ts';
import type { Payloads } from '#src/modules/hook.ts';
import type { ScriptConnection } from '#src/net/redis-scripts.ts';
import { type Log, silentLog } from '#src/platform/log.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { hookContext } from '#test/helpers/module-env.ts';

type AllBids = Payloads['all_processed_bid_responses'];

const seats = (): AllBids =>
  ({
    seats: [
      {
        seat: 'kappa',
        currency: 'USD',
        bids: ['k1', 'k2'].map((id) => ({ bidder: 'kappa', seat: 'kappa', bid: { id, impid: 'one', price: 1 } })),
      },
      { seat: 'sigma', currency: 'USD', bids: [{ bidder: 'sigma', seat: 'sigma', bid: { id: 's1', impid: 'one', price: 1 } }] },
    ],
  }) as unknown as AllBids;

const CLEAN = '[[[{"tag_key":"a"}],[{"tag_key":"b"}]],[[{"tag_key":"c"}]]]';
const SECOND_BID_BAD = '[[[{"tag_key":"a"}],[{"tag_key":"b","issues":[{"spec_name":"cloaking"}]}]],[[{"tag_key":"c"}]]]';
const SKIPPED = '[[[{"tag_key":"a","ro_skipped":true}]]]';

const node = (script: string, disabled: string | null, commands: string[][] = []): ScriptConnection => ({
  get: async (key) => (key === 'scan-disabled' ? disabled : 'hash'),
  evalsha: async (...args) => {
    commands.push(args);
    return script;
  },
  isReady: true,
  close: () => {},
});

async function scanner(read: ScriptConnection, write: ScriptConnection = read): Promise<Scanner> {
  const made = new Scanner({ read, write, apiKey: 'key', checkEveryMs: 1000, clock: new WoundClock(), log: silentLog });
  await made.start();
  return made;
}

describe('the ad quality scan', () => {
  test('removes only the reported bid', async () => {
    const payload = seats();
    const result = await scanHook(await scanner(node(SECOND_BID_BAD, null)), [])(payload, hookContext());
    expect(payload.seats.map(({ seat, bids }) => [seat, bids.map(({ bid }) => bid.id)])).toEqual([
      ['kappa', ['k1']],
      ['sigma', ['s1']],
    ]);
    expect(result?.rejections).toEqual({ kappa: [{ impId: 'one', bidId: 'k2', reason: 350 }] });
    expect(result?.errors).toEqual(['a: no issues', 'b: [{"spec_name":"cloaking"}]', 'c: no issues']);
    expect(result?.tags?.activities[0]?.results?.map(({ status, appliedto }) => [status, appliedto?.bidids])).toEqual([
      ['inspected-has-issue', ['k2']],
      ['inspected-no-issues', ['k1', 's1']],
    ]);
  });

  test.each([
    [true, ['Error during parse redis response: WRONGTYPE']],
    [false, []],
  ])('shows an unreadable response only while debugging: %s', async (debug, messages) => {
    const result = await scanHook(await scanner(node('WRONGTYPE', null)), [])(seats(), hookContext({ debug }));
    expect(result?.debug).toEqual(messages);
  });

  test('submits the request without user data, and the bids by seat', async () => {
    const commands: string[][] = [];
    const denied: unknown[] = [];
    const context = hookContext({
      requestFor: (name, activities) => {
        denied.push(name, activities);
        return { id: 'r', imp: [], cur: ['EUR'] };
      },
    });
    await scanHook(await scanner(node(CLEAN, null, commands)), ['sigma'])(seats(), context);
    expect(denied).toEqual(['confiant-ad-quality', ['transmitUfpd', 'transmitEids']]);
    expect(commands.map(([hash, data = '', ...args]) => [hash, JSON.parse(data), ...args])).toEqual([
      [
        'hash',
        {
          breq: { id: 'r', imp: [], cur: ['EUR'] },
          bresps: [
            {
              bidresponse: {
                id: 'r',
                cur: 'EUR',
                seatbid: [
                  {
                    bid: [
                      { id: 'k1', impid: 'one', price: 1 },
                      { id: 'k2', impid: 'one', price: 1 },
                    ],
                  },
                ],
              },
              dsp_id: 'kappa',
            },
          ],
        },
        'key',
        'true',
      ],
    ]);
  });

  test('takes the bids of a bidder together, whatever seats they are in', async () => {
    const payload = seats();
    const alternate = { bidder: 'sigma', seat: 'alternate', bid: { id: 's2', impid: 'one', price: 1 } };
    payload.seats.unshift({ seat: 'alternate', currency: 'USD', bids: [alternate] } as unknown as AllBids['seats'][number]);
    const commands: string[][] = [];
    const result = await scanHook(await scanner(node(SECOND_BID_BAD, null, commands)), ['sigma'])(payload, hookContext());
    expect(commands.map(([, data = '']) => JSON.parse(data).bresps.map((one: { dsp_id: string }) => one.dsp_id))).toEqual([['kappa']]);
    expect(payload.seats.map(({ seat, bids }) => [seat, bids.map(({ bid }) => bid.id)])).toEqual([
      ['kappa', ['k1']],
      ['alternate', ['s2']],
      ['sigma', ['s1']],
    ]);
    expect(result?.tags?.activities[0]?.results?.map(({ status, appliedto }) => [status, appliedto])).toEqual([
      ['skipped', { bidders: ['sigma'], impids: ['one', 'one'], bidids: ['s2', 's1'] }],
      ['inspected-has-issue', { bidders: ['kappa'], impids: ['one'], bidids: ['k2'] }],
      ['inspected-no-issues', { bidders: ['kappa'], impids: ['one'], bidids: ['k1'] }],
    ]);
  });

  test('is repeated on the write node for bids that the read node skipped', async () => {
    const commands: string[][] = [];
    const payload = seats();
    await scanHook(await scanner(node(SKIPPED, null), node(SECOND_BID_BAD, null, commands)), [])(payload, hookContext());
    expect(commands.map(([, , ...args]) => args)).toEqual([['key']]);
    expect(payload.seats[0]?.bids.map(({ bid }) => bid.id)).toEqual(['k1']);
  });

  test('does not run while the vendor disables it', async () => {
    const commands: string[][] = [];
    const payload = seats();
    await scanHook(await scanner(node(SECOND_BID_BAD, 'True', commands)), [])(payload, hookContext());
    expect(commands).toEqual([]);
    expect(payload).toEqual(seats());
  });

  test('changes nothing if the node fails', async () => {
    const payload = seats();
    const failing = { ...node(CLEAN, null), evalsha: async () => Promise.reject(new Error('NOSCRIPT')) };
    await scanHook(await scanner(failing), [])(payload, hookContext());
    expect(payload).toEqual(seats());
  });

  test('logs an outage of the node once', async () => {
    const lines: string[] = [];
    const log: Log = { ...silentLog, warn: (_, message) => lines.push(message), info: (_, message) => lines.push(message) };
    let works = false;
    const failing = { ...node(CLEAN, null), evalsha: async () => (works ? CLEAN : Promise.reject(new Error('NOSCRIPT'))) };
    const made = new Scanner({ read: failing, write: failing, apiKey: '', checkEveryMs: 1000, clock: new WoundClock(), log });
    for (let i = 0; i < 3; i++) expect(await made.submit('{}')).toBeUndefined();
    works = true;
    for (let i = 0; i < 2; i++) expect(await made.submit('{}')).toBeDefined();
    expect(lines).toEqual(['ad scan failed', 'ad scan recovered']);
  });

  test.each([
    ['{"code":"301","message":"bad key"}', 'Redis error - 301: bad key'],
    ['{"message":"bad key"}', 'Redis error - null: bad key'],
    ['[[{}]]', 'Error during parse redis response: [[{}]]'],
  ])('reports an error of the vendor in debug output: %s', (text, message) => {
    expect(parseScan(text)).toEqual({ seats: [], debug: [message] });
  });

  test('reconnects at short intervals first, then at long ones, then no more', () => {
    const retry = scanSettings({ 'redis-retry-config': { 'short-interval-attempts': 2, 'long-interval-attempts': 1 } })[
      'redis-retry-config'
    ];
    expect([1, 2, 3, 4].map((attempt) => retryDelay(attempt, retry))).toEqual([1000, 1000, 1_800_000, null]);
  });
});
