/** Required fields of a video or an audio. */
import type { Audio, Video } from '#src/openrtb/ortb.ts';

/** @returns the error message; `index` is the imp's */
type Check<M> = (media: M | undefined, index: number, checksMeasures: boolean) => string | undefined;

/** @param measures fields that must not be negative */
const checkOf =
  <M extends Video | Audio>(type: 'video' | 'audio', measures: readonly (keyof M)[]): Check<M> =>
  (media, index, checksMeasures) => {
    if (!media) return undefined;
    if (!media.mimes?.length) return `request.imp[${index}].${type}.mimes must contain at least one supported MIME type`;
    if (!checksMeasures) return undefined;
    for (const name of measures) {
      if (((media[name] ?? 0) as number) < 0) return `request.imp[${index}].${type}.${String(name)} must be a positive number`;
    }
    return undefined;
  };

export const checkVideo = checkOf<Video>('video', ['w', 'h', 'minbitrate', 'maxbitrate']);
export const checkAudio = checkOf<Audio>('audio', ['sequence', 'maxseq', 'minbitrate', 'maxbitrate']);
