/** Types of images and data in a native answer, copied from the request's asset with the same id (auction-exchange.md 6.7). */

import type { CollectDialect } from '#src/dialect/dialect.ts';
import { isObject } from '#src/wire/merge.ts';
import { type NativeAsset, readNativeRequest } from '#src/wire/native-request.ts';
import { nestsDeeper } from '#src/wire/nesting.ts';
import type { Imp, Native } from '#src/wire/ortb.ts';

/** The markup with types filled in, and what could not be filled. */
export interface NativeMarkup {
  readonly adm: string;
  readonly errors: readonly string[];
}

/**
 * @param adm the bid's markup; what is no native answer with assets comes back as it is
 * @param imps of the bidder's request; nothing in them is written to
 */
export function fillNativeAssetTypes(adm: string, impId: string, imps: readonly Imp[], dialect: NativeAssets): NativeMarkup {
  const answer = parse(adm);
  const assets = isObject(answer) ? answer['assets'] : undefined;
  if (!Array.isArray(assets) || assets.length === 0) return { adm, errors: [] };
  const native = imps.find((imp) => imp.id === impId && imp.native)?.native;
  if (!native) return { adm, errors: ['Could not find native imp'] };
  const requested = requestedAssets(native);
  const errors: string[] = [];
  for (const asset of assets) {
    const fault = isObject(asset) ? copyAssetType(asset, requested, dialect) : undefined;
    if (fault) errors.push(fault);
  }
  return { adm: JSON.stringify(answer), errors };
}

function parse(text: string): unknown {
  if (!text.trimStart().startsWith('{') || nestsDeeper(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type NativeAssets = CollectDialect['native'];

/** Several bids answer one imp: its native request is read once. */
const read = new WeakMap<Native, readonly NativeAsset[]>();

function requestedAssets(native: Native): readonly NativeAsset[] {
  let assets = read.get(native);
  if (!assets) {
    const found = readNativeRequest(native.request ?? '');
    assets = 'value' in found ? (found.value.assets ?? []) : [];
    read.set(native, assets);
  }
  return assets;
}

const KINDS = [
  { member: 'img', name: 'Image', article: 'an' },
  { member: 'data', name: 'Data', article: 'a' },
] as const;

/**
 * Fills `img.type` or `data.type` of one asset of the answer, in place.
 * @returns what is wrong, of the image first
 */
export function copyAssetType(
  asset: { [member: string]: unknown },
  requested: readonly NativeAsset[],
  { needsType, shownId }: NativeAssets,
): string | undefined {
  for (const { member, name, article } of KINDS) {
    const part = asset[member];
    if (!isObject(part)) continue;
    const id = asset['id'];
    if (id === undefined || id === null) return `Response ${name} asset doesn't have an ID`;
    const twin = requested.find((each) => each.id === id);
    if (!twin) return `Unable to find asset with ID:${typeof id === 'object' ? JSON.stringify(id) : id} in the request`;
    const type = twin[member]?.type;
    if (!twin[member] || (needsType && type === undefined)) {
      return `Response has ${article} ${name} asset with ID:${shownId(id, member === 'img')} present that doesn't exist in the request`;
    }
    if (type) part['type'] = type;
  }
  return undefined;
}
