/** One imp's own checks: what it offers and whether that can be sold (auction-request.md 12.4, 12.10 rows 15 to 18). */
import type { Auction } from '#src/auction/auction.ts';
import type { Services } from '#src/auction/services.ts';
import type { Imp, Metric } from '#src/wire/ortb.ts';
import { checkAudio } from './audio.ts';
import { checkBanner } from './banner.ts';
import { checkNative } from './native.ts';
import { checkPmp } from './pmp.ts';
import { checkVideo } from './video.ts';

/**
 * Metrics, media and deals of the imp at `index` of the request; its id and ext are checked elsewhere. A native
 * request gets its asset ids and is written anew.
 * @returns the refusal's text, of the first thing that is wrong
 */
export function checkImp(imp: Imp, index: number, _auction: Auction, { config: { variant } }: Services): string | undefined {
  return checkPlainMedia(imp, index, variant) ?? checkNative(imp.native, index, variant) ?? checkPmp(imp.pmp, index);
}

/**
 * The checks of an imp a publisher changed for one bidder: its id too, its native request not (auction-exchange.md 3.3).
 * @returns the text of the first thing that is wrong
 */
export function checkChangedImp(imp: Imp, index: number, { config: { variant } }: Services): string | undefined {
  if (!imp.id) return `request.imp[${index}] missing required field: "id"`;
  return checkPlainMedia(imp, index, variant) ?? checkPmp(imp.pmp, index);
}

function checkPlainMedia(imp: Imp, index: number, variant: 'go' | 'java'): string | undefined {
  return (
    checkMetrics(imp.metric, index, variant) ??
    checkMedia(imp, index) ??
    checkBanner(imp.banner, index, imp.instl === 1, variant) ??
    checkVideo(imp.video, index, variant) ??
    checkAudio(imp.audio, index, variant)
  );
}

function checkMedia({ banner, video, audio, native }: Imp, index: number): string | undefined {
  if (banner || video || audio || native) return undefined;
  return `request.imp[${index}] must contain at least one of "banner", "video", "audio", or "native"`;
}

/** The Go variant takes no metrics; the Java variant checks type and range. */
function checkMetrics(metrics: readonly Metric[] | undefined, index: number, variant: 'go' | 'java'): string | undefined {
  if (!metrics?.length) return undefined;
  if (variant === 'go') return `request.imp[${index}].metric is not yet supported by auctor. Support may be added in the future`;
  for (const [m, { type, value }] of metrics.entries()) {
    if (!type) return `Missing request.imp[${index}].metric[${m}].type`;
    if (value === undefined || value < 0 || value > 1) return `request.imp[${index}].metric[${m}].value must be in the range [0.0, 1.0]`;
  }
  return undefined;
}
