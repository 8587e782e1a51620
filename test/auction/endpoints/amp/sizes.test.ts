import { expect, test } from 'vitest';
import { toInteger } from '#src/auction/endpoints/amp/scalars.ts';
import { type AmpSize, overrideSizes, parseMultisize } from '#src/auction/endpoints/amp/sizes.ts';
import type { Banner } from '#src/openrtb/ortb.ts';

const sizeOf = (query: string): AmpSize => {
  const params = new URLSearchParams(query);
  const side = (name: string): number => toInteger(params.get(name) ?? undefined);
  return {
    width: side('w'),
    height: side('h'),
    overrideWidth: side('ow'),
    overrideHeight: side('oh'),
    multisize: parseMultisize(params.get('ms') ?? ''),
  };
};

function formats(query: string, stored = [{ w: 300, h: 600 }]): string {
  const banner: Banner = { format: stored };
  overrideSizes(banner, sizeOf(query));
  return (banner.format ?? []).map(({ w, h }) => `${w}x${h}`).join(' ');
}

test.each([
  ['ow=20&oh=40', '20x40'],
  ['ow=20&oh=40&w=1&h=2', '20x40'],
  ['ow=20&h=40', '20x40'],
  ['w=20&oh=40', '20x40'],
  ['ow=100&oh=invalid&h=200', '100x200'],
  ['ow=20&oh=40&ms=1x2', '20x40'],
  ['ow=10&w=30&h=40&ms=50x60', '10x40'],
  ['ms=200x50,100x60', '200x50 100x60'],
  ['ms=200x50, 100x60', '200x50 100x60'],
  ['ms=200x50&w=20', '200x50'],
  ['ms=200x50&ow=20', '200x50'],
  ['w=20&h=40', '20x40'],
  ['w=20&h=40&ms=200x50,100x60', '20x40 200x50 100x60'],
  ['w=20&h=40&ms=200x50,20x40,200x50', '20x40 200x50'],
  ['w=150', '150x600'],
  ['h=200', '300x200'],
  ['ow=10', '300x600'],
  ['ow=0&oh=0&w=0&h=0&ms=0x0', '300x600'],
  ['', '300x600'],
  ['ms=900xZ', '900x0'],
  ['ms=33x,44x77', '33x0 44x77'],
  ['ms=1x2x3', '300x600'],
  ['ms=44x77,0x0', '300x600'],
  ['ms=1x2,', '300x600'],
])('%s over 300x600 gives %s', (query, wanted) => {
  expect(formats(query)).toBe(wanted);
});

test('a single side is set in every stored format', () => {
  expect(
    formats('w=7', [
      { w: 1, h: 2 },
      { w: 3, h: 4 },
    ]),
  ).toBe('7x2 7x4');
});

test('a banner without formats stays without them if no complete size is requested', () => {
  const banner: Banner = { w: 1, h: 2 };
  overrideSizes(banner, sizeOf('w=7'));
  expect(banner).toEqual({ w: 1, h: 2 });
});
