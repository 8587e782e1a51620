/** Imps as sent: sizes and limits are required. */
import type { BidderError } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import { withFirstSize } from '../../kit/objects.ts';
import type { ImpPatch, SharedImp } from '../../kit/spec.ts';

/** The messages about sizes and types, which differ by variant. */
interface Messages {
  readonly manager: string;
  readonly badSize: (type: 'Banner' | 'Video', size: { readonly w?: number | undefined; readonly h?: number | undefined }) => string;
  readonly noType: (id: string) => string;
}

export const messages: Messages = {
  manager: 'prebid.go',
  badSize: (type) => `Invalid size provided for ${type}`,
  noType: (id) => `Unsupported format. Yandex only supports banner, video, and native types. Ignoring imp id #${id}`,
};
export const javaMessages: Messages = {
  manager: 'prebid.java',
  badSize: (type, { w = null, h = null }) => `Invalid sizes provided for ${type} ${w}x${h}`,
  noType: (id) => `Imp #${id} must contain at least one valid format (banner, video, or native)`,
};

export function toImp(imp: SharedImp, { manager, badSize, noType }: Messages): ImpPatch | BidderError {
  const { banner, video, native } = imp;
  if (banner && (!banner.w || !banner.h) && !banner.format?.length) return badInput(badSize('Banner', banner));
  if (video && (!video.w || !video.h)) return badInput(badSize('Video', video));
  if (!banner && !video && !native) return badInput(noType(imp.id));
  return {
    displaymanager: manager,
    displaymanagerver: '1.1',
    banner: withFirstSize(banner, 'incomplete'),
    video: video && {
      ...video,
      minduration: video.minduration || 1,
      maxduration: video.maxduration || 120,
      protocols: video.protocols?.length ? video.protocols : [3],
    },
  };
}
