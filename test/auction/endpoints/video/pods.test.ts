import { describe, expect, test } from 'vitest';
import { queueTimeout, userAgentOf, wantsLog } from '#src/auction/endpoints/video/caller.ts';
import { adPods, keyValue } from '#src/auction/endpoints/video/pods.ts';
import { video as go } from '#src/dialect/go/video.ts';
import { video as java } from '#src/dialect/java/video.ts';
import type { SeatBid } from '#src/openrtb/ortb.ts';
import { valueIn } from '#test/helpers/result.ts';

const keys = (over: object = {}): object => ({
  hb_pb_alpha: '17.00',
  hb_pb_cat_dur_alpha: '17.00_123_30s',
  hb_uuid_alpha: 'uuid',
  ...over,
});
const seat = (bids: readonly [string, object | undefined][], name = 'alpha'): SeatBid =>
  ({
    seat: name,
    bid: bids.map(([impid, targeting]) => ({ id: 'b', impid, price: 1, ext: { srv: { targeting } } })),
  }) as unknown as SeatBid;

const reported = { hb_pb: '17.00', hb_pb_cat_dur: '17.00_123_30s', hb_cache_id: 'uuid' };

describe('pods of a response', () => {
  test('are in the order of their first bid', () => {
    const seatbid = [
      seat([
        ['2_0', keys()],
        ['1_1', keys({ hb_deal_alpha: 'd' })],
        ['2_1', keys()],
      ]),
      seat([['1_0', keys()]], 'beta'),
    ];
    expect(valueIn(adPods({ seatbid }, [], go))).toEqual([
      { podid: 2, targeting: [reported, reported], errors: null },
      { podid: 1, targeting: [{ ...reported, hb_deal: 'd' }], errors: null },
    ]);
  });

  test('omit deals in the Java variant', () => {
    const seatbid = [seat([['1_1', keys({ hb_deal_alpha: 'd' })]])];
    expect(valueIn(adPods({ seatbid }, [], java))).toEqual([{ podid: 1, targeting: [reported] }]);
  });

  test('omit uncached bids', () => {
    const seatbid = [
      seat([
        ['1_0', keys({ hb_uuid_alpha: undefined })],
        ['1_1', undefined],
        ['1_2', keys()],
      ]),
    ];
    expect(valueIn(adPods({ seatbid }, [], go))).toEqual([{ podid: 1, targeting: [reported], errors: null }]);
  });

  test('are empty if nothing was cached', () => {
    expect(adPods({ seatbid: [seat([['1_0', {}]])] }, [], go)).toEqual({ error: 'caching failed for all bids' });
    expect(valueIn(adPods({ seatbid: [{} as never] }, [], go))).toEqual([]);
    expect(valueIn(adPods({}, [], go))).toEqual([]);
  });

  test('end with failed ones', () => {
    const podErrors = [{ podId: 222, podIndex: 1, messages: ['one', 'two'] }];
    expect(valueIn(adPods({ seatbid: [seat([['1_0', keys()]])] }, podErrors, go))).toEqual([
      { podid: 1, targeting: [reported], errors: null },
      {
        podid: 222,
        targeting: [],
        errors: {
          general: [
            { code: 2, message: 'one' },
            { code: 2, message: 'two' },
          ],
        },
      },
    ]);
  });

  test('have the value of the longest key, with any truncation and prefix', () => {
    const targeting = { hb_pb: '1', xx_pb_cat_dur_verylo: 'cut', hb_pb_verylongname: '2', hb: '3', hb_deal: 7 };
    expect(keyValue(targeting, '_pb_cat_dur_verylongname')).toBe('cut');
    expect(keyValue(targeting, '_pb_verylongname')).toBe('2');
    expect(keyValue(targeting, '_deal_verylongname')).toBe('');
    expect(keyValue(targeting, '_uuid_verylongname')).toBe('');
  });

  test('do not mistake a price for a category', () => {
    const seatbid = [seat([['1_0', { hb_pb: '1', hb_uuid: 'uuid' }]])];
    expect(valueIn(adPods({ seatbid }, [], go))).toEqual([{ podid: 1, targeting: [{ hb_pb: '1', hb_cache_id: 'uuid' }], errors: null }]);
  });
});

test.each([
  ['true', true],
  ['YES', true],
  ['On', true],
  ['1', false],
  ['', false],
  [undefined, false],
])('debug=%s requests the log: %s', (debug, wanted) => {
  expect(wantsLog({ query: { debug }, headers: {} }, '')).toBe(wanted);
});

test.each([
  ['Mozilla%2F5.0+a', 'Mozilla/5.0 a'],
  ['Mozilla/5.0 a+b', 'Mozilla/5.0 a+b'],
  ['100%', '100%'],
  ['', undefined],
  [undefined, undefined],
])('the user agent %j is %j', (header, agent) => {
  expect(userAgentOf(header)).toBe(agent);
});

test('a request that waited too long in front of the host is rejected, and one with unreadable headers', () => {
  const names = { request_time_in_queue: 'A', request_timeout_in_queue: 'B' };
  expect(['0.9', '1', 'x'].map((a) => queueTimeout({ a, b: '1' }, names))).toEqual([
    undefined,
    { status: 408, message: 'Queued request processing time exceeded maximum' },
    { status: 500, message: 'Request timeout headers are incorrect (wrong format)' },
  ]);
});

test('a host without header names does not check the queue', () => {
  expect(queueTimeout({ a: '9', b: '1' }, { request_time_in_queue: '', request_timeout_in_queue: '' })).toBeUndefined();
});
