import { expect, test } from 'vitest';
import { bidExt } from '#src/auction/response/bid-ext.ts';
import type { HookResult, Module, ModuleDefinition, Payloads } from '#src/modules/hook.ts';
import requestCorrection from '#src/modules/request-correction/module.ts';
import { isBelow } from '#src/modules/request-correction/version.ts';
import responseCorrection from '#src/modules/response-correction/module.ts';
import richmediaFilter from '#src/modules/richmedia-filter/module.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';

const started = (definition: ModuleDefinition, host: Ext = {}): Module['hooks'] => (definition.start(host, moduleEnv()) as Module).hooks;

const sdkRequest = (version: string): BidRequest =>
  ({
    id: 'r',
    imp: [{ id: 'a', instl: 1 }],
    app: { bundle: 'com.acme.android', ext: { srv: { source: 'prebid-mobile', version } } },
    device: { ua: 'Mozilla/5.0 PrebidMobile/2.1.5 Safari' },
  }) as BidRequest;

test('a request of an old SDK loses the interstitial flag and the SDK name', async () => {
  const request = sdkRequest('2.1.5');
  const settings = { enabled: true, 'pbsdk-android-instl-remove': true, pbsdkUaCleanup: true };
  await started(requestCorrection).processed_auction_request?.(request as never, hookContext({ settings }));
  expect([request.imp, request.device]).toEqual([[{ id: 'a' }], { ua: 'Mozilla/5.0  Safari' }]);
});

test('an SDK version written as a number is read, and settings in snake case apply', async () => {
  const request = sdkRequest(2.1 as unknown as string);
  const settings = { enabled: true, pbsdk_android_instl_remove: true, pbsdk_ua_cleanup: true };
  await started(requestCorrection).processed_auction_request?.(request as never, hookContext({ settings }));
  expect([request.imp, request.device]).toEqual([[{ id: 'a' }], { ua: 'Mozilla/5.0  Safari' }]);
});

test('a request of a fixed SDK is unchanged', async () => {
  const request = sdkRequest('2.2.3');
  const settings = { enabled: true, pbsdkAndroidInstlRemove: true, pbsdkUaCleanup: true };
  expect(await started(requestCorrection).processed_auction_request?.(request as never, hookContext({ settings }))).toBeUndefined();
  expect(request).toEqual(sdkRequest('2.2.3'));
});

test.each([
  ['2.2147483648', true],
  ['2.2147483647', false],
  ['+2.1', true],
  ['2147483648', false],
])('a part of a version beyond 32 bits counts as missing: %s', (version, isOld) => {
  expect(isBelow(version, [2, 2, 3])).toBe(isOld);
});

test.each(['true', 'True', 1])('switches of account settings may be strings or integers: %s', async (on) => {
  const request = sdkRequest('2.1.5');
  const settings = { enabled: on, pbsdkUaCleanup: on };
  await started(requestCorrection).processed_auction_request?.(request as never, hookContext({ settings }));
  expect(request.device).toEqual({ ua: 'Mozilla/5.0  Safari' });
});

test('account settings of a wrong type fail the hook with the field and the rule', async () => {
  const settings = { enabled: 'yes' };
  expect(await started(requestCorrection).processed_auction_request?.(sdkRequest('1') as never, hookContext({ settings }))).toEqual({
    failure: 'enabled: Invalid input: expected boolean, received string',
  });
});

type Seats = Payloads['all_processed_bid_responses']['seats'];
const seats = (...markup: string[]): Seats =>
  [
    {
      seat: 'alpha',
      currency: 'USD',
      bids: markup.map((adm, i) => ({ bid: { id: `${i}`, impid: 'a', price: 1, adm }, type: 'video', bidder: 'alpha' })),
    },
  ] as unknown as Seats;

const run = (hooks: Module['hooks'], given: Seats, settings: Ext): HookResult | undefined =>
  hooks.all_processed_bid_responses?.({ seats: given } as never, hookContext({ settings, inventory: 'app' })) as HookResult | undefined;

test('a video bid with HTML becomes a marked banner, a video bid with multi-line VAST is unchanged', () => {
  const given = seats('<div>play</div>', '<?xml version="1.0"?>\n< VAST\tversion="4.0">');
  run(started(responseCorrection), given, { enabled: true, 'app-video-html': { enabled: true } });
  expect(given[0]?.bids.map(({ type, bid }) => [type, bid.ext])).toEqual([
    ['banner', { srv: { type: 'banner', meta: { mediaType: 'video' } } }],
    ['video', undefined],
  ]);
});

test('the adapter’s meta of such a bid also says that it was a video', () => {
  const given = seats('<div>play</div>');
  Object.assign(given[0]?.bids[0] ?? {}, { meta: { networkId: 4, mediaType: 'banner' } });
  run(started(responseCorrection), given, { enabled: true, 'app-video-html': { enabled: true } });
  expect(given[0]?.bids.map((bid) => bidExt(bid, undefined).srv?.meta)).toEqual([{ networkId: 4, mediaType: 'video' }]);
});

test('markup of a hundred thousand brackets is searched in linear time', () => {
  const given = seats(`${'<'.repeat(100_000)}${' '.repeat(100_000)}`);
  run(started(responseCorrection), given, { enabled: true, 'app-video-html': { enabled: true } });
  expect(given[0]?.bids[0]?.type).toBe('banner');
});

test('a bid that loads the script is removed with an error, a reason and a tag', () => {
  const given = seats('<script src="mraid.js">', '<p/>');
  const result = run(started(richmediaFilter, { filter_mraid: true, mraid_script_pattern: 'mraid.js' }), given, {});
  expect(given[0]?.bids.map(({ bid }) => bid.id)).toEqual(['1']);
  expect(result).toEqual({
    tags: {
      activities: [
        {
          name: 'reject-richmedia',
          status: 'success',
          results: [{ status: 'success-block', values: { 'richmedia-format': 'mraid' }, appliedto: { bidder: 'alpha', impids: ['a'] } }],
        },
      ],
    },
    rejections: { alpha: [{ impId: 'a', bidId: '0', reason: 350 }] },
    seatErrors: { alpha: [{ code: 5, message: 'Invalid bid', impIds: ['a'] }] },
  });
});

test('removed bids of several seats are reported under their bidder', () => {
  const given = seats('mraid.js', '<p/>');
  const alternate = seats('mraid.js');
  Object.assign(alternate[0] ?? {}, { seat: 'alternate' });
  const result = run(started(richmediaFilter, { 'filter-mraid': true, 'mraid-script-pattern': 'mraid.js' }), [...given, ...alternate], {});
  expect(result?.tags?.activities[0]?.results?.map(({ appliedto }) => appliedto)).toEqual([{ bidder: 'alpha', impids: ['a', 'a'] }]);
  expect(Object.keys(result?.rejections ?? {})).toEqual(['alpha']);
  expect(result?.seatErrors).toEqual({ alpha: [{ code: 5, message: 'Invalid bid', impIds: ['a'] }] });
});
