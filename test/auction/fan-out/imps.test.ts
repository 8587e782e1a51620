import { describe, expect, test } from 'vitest';
import { isPgDealsOnly } from '#src/auction/fan-out/deals-only.ts';
import { sharedImpExt } from '#src/auction/fan-out/imp-ext.ts';
import { overrideImp, patchFor } from '#src/auction/fan-out/imp-override.ts';
import { assembleImp, splitImps } from '#src/auction/fan-out/split.ts';
import { liveImps } from '#src/auction/fan-out/stored-imps.ts';
import type { ImpSrv } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import { valueIn } from '../../helpers/result.ts';

const imp = (id: string, srv: ImpSrv, ext: object = {}): Imp => ({ id, banner: { w: 1, h: 1 }, ext: { ...ext, srv } });
const fine = (): undefined => undefined;
const EXACT = { anyCase: false };

describe('sharedImpExt', () => {
  const srv = {
    bidder: {},
    is_rewarded_inventory: 1,
    options: { echovideoattrs: true },
    adunitcode: 'u',
    storedrequest: { id: 's' },
    floors: {},
  };

  test('keeps the listed fields of our own object, and all fields outside it', () => {
    expect(sharedImpExt({ gpid: 'g', srv }, srv, 'listed')).toEqual({
      gpid: 'g',
      srv: { is_rewarded_inventory: 1, options: { echovideoattrs: true }, adunitcode: 'u' },
    });
  });

  test('keeps more if the host enables it', () => {
    expect(Object.keys(sharedImpExt({ srv }, srv, 'wide').srv ?? {})).toEqual([
      'is_rewarded_inventory',
      'options',
      'adunitcode',
      'storedrequest',
      'floors',
    ]);
  });
});

describe('splitImps', () => {
  test('gives each bidder its imps in order, with its own parameters only', () => {
    const imps = [
      imp('1', { bidder: { a: { x: 1 }, b: { y: 1 } } }, { data: { k: 'v' } }),
      imp('2', { bidder: { b: { y: 2 } } }),
      imp('3', {}),
    ];
    const split = valueIn(splitImps(imps, 'listed', fine, EXACT));
    expect(Object.fromEntries(Array.from(split, ([bidder, shares]) => [bidder, shares.map(assembleImp)]))).toEqual({
      a: [{ id: '1', banner: { w: 1, h: 1 }, ext: { data: { k: 'v' }, bidder: { x: 1 } } }],
      b: [
        { id: '1', banner: { w: 1, h: 1 }, ext: { data: { k: 'v' }, bidder: { y: 1 } } },
        { id: '2', banner: { w: 1, h: 1 }, ext: { bidder: { y: 2 } } },
      ],
    });
  });

  test('patches the imp for its bidder', () => {
    const imps = [imp('1', { bidder: { a: {}, b: {} }, imp: { A: { banner: { w: 2 }, ext: { lost: 1 } } } })];
    const split = valueIn(splitImps(imps, 'listed', fine, { anyCase: true }));
    expect(split.get('a')?.map(assembleImp)).toEqual([{ id: '1', banner: { w: 2, h: 1 }, ext: { bidder: {} } }]);
    expect(split.get('b')?.[0]?.imp).toBe(imps[0]);
  });

  test('reports the imp with a malformed extension', () => {
    const imps = [imp('1', {}), { id: '2', ext: 'text' } as unknown as Imp];
    expect(splitImps(imps, 'listed', fine, EXACT)).toEqual({ error: 'invalid json for imp[1]: expect { or n, but found "' });
  });

  test.each([{ srv: 'text' }, { srv: { bidder: 'text' } }])('rejects a malformed extension: %j', (ext) => {
    const imps = [{ id: '1', ext } as unknown as Imp];
    expect(splitImps(imps, 'listed', fine, EXACT)).toEqual({ error: 'invalid json for imp[0]: expect { or n, but found "' });
  });

  test('reports the error of a patched imp', () => {
    const imps = [imp('1', { bidder: { a: {} }, imp: { a: { native: { request: '{}' } } } })];
    const invalid = imp('1', { bidder: { a: {} }, imp: { a: { banner: 5 as never } } });
    expect(splitImps(imps, 'listed', () => 'bad', EXACT)).toEqual({
      error: 'merging bidder imp first party data for imp 1 results in an invalid imp: [bad]',
    });
    expect(splitImps([invalid], 'listed', fine, EXACT)).toEqual({ error: 'invalid first party data for imp[0]' });
  });

  test('keeps the imp in the Java variant if the patch is invalid, and applies a patch of its extension', () => {
    const reported: string[] = [];
    const imps = [
      imp('1', { bidder: { a: { x: 1 }, b: {} }, imp: { a: { ext: { retained: 1, srv: { bidder: {} } } }, b: { banner: 5 as never } } }),
    ];
    const split = valueIn(splitImps(imps, 'listed', fine, { anyCase: true, onSkipped: (text) => reported.push(text) }));
    expect(split.get('a')?.map(assembleImp)).toEqual([{ id: '1', banner: { w: 1, h: 1 }, ext: { retained: 1, bidder: { x: 1 } } }]);
    expect(split.get('b')?.[0]?.imp).toBe(imps[0]);
    expect(reported).toEqual(['imp.ext.srv.imp.b can not be merged into original imp [id=1], reason: invalid first party data for imp[0]']);
  });
});

describe('overrideImp', () => {
  test('accepts only objects, and fields of the right type', () => {
    const own = imp('1', {});
    const error = 'invalid first party data for imp[2]';
    expect(overrideImp(own, { tagid: 't', instl: null }, 2)).toEqual({ value: { ...own, tagid: 't' } });
    for (const patch of [null, 'text', { id: 5 }, { ext: 'text' }]) expect(overrideImp(own, patch, 2)).toEqual({ error });
    expect(overrideImp(null, {}, 2)).toEqual({ error });
    expect(overrideImp({ id: '1', ext: 'text' } as never, { ext: {} }, 2)).toEqual({ error });
  });

  test('finds the patch by exact name before any case', () => {
    const patches = { alpha: { id: '1' }, Alpha: { id: '2' }, none: null };
    const found = (anyCase: boolean) => ['Alpha', 'ALPHA', 'beta', 'none', 'NONE'].map((bidder) => patchFor(patches, bidder, anyCase));
    expect(found(true)).toEqual([{ id: '2' }, { id: '1' }, undefined, undefined, undefined]);
    expect(found(false)).toEqual([{ id: '2' }, undefined, undefined, undefined, undefined]);
    expect(patchFor('text', 'a', true)).toBeUndefined();
  });
});

test('imps with a stored response are omitted', () => {
  const imps = [imp('1', {}), imp('2', {})];
  expect(liveImps(imps, new Set())).toBe(imps);
  expect(liveImps(imps, new Set(['3']))).toBe(imps);
  expect(liveImps(imps, new Map([['1', '']]))).toEqual([imps[1]]);
});

test('imps for guaranteed line items only are recognized', () => {
  expect([{ pgdealsonly: true }, { pgdealsonly: 'true' }, {}, null, undefined].map(isPgDealsOnly)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
