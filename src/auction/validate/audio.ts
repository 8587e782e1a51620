/** An audio must say what it plays (auction-request.md 12.6). */
import type { Audio } from '#src/wire/ortb.ts';

const MEASURES = ['sequence', 'maxseq', 'minbitrate', 'maxbitrate'] as const;

/** @returns the refusal's text; `index` is the imp's */
export function checkAudio(audio: Audio | undefined, index: number, checksMeasures: boolean): string | undefined {
  if (!audio) return undefined;
  if (!audio.mimes?.length) return `request.imp[${index}].audio.mimes must contain at least one supported MIME type`;
  if (!checksMeasures) return undefined;
  for (const name of MEASURES) {
    if ((audio[name] ?? 0) < 0) return `request.imp[${index}].audio.${name} must be a positive number`;
  }
  return undefined;
}
