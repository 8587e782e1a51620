/** Image and data types in a native response, copied from the request's asset with the same id. */

import type { CollectDialect } from '#src/dialect/contract/collect.ts';
import { isObject } from '#src/json/merge.ts';
import { nestsDeeper } from '#src/json/nesting.ts';
import { parseJson } from '#src/json/parse.ts';
import { memoByObject } from '#src/lang/memo.ts';
import { type NativeAsset, readNativeRequest } from '#src/openrtb/native-request.ts';
import type { Imp, Native } from '#src/openrtb/ortb.ts';

/** The completed markup, and the errors. */
export interface NativeMarkup {
  readonly adm: string;
  readonly errors: readonly string[];
}

/**
 * @param adm the bid's markup; text that is not a native response with assets is returned unchanged
 * @param imps of the bidder's request; not modified
 */
export function fillNativeAssetTypes(adm: string, impId: string, imps: readonly Imp[], dialect: NativeAssets): NativeMarkup {
  const response = parse(adm);
  const assets = isObject(response) ? response['assets'] : undefined;
  if (!Array.isArray(assets) || assets.length === 0) return { adm, errors: [] };
  const native = imps.find((imp) => imp.id === impId && imp.native)?.native;
  if (!native) return { adm, errors: ['Could not find native imp'] };
  const requested = requestedAssets(native);
  const errors: string[] = [];
  for (const asset of assets) {
    const error = isObject(asset) ? copyAssetType(asset, requested, dialect) : undefined;
    if (error) errors.push(error);
  }
  return { adm: JSON.stringify(response), errors };
}

function parse(json: string): unknown {
  const parsed = json.trimStart().startsWith('{') ? parseJson(json) : undefined;
  return nestsDeeper(parsed) ? undefined : parsed;
}

type NativeAssets = CollectDialect['native'];

/** Several bids may respond to one imp: its native request is parsed once. */
const requestedAssets = memoByObject((native: Native): readonly NativeAsset[] => {
  const found = readNativeRequest(native.request ?? '');
  return 'value' in found ? (found.value.assets ?? []) : [];
});

const KINDS = [
  { field: 'img', name: 'Image', article: 'an' },
  { field: 'data', name: 'Data', article: 'a' },
] as const;

/**
 * Fills `img.type` or `data.type` of one asset of the response, in place.
 * @returns the error, the image's first
 */
export function copyAssetType(
  asset: { [field: string]: unknown },
  requested: readonly NativeAsset[],
  { needsType, shownId }: NativeAssets,
): string | undefined {
  for (const { field, name, article } of KINDS) {
    const part = asset[field];
    if (!isObject(part)) continue;
    const id = asset['id'];
    if (id === undefined || id === null) return `Response ${name} asset doesn't have an ID`;
    const wanted = requested.find((each) => each.id === id);
    if (!wanted) return `Unable to find asset with ID:${typeof id === 'object' ? JSON.stringify(id) : id} in the request`;
    const type = wanted[field]?.type;
    if (!wanted[field] || (needsType && type === undefined)) {
      return `Response has ${article} ${name} asset with ID:${shownId(id, field === 'img')} present that doesn't exist in the request`;
    }
    if (type) part['type'] = type;
  }
  return undefined;
}
