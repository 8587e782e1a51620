import { describe, expect, test } from 'vitest';
import { checkInterstitialPercents, fitInterstitials } from '#src/auction/validate/interstitial.ts';
import { INTERSTITIAL_SIZES } from '#src/auction/validate/interstitial-sizes.ts';
import type { BidRequest, Device, Format, Imp } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';

const interstitial = (minwidthperc: unknown, minheightperc: unknown): Device => ({
  ext: { srv: { interstitial: { minwidthperc, minheightperc } as object } },
});
const imp = (banner?: Imp['banner']): Imp => ({ id: 'imp', instl: 1, banner });

function textOf(
  imps: Imp[] | undefined,
  device: Device | undefined,
  variant: 'go' | 'java' = 'go',
  ext?: BidRequest['ext'],
): string | undefined {
  return fitInterstitials({ id: 'r', imp: imps as Imp[], device, ext }, dialects[variant].interstitial);
}

function formatsOf(banner: Imp['banner'], device: Device, variant: 'go' | 'java' = 'go', ext?: BidRequest['ext']): Format[] | undefined {
  const one = imp(banner);
  expect(textOf([one], device, variant, ext)).toBeUndefined();
  return one.banner?.format;
}

test('the list of interstitial sizes has 250 entries, the largest common ones first', () => {
  expect(INTERSTITIAL_SIZES).toHaveLength(250);
  expect(INTERSTITIAL_SIZES[0]).toEqual({ w: 300, h: 250 });
  expect(INTERSTITIAL_SIZES.at(-1)).toEqual({ w: 120, h: 20 });
});

describe('an interstitial', () => {
  test('gets the first sizes between the percentage and the size of its first format', () => {
    expect(formatsOf({ format: [{ w: 320, h: 50 }] }, interstitial(90, 90))).toEqual([
      { w: 320, h: 50 },
      { w: 300, h: 50 },
      { w: 319, h: 49 },
      { w: 301, h: 50 },
    ]);
  });

  test('uses the device’s size if its format is 1x1 or missing', () => {
    const device = { ...interstitial(100, 100), w: 300, h: 600 };
    expect(formatsOf({}, device)).toEqual([{ w: 300, h: 600 }]);
    expect(formatsOf({ format: [{ w: 1, h: 1 }] }, device)).toEqual([{ w: 300, h: 600 }]);
    expect(formatsOf({ format: [{}] }, device)).toEqual([{ w: 300, h: 600 }]);
  });

  test('uses the device’s size in device-independent pixels if requested', () => {
    const device = { ...interstitial(100, 100), w: 901, h: 1800, pxratio: 3 };
    const ext = { srv: { sdk: { usepxratio: true } } };
    expect(formatsOf({}, device, 'go', ext)).toEqual([{ w: 300, h: 600 }]);
    expect(textOf([imp({})], { ...device, ...interstitial(100, 100), h: 901 })).toMatch('No valid sizes between 901x901 and 901x901');
    expect(formatsOf({}, { ...interstitial(0, 0), w: 1, h: 1, pxratio: 3 }, 'java', ext)).toEqual([{ w: 1, h: 1 }]);
  });

  test('is rejected if no size fits, or unchanged in the Java variant', () => {
    const message = 'Unable to set interstitial size list for Imp id=imp (No valid sizes between 8x8 and 11x11)';
    expect(textOf([imp({ format: [{ w: 11, h: 11 }] })], interstitial(80, 80))).toBe(message);
    expect(formatsOf({ format: [{ w: 11, h: 11 }] }, interstitial(80, 80), 'java')).toEqual([{ w: 11, h: 11 }]);
  });

  test('is rejected without a max size', () => {
    expect(textOf([imp({})], undefined)).toBe('Unable to read max interstitial size for Imp id=imp (No Device and no Format objects)');
    expect(textOf([imp({})], interstitial(1, 1), 'java')).toBe(
      'Unable to read max interstitial size for Imp id=imp (No Device sizes and no Format objects)',
    );
    expect(textOf([imp({ format: [{ w: 5 }] })], interstitial(1, 1))).toMatch('No valid sizes between 0x0 and 5x0');
  });

  test('keeps its formats without a request for it, a banner or the flag', () => {
    const format = [{ w: 320, h: 480 }];
    expect(formatsOf({ format }, {})).toBe(format);
    expect(formatsOf({ format }, { ext: { srv: {} } })).toBe(format);
    expect(textOf([imp({ format })], undefined)).toBeUndefined();
    expect(textOf([imp({})], undefined, 'java')).toBeUndefined();
    expect(textOf([imp()], undefined)).toBeUndefined();
    expect(formatsOf(undefined, interstitial(1, 1))).toBeUndefined();
    expect(textOf([{ id: 'imp', banner: {} }], interstitial('x', 'y'))).toBeUndefined();
    expect(textOf(undefined, interstitial('x', 'y'))).toBeUndefined();
  });
});

describe('the percentages of interstitials', () => {
  const width = 'request.device.ext.srv.interstitial.minwidthperc must be a number between 0 and 100';
  const height = 'request.device.ext.srv.interstitial.minheightperc must be a number between 0 and 100';

  test('are integers from 0 to 100', () => {
    expect(checkInterstitialPercents(interstitial(0, 100))).toBeUndefined();
    for (const bad of [-1, 101, 1.5, '60', undefined]) {
      expect(checkInterstitialPercents(interstitial(bad, 1))).toBe(width);
      expect(checkInterstitialPercents(interstitial(1, bad))).toBe(height);
    }
    expect(checkInterstitialPercents({ ext: { srv: { interstitial: 'x' as never } } })).toBe(width);
  });

  test('must be in objects', () => {
    expect(checkInterstitialPercents({ ext: 'x' as never })).toBe('expect { or n, but found "');
    expect(checkInterstitialPercents({ ext: { srv: [] as never } })).toBe('expect { or n, but found [');
    expect(checkInterstitialPercents(undefined)).toBeUndefined();
  });

  test('are validated only for interstitials, in the Java variant always', () => {
    const plain: Imp = { id: 'imp', banner: {} };
    expect(textOf([plain], interstitial(200, 1))).toBeUndefined();
    expect(textOf([plain], interstitial(200, 1), 'java')).toBe(width);
    expect(textOf([imp({})], interstitial(1, 200))).toBe(height);
  });
});
