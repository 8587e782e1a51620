import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FIFTYONE_DIALECTS } from '#src/modules/fiftyone-devicedetection/dialects.ts';
import { javaEvidence } from '#src/modules/fiftyone-devicedetection/evidence.ts';
import fiftyone from '#src/modules/fiftyone-devicedetection/module.ts';
import { fillFromProperties } from '#src/modules/fiftyone-devicedetection/properties.ts';
import type { HookResult, ModuleDefinition } from '#src/modules/hook.ts';
import wurfl from '#src/modules/wurfl-devicedetection/module.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { hookContext, moduleEnv } from '#test/helpers/module-env.ts';

const engine = join(import.meta.dirname, 'engine-of-test.ts');

/** Runs both hooks of a module on a body, one after the other. */
async function detect(module: ModuleDefinition, settings: Ext, body: Ext): Promise<{ results: (HookResult | undefined)[]; body: Ext }> {
  const { hooks } = await module.start(settings, moduleEnv());
  const first = await hooks.entrypoint?.({ method: 'POST', path: '/', headers: {}, query: {}, body: JSON.stringify(body) }, hookContext());
  const second = await hooks.raw_auction_request?.(body, hookContext({ memory: first?.memory ?? {} }));
  return { results: [first, second], body };
}

describe('device detection', () => {
  test('fills the device from WURFL capabilities', async () => {
    const { body } = await detect(wurfl, { engine }, { device: { ua: 'fairphone' } });
    expect(body).toEqual({ device: { ua: 'fairphone', devicetype: 4, make: 'Fairphone', ext: { wurfl: { wurfl_id: 'f5' } } } });
  });

  test('fills the device from 51Degrees properties', async () => {
    const { body } = await detect(fiftyone, { engine }, { device: { ua: 'fairphone' } });
    expect(body).toEqual({
      device: { ua: 'fairphone', devicetype: 4, make: 'Fairphone', ext: { fiftyonedegrees_deviceId: '1-2' } },
    });
  });

  test('fills sizes and densities of screens from 51Degrees numbers, written as numbers or text', () => {
    const device: Ext = { w: 1 };
    const screen = { ScreenPixelsHeight: '2700', ScreenPixelsWidth: 1224, ScreenInchesHeight: 5.9, PixelRatio: 'Unknown' };
    fillFromProperties(device, screen, FIFTYONE_DIALECTS.go);
    expect(device).toEqual({ w: 1, h: 2700, ppi: 458 });
  });

  test.each<[string, 'go' | 'java', string, Ext]>([
    [
      'gets one from 51Degrees of the Java variant',
      'java',
      'fairphone',
      { device: { devicetype: 4, make: 'Fairphone', ext: { fiftyonedegrees_deviceId: '1-2' } } },
    ],
    ['gets none if 51Degrees of the Java variant does not know it', 'java', 'unheard-of', {}],
    ['gets none from 51Degrees of the Go variant', 'go', 'fairphone', {}],
  ])('a body without a device %s', async (_, variant, agent, wanted) => {
    const { hooks } = await fiftyone.start({ engine }, moduleEnv({ variant }));
    const body: Ext = {};
    await hooks.raw_auction_request?.(body, hookContext({ memory: { headers: { 'User-Agent': agent } } }));
    expect(body).toEqual(wanted);
  });

  test.each([wurfl, fiftyone])('leaves a device alone that the engine does not know: $code', async (module) => {
    const { body, results } = await detect(module, { engine }, { device: { ua: 'unheard-of' } });
    expect(body).toEqual({ device: { ua: 'unheard-of' } });
    expect(results[1]).toBeUndefined();
  });

  test.each([wurfl, fiftyone])('changes nothing without an engine: $code', async (module) => {
    const { body, results } = await detect(module, {}, { device: { ua: 'fairphone' } });
    expect(body).toEqual({ device: { ua: 'fairphone' } });
    expect(results).toEqual([undefined, undefined]);
  });

  test('fails in 51Degrees of the Go variant without any user agent', async () => {
    const { results } = await detect(fiftyone, { engine }, { device: { ip: '192.0.2.7' } });
    expect(results[1]).toEqual({ failure: 'User-Agent not found' });
  });

  test('fails both hooks for a publisher that is not listed', async () => {
    const { results } = await detect(
      wurfl,
      { engine, allowed_publisher_ids: ['9'] },
      { site: { publisher: { id: '8' } }, device: { ua: 'fairphone' } },
    );
    expect(results).toEqual([
      { failure: 'publisher not allowed' },
      { failure: 'module context has not been initialized in the entrypoint hook' },
    ]);
  });

  test('escapes only quotes in the hints that 51Degrees of the Java variant receives', () => {
    const sua = { model: 'a"b\\c', browsers: [{ brand: 'V"\\', version: ['1', '2'] }, { version: ['3'] }] };
    expect(javaEvidence({ sua }, {})).toEqual({
      'Sec-CH-UA': '"V\\"\\";v="1.2"',
      'Sec-CH-UA-Full-Version-List': '"V\\"\\";v="1.2"',
      'Sec-CH-UA-Model': '"a\\"b\\c"',
    });
  });

  test('does not start with an engine that cannot be loaded', async () => {
    await expect(async () => wurfl.start({ engine: join(import.meta.dirname, 'no-such-file.ts') }, moduleEnv())).rejects.toThrow(
      'no-such-file',
    );
  });
});
