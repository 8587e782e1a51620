/** Banner and video of an imp as this exchange accepts them. */
import type { DeepReadonly, Video } from '#src/openrtb/ortb.ts';
import type { BidderError } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import { withFirstSize } from '../../kit/objects.ts';
import type { SharedImp } from '../../kit/spec.ts';

type SharedVideo = DeepReadonly<Video>;

export interface FormatRules {
  /** The one format of an imp with both. */
  readonly chosen: (imp: SharedImp) => Pick<SharedImp, 'banner' | 'video'>;
  /** The video with durations that fit each other; an error if it lacks a required field. */
  readonly timed: (video: SharedVideo) => SharedVideo | BidderError;
}

const DEFAULT_DURATION = 120;
const invalidVideo = (): BidderError => badInput('Invalid or missing video field(s)');

/** The banner with a size of its own. */
export function sizedBanner(banner: SharedImp['banner']): SharedImp['banner'] | BidderError {
  if (!banner || (banner.w !== undefined && banner.h !== undefined)) return banner;
  return banner.format?.length ? withFirstSize(banner, 'always') : badInput('No sizes provided for Banner.');
}

export const formatRules: FormatRules = {
  // Each format removes the other: an imp with both loses both.
  chosen: ({ banner, video }) => ({ banner: video ? undefined : banner, video: banner ? undefined : video }),
  timed: (video) => {
    const { minduration: min = 0, api, mimes, protocols } = video;
    const max = video.maxduration || DEFAULT_DURATION;
    if (max < min) return api && mimes && protocols ? { ...video, minduration: undefined, maxduration: min } : invalidVideo();
    return api && mimes && protocols && min >= 0 ? { ...video, maxduration: max } : invalidVideo();
  },
};

export const javaFormatRules: FormatRules = {
  chosen: ({ banner, video }) => ({ banner, video: banner ? undefined : video }),
  timed: (video) => {
    const { minduration: min, api, mimes, protocols } = video;
    if (!api?.length || !mimes?.length || !protocols?.length || min === undefined) return invalidVideo();
    const max = video.maxduration || DEFAULT_DURATION;
    return { ...video, minduration: max > min ? min : 0, maxduration: max };
  },
};
