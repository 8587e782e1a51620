/** Required fields of an audio. */
import type { Audio } from '#src/openrtb/ortb.ts';

const MEASURES = ['sequence', 'maxseq', 'minbitrate', 'maxbitrate'] as const;

/** @returns the error message; `index` is the imp's */
export function checkAudio(audio: Audio | undefined, index: number, checksMeasures: boolean): string | undefined {
  if (!audio) return undefined;
  if (!audio.mimes?.length) return `request.imp[${index}].audio.mimes must contain at least one supported MIME type`;
  if (!checksMeasures) return undefined;
  for (const name of MEASURES) {
    if ((audio[name] ?? 0) < 0) return `request.imp[${index}].audio.${name} must be a positive number`;
  }
  return undefined;
}
