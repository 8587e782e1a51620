/** Assets of a native request: each exactly one thing, with an id of its own (auction-request.md 12.7). */
import type { NativeAsset } from '#src/wire/native-request.ts';
import { firstFault, isListed, NATIVE_SPEC } from './native-values.ts';

type Variant = 'go' | 'java';
type Part<N extends keyof NativeAsset> = NonNullable<NativeAsset[N]>;

const VIDEO_SPEC = 'https://www.iab.com/wp-content/uploads/2016/03/OpenRTB-API-Specification-Version-2-5-FINAL.pdf#page=52';

/** Checks the assets of the imp at `index` and fills in ids. */
export function checkAssets(assets: NativeAsset[] | undefined, index: number, variant: Variant): string | undefined {
  const path = `request.imp[${index}].native.request.assets`;
  if (!assets?.length) return `${path} must be an array containing at least one object`;
  const numbered = variant === 'go' && assets.every(({ id }) => !id);
  const seen = new Set<number>();
  return firstFault(assets, (asset, a) => {
    const fault = checkAsset(asset, `${path}[${a}]`, variant);
    if (fault) return fault;
    if (numbered) asset.id = a;
    else asset.id ??= variant === 'java' ? a : 0;
    if (seen.has(asset.id)) return `${path}[${a}].id is already being used by another asset. Each asset ID must be unique.`;
    seen.add(asset.id);
    return undefined;
  });
}

function checkAsset(asset: NativeAsset, path: string, variant: Variant): string | undefined {
  if (variant === 'java') return checkAssetJava(asset, path);
  const several = `${path} must define exactly one of {title, img, video, data}`;
  const { title, img, video, data } = asset;
  const fault = title && checkTitle(title, path, variant);
  if (fault) return fault;
  if (img) return title ? several : (checkImage(img, path) ?? (video || data ? several : undefined));
  if (video) return title ? several : (checkVideo(video, path, variant) ?? (data ? several : undefined));
  if (data) return title ? several : checkDataType(data.type ?? 0, path);
  return title ? undefined : several;
}

/** None at all is taken, and images are not looked at. */
function checkAssetJava({ title, img, video, data }: NativeAsset, path: string): string | undefined {
  if ([title, img, video, data].filter(Boolean).length > 1) return `${path} must define at most one of {title, img, video, data}`;
  if (title) return checkTitle(title, path, 'java');
  if (video) return checkVideo(video, path, 'java');
  return data?.type === undefined ? undefined : checkDataType(data.type, path);
}

function checkTitle({ len = 0 }: Part<'title'>, path: string, variant: Variant): string | undefined {
  return len < 1 ? `${path}.title.len must be a positive ${variant === 'java' ? 'integer' : 'number'}` : undefined;
}

const MEASURES = ['w', 'h', 'wmin', 'hmin'] as const;

function checkImage(img: Part<'img'>, path: string): string | undefined {
  const name = MEASURES.find((each) => (img[each] ?? 0) < 0);
  return name && `${path}.img.${name} must be a positive integer`;
}

function checkVideo(video: Part<'video'>, path: string, variant: Variant): string | undefined {
  const { mimes, minduration = 0, maxduration = 0, protocols } = video;
  if (!mimes?.length) return `${path}.video.mimes must be an array with at least one MIME type`;
  if (minduration < 1) return `${path}.video.minduration must be a positive integer`;
  if (maxduration < 1) return `${path}.video.maxduration must be a positive integer`;
  if (!protocols?.length) return `${path}.video.protocols must be an array with at least one element`;
  return firstFault(protocols, (protocol, p) => {
    if (protocol >= 1 && protocol <= 10) return undefined;
    const at = `${path}.video.protocols[${p}]`;
    return variant === 'java' ? `${at} must be in the range [1, 10]. Got ${protocol}` : `${at} is invalid. See Section 5.8: ${VIDEO_SPEC}`;
  });
}

/** @param path of the asset */
export function checkDataType(type: number, path: string): string | undefined {
  return isListed(type, 12) ? undefined : `${path}.data.type is invalid. See section 7.4: ${NATIVE_SPEC}#page=40`;
}
