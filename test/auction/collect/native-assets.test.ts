import { describe, expect, test } from 'vitest';
import { copyAssetType, fillNativeAssetTypes } from '#src/auction/collect/native-assets.ts';
import type { Imp } from '#src/wire/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';

const requested = [
  { id: 1, img: { type: 3 } },
  { id: 2, data: { type: 2 } },
  { id: 3, img: {} },
];
const imps: Imp[] = [
  { id: 'banner', banner: {} },
  { id: 'native', native: { request: JSON.stringify({ assets: requested }) } },
];
const fill = (adm: string, impId = 'native') => fillNativeAssetTypes(adm, impId, imps, dialects.go.collect.native);

describe('a native answer', () => {
  test('gets the types of the assets that were asked for', () => {
    const answer = {
      ver: '1.2',
      assets: [{ id: 1, img: { url: 'u', type: 9 } }, { id: 2, data: { value: 'v' } }, { id: 3, img: { type: 1 } }, 7],
    };
    expect(fill(JSON.stringify(answer))).toEqual({
      adm: JSON.stringify({
        ver: '1.2',
        assets: [{ id: 1, img: { url: 'u', type: 3 } }, { id: 2, data: { value: 'v', type: 2 } }, { id: 3, img: { type: 1 } }, 7],
      }),
      errors: [],
    });
  });

  test('tells every asset that was not asked for', () => {
    const answer = JSON.stringify({ assets: [{ img: {} }, { id: 9, data: {} }, { id: 2, img: {} }] });
    expect(fill(answer)).toEqual({
      adm: answer,
      errors: [
        "Response Image asset doesn't have an ID",
        'Unable to find asset with ID:9 in the request',
        "Response has an Image asset with ID:2 present that doesn't exist in the request",
      ],
    });
  });

  test('belongs to a native imp', () => {
    const adm = '{"assets":[{"id":1}]}';
    expect(fill(adm, 'banner')).toEqual({ adm, errors: ['Could not find native imp'] });
    expect(fillNativeAssetTypes(adm, 'n', [{ id: 'n', native: { request: 'malformed' } }], dialects.go.collect.native)).toEqual({
      adm,
      errors: [],
    });
    expect(fillNativeAssetTypes(adm, 'n', [{ id: 'n', native: {} }], dialects.go.collect.native)).toEqual({ adm, errors: [] });
  });

  test('stays as it is when it is of another form', () => {
    for (const adm of ['<div/>', '{broken', '{"native":{}}', '{"assets":[]}', '']) expect(fill(adm)).toEqual({ adm, errors: [] });
    const deep = `{"assets":[{"id":1}],"ext":${'['.repeat(500)}${']'.repeat(500)}}`;
    expect(fill(deep)).toEqual({ adm: deep, errors: [] });
  });
});

describe('an asset of the answer in the Java variant', () => {
  test('needs a type in the request', () => {
    const text = "present that doesn't exist in the request";
    expect(copyAssetType({ id: 3, img: {} }, requested, dialects.java.collect.native)).toBe(
      `Response has an Image asset with ID:'3' ${text}`,
    );
    expect(copyAssetType({ id: 1, data: {} }, requested, dialects.java.collect.native)).toBe(`Response has a Data asset with ID:1 ${text}`);
  });
});
