import { describe, expect, test } from 'vitest';
import module from '#src/modules/open-device-detection/module.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';

const ANDROID = 'Mozilla/5.0 (Linux; Android 13; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/112.0.0.0 Mobile Safari/537.36';
const REDUCED = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Safari/604.1';

/** The device after both hooks. */
async function detect(device: Ext | undefined, headers: { [name: string]: string } = {}, settings: Ext = {}): Promise<unknown> {
  const { hooks } = await module.start(settings, moduleEnv());
  const body: Ext = device ? { device } : {};
  const first = await hooks.entrypoint?.({ method: 'POST', path: '/', headers, query: {}, body: '' }, hookContext());
  expect(await hooks.raw_auction_request?.(body, hookContext({ memory: first?.memory ?? {} }))).toBeUndefined();
  return body['device'];
}

describe('device detection without a vendor', () => {
  test.each([
    [ANDROID, { devicetype: 4, make: 'Samsung', model: 'SM-S918B', os: 'Android', osv: '13' }],
    [REDUCED, { devicetype: 4, os: 'Android' }],
    [WINDOWS, { devicetype: 2, os: 'Windows', osv: '10' }],
    [IPAD, { devicetype: 5, make: 'Apple', model: 'iPad', os: 'iOS', osv: '16.6' }],
    [
      'Mozilla/5.0 (PlayStation; PlayStation 5/6.00) AppleWebKit/605.1.15',
      { devicetype: 7, make: 'Sony', model: 'PlayStation 5', os: 'PlayStation', osv: '5' },
    ],
    ['unheard-of/1.0', {}],
  ])('fills the device of %s', async (ua, values) => {
    expect(await detect({ ua })).toEqual({ ua, ...values });
  });

  test('a request without a device has one only if something is known', async () => {
    expect(await detect(undefined, { 'user-agent': 'unheard-of/1.0' })).toBeUndefined();
    expect(await detect(undefined, { 'user-agent': IPAD })).toMatchObject({ model: 'iPad' });
  });

  test('a device that is no object is left to the validation of the request', async () => {
    expect(await detect('tablet' as unknown as Ext, { 'user-agent': IPAD })).toBe('tablet');
  });

  test('client hints of the body precede the user agent', async () => {
    const sua = { platform: { brand: 'Android', version: ['14', '0'] }, mobile: 1, model: 'SM-S928B' };
    expect(await detect({ ua: REDUCED, sua })).toEqual({
      ua: REDUCED,
      sua,
      devicetype: 4,
      make: 'Samsung',
      model: 'SM-S928B',
      os: 'Android',
      osv: '14.0',
    });
  });

  test('Windows 11 is known by the version of its platform', async () => {
    const sua = { platform: { brand: 'Windows', version: ['15', '0', '0'] }, mobile: 0 };
    expect(await detect({ ua: WINDOWS, sua })).toEqual({ ua: WINDOWS, sua, devicetype: 2, os: 'Windows', osv: '11' });
  });

  test('headers describe a device that the body does not', async () => {
    const headers = {
      'user-agent': REDUCED,
      'sec-ch-ua-platform': '"Android"',
      'sec-ch-ua-platform-version': '"14"',
      'sec-ch-ua-model': '"Pixel 8"',
      'sec-ch-ua-mobile': '?1',
    };
    expect(await detect(undefined, headers)).toEqual({ devicetype: 4, make: 'Google', model: 'Pixel 8', os: 'Android', osv: '14' });
  });

  test('headers of another agent than that of the body are ignored', async () => {
    const headers = { 'user-agent': 'exchange/1.0', 'sec-ch-ua-platform': '"Linux"', 'sec-ch-ua-model': '"Server"' };
    expect(await detect({ ua: IPAD }, headers)).toMatchObject({ devicetype: 5, model: 'iPad', os: 'iOS' });
  });

  test('fields of the caller remain, empty ones are filled', async () => {
    expect(await detect({ ua: ANDROID, make: 'Own', model: ' ', devicetype: 0 })).toEqual({
      ua: ANDROID,
      make: 'Own',
      model: 'SM-S918B',
      devicetype: 4,
      os: 'Android',
      osv: '13',
    });
  });

  test('a request without any evidence is unchanged', async () => {
    expect(await detect(undefined)).toBeUndefined();
    expect(await detect({ ip: '1.2.3.4' })).toEqual({ ip: '1.2.3.4' });
  });

  test('a replaced entry of the cache is detected again', async () => {
    const { hooks } = await module.start({ cache_size: 1 }, moduleEnv());
    for (const [ua, model] of [[IPAD, 'iPad'] as const, [ANDROID, 'SM-S918B'] as const, [IPAD, 'iPad'] as const]) {
      const body: Ext = { device: { ua } };
      await hooks.raw_auction_request?.(body, hookContext());
      expect(body['device']).toMatchObject({ model });
    }
  });

  test('a size of the cache that is no whole number stops the startup', async () => {
    await expect(detect({}, {}, { cache_size: 0 })).rejects.toThrow('cache_size must be a whole number from 1 on');
  });
});
