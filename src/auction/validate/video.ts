/** Required fields of a video. */
import type { Video } from '#src/openrtb/ortb.ts';

const MEASURES = ['w', 'h', 'minbitrate', 'maxbitrate'] as const;

/** @returns the error message; `index` is the imp's */
export function checkVideo(video: Video | undefined, index: number, checksMeasures: boolean): string | undefined {
  if (!video) return undefined;
  if (!video.mimes?.length) return `request.imp[${index}].video.mimes must contain at least one supported MIME type`;
  if (!checksMeasures) return undefined;
  for (const name of MEASURES) {
    if ((video[name] ?? 0) < 0) return `request.imp[${index}].video.${name} must be a positive number`;
  }
  return undefined;
}
