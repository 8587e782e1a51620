import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { denormaliseExt, normaliseExt } from '#src/openrtb/rename.ts';
import { runs } from './runs.ts';

/** Any JSON with our keys and locations mixed in. */
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>('prebid', 'srv', 1, null, '"prebid":'),
    fc.dictionary(
      fc.constantFrom('ext', 'prebid', 'imp', 'site', 'publisher', 'seatbid', 'bid', 'bidderconfig', 'config', 'ortb2', 'x'),
      tie('tree'),
    ),
    fc.array(tie('tree'), { maxLength: 3 }),
  ),
}));

describe('renaming our extension object', () => {
  test('there and back changes nothing', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const inside = structuredClone(value);
        normaliseExt(inside);
        expect(denormaliseExt(inside, 'prebid')).toEqual(value);
      }),
      runs(500),
    );
  });

  test('outwards modifies nothing', () => {
    fc.assert(
      fc.property(tree, (value) => {
        const before = structuredClone(value);
        denormaliseExt(value, 'prebid');
        expect(value).toEqual(before);
      }),
      runs(300),
    );
  });
});
