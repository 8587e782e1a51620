import { describe, expect, test } from 'vitest';
import { checkBanner } from '#src/auction/validate/banner.ts';
import type { Format } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';

const PATH = 'request.imp[1].banner';

describe('a banner', () => {
  const check = (banner: object, interstitial = false): string | undefined => checkBanner(banner, 1, interstitial, dialects.go.imp);

  test('has a size of its own or formats, unless it is an interstitial', () => {
    const none = `${PATH} has no sizes. Define "w" and "h", or include "format" elements.`;
    expect(check({ w: 1, h: 1 })).toBeUndefined();
    expect(check({ format: [{ w: 1, h: 1 }] })).toBeUndefined();
    expect(check({}, true)).toBeUndefined();
    for (const banner of [{}, { w: 1 }, { w: 1, h: 0 }, { format: [] }]) expect(check(banner)).toBe(none);
  });

  test('has no negative size', () => {
    expect(check({ w: -1, h: -1 })).toBe(`${PATH}.w must be a positive number`);
    expect(check({ w: 1, h: -1 })).toBe(`${PATH}.h must be a positive number`);
  });

  test('has no range of sizes', () => {
    for (const name of ['wmin', 'wmax', 'hmin', 'hmax']) {
      expect(check({ w: 1, h: 1, [name]: 1 })).toBe(`${PATH} uses unsupported property: "${name}". Use the "format" array instead.`);
    }
  });
});

describe('a format', () => {
  const check = (format: Format): string | undefined => dialects.go.imp.bannerFormat(format, 1, 2);
  const path = 'Request imp[1].banner.format[2]';

  test('is a size or a ratio', () => {
    expect(check({ w: 1, h: 1 })).toBeUndefined();
    expect(check({ wmin: 1, wratio: 1, hratio: 1 })).toBeUndefined();
    expect(check({ w: 1, wmin: 1 })).toMatch(`${path} should define *either* {w, h} *or*`);
    expect(check({})).toMatch(/for flexible sizes\) to be non-zero\.$/);
  });

  test('is complete', () => {
    expect(check({ w: 1 })).toBe(`${path} must define non-zero "h" and "w" properties.`);
    expect(check({ wratio: 1 })).toBe(`${path} must define non-zero "wmin", "wratio", and "hratio" properties.`);
  });

  test('is positive', () => {
    for (const name of ['w', 'h', 'wratio', 'hratio', 'wmin']) {
      expect(check({ [name]: -1 })).toBe(`request.imp[1].banner.format[2].${name} must be a positive number`);
    }
  });
});

describe('a banner in the Java variant', () => {
  const check = (banner: object, interstitial = false): string | undefined => checkBanner(banner, 1, interstitial, dialects.java.imp);
  const format = { w: 1, h: 1 };

  test('has a size of its own or formats, unless it is an interstitial', () => {
    expect(check({ w: 1, h: 1, wmin: 1 })).toBeUndefined();
    expect(check({}, true)).toBeUndefined();
    expect(check({ w: -1, format: [format] })).toBeUndefined();
    expect(check({ w: 1 })).toBe(`${PATH} has no sizes. Define "w" and "h", or include "format" elements`);
    expect(check({ w: 1, h: 0, format: [format] })).toBe(`${PATH} must define a valid "h" and "w" properties`);
  });

  test('has formats with a complete size or ratio, zero and below counting as absent', () => {
    const of = (bad: Format): string | undefined => check({ format: [format, bad] });
    expect(of({ w: 1, h: 1, wmin: -1 })).toBeUndefined();
    expect(of({ wmin: 1, wratio: 1, hratio: 1 })).toBeUndefined();
    expect(of({ w: 1, wmin: 1 })).toMatch(/^request\.imp\[1\]\.banner\.format\[1\] should .* objects in the request$/);
    expect(of({ w: -1 })).toMatch(/ to be non-zero positive$/);
    expect(of({ w: 1 })).toBe(`${PATH}.format[1] must define a valid "h" and "w" properties`);
    expect(of({ wmin: 1 })).toBe(`${PATH}.format[1] must define a valid "wmin", "wratio", and "hratio" properties`);
  });
});
