/** Assets of a native request: exactly one type each, with a unique id. */
import type { NativeDialect } from '#src/dialect/contract/native.ts';
import type { NativeAsset } from '#src/openrtb/native-request.ts';
import { firstError, isListed, NATIVE_SPEC } from './native-values.ts';

type Part<N extends keyof NativeAsset> = NonNullable<NativeAsset[N]>;

/** Validates the assets of the imp at `index` and fills in ids. */
export function checkAssets(assets: NativeAsset[] | undefined, index: number, dialect: NativeDialect): string | undefined {
  const path = `request.imp[${index}].native.request.assets`;
  if (!assets?.length) return `${path} must be an array containing at least one object`;
  const numbered = dialect.numbersAll && assets.every(({ id }) => !id);
  const seen = new Set<number>();
  return firstError(assets, (asset, a) => {
    const error = dialect.asset(asset, `${path}[${a}]`);
    if (error) return error;
    if (numbered) asset.id = a;
    else asset.id ??= dialect.missingId(a);
    if (seen.has(asset.id)) return `${path}[${a}].id is already being used by another asset. Each asset ID must be unique.`;
    seen.add(asset.id);
    return undefined;
  });
}

/** @param noun the variant's word for a length */
export function checkTitle({ len = 0 }: Part<'title'>, path: string, noun: 'integer' | 'number'): string | undefined {
  return len < 1 ? `${path}.title.len must be a positive ${noun}` : undefined;
}

const MEASURES = ['w', 'h', 'wmin', 'hmin'] as const;

/** The sizes of an image asset, which cannot be negative. @param path of the asset @returns the error message */
export function checkImage(img: Part<'img'>, path: string): string | undefined {
  const name = MEASURES.find((each) => (img[each] ?? 0) < 0);
  return name && `${path}.img.${name} must be a positive integer`;
}

/** @param badProtocol the message for an unknown protocol at its path */
export function checkVideoAsset(
  video: Part<'video'>,
  path: string,
  badProtocol: (at: string, protocol: number) => string,
): string | undefined {
  const { mimes, minduration = 0, maxduration = 0, protocols } = video;
  if (!mimes?.length) return `${path}.video.mimes must be an array with at least one MIME type`;
  if (minduration < 1) return `${path}.video.minduration must be a positive integer`;
  if (maxduration < 1) return `${path}.video.maxduration must be a positive integer`;
  if (!protocols?.length) return `${path}.video.protocols must be an array with at least one element`;
  return firstError(protocols, (protocol, p) => {
    if (protocol >= 1 && protocol <= 10) return undefined;
    return badProtocol(`${path}.video.protocols[${p}]`, protocol);
  });
}

/** @param path of the asset */
export function checkDataType(type: number, path: string): string | undefined {
  return isListed(type, 12) ? undefined : `${path}.data.type is invalid. See section 7.4: ${NATIVE_SPEC}#page=40`;
}
