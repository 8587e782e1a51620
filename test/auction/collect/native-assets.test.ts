import { describe, expect, test } from 'vitest';
import { copyAssetType, fillNativeAssetTypes } from '#src/auction/collect/native-assets.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
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

describe('a native response', () => {
  test('gets the types of the requested assets', () => {
    const response = {
      ver: '1.2',
      assets: [{ id: 1, img: { url: 'u', type: 9 } }, { id: 2, data: { value: 'v' } }, { id: 3, img: { type: 1 } }, 7],
    };
    expect(fill(JSON.stringify(response))).toEqual({
      adm: JSON.stringify({
        ver: '1.2',
        assets: [{ id: 1, img: { url: 'u', type: 3 } }, { id: 2, data: { value: 'v', type: 2 } }, { id: 3, img: { type: 1 } }, 7],
      }),
      errors: [],
    });
  });

  test('reports every asset that was not requested', () => {
    const response = JSON.stringify({ assets: [{ img: {} }, { id: 9, data: {} }, { id: 2, img: {} }] });
    expect(fill(response)).toEqual({
      adm: response,
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

  test('is unchanged in any other format', () => {
    for (const adm of ['<div/>', '{broken', '{"native":{}}', '{"assets":[]}', '']) expect(fill(adm)).toEqual({ adm, errors: [] });
    const deep = `{"assets":[{"id":1}],"ext":${'['.repeat(500)}${']'.repeat(500)}}`;
    expect(fill(deep)).toEqual({ adm: deep, errors: [] });
  });
});

describe('an asset of a response in the Java variant', () => {
  test('needs a type in the request', () => {
    const message = "present that doesn't exist in the request";
    expect(copyAssetType({ id: 3, img: {} }, requested, dialects.java.collect.native)).toBe(
      `Response has an Image asset with ID:'3' ${message}`,
    );
    expect(copyAssetType({ id: 1, data: {} }, requested, dialects.java.collect.native)).toBe(
      `Response has a Data asset with ID:1 ${message}`,
    );
  });
});
