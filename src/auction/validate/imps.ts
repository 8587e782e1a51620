/** One imp's own checks: what it offers and whether that can be sold (auction-request.md 12.4, 12.10 rows 15 to 18). */
import type { ImpDialect } from '#src/dialect/dialect.ts';
import type { Imp } from '#src/wire/ortb.ts';
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
export function checkImp(imp: Imp, index: number, dialect: ImpDialect): string | undefined {
  return checkPlainMedia(imp, index, dialect) ?? checkNative(imp.native, index, dialect.native) ?? checkPmp(imp.pmp, index);
}

/**
 * The checks of an imp a publisher changed for one bidder: its id too, its native request not (auction-exchange.md 3.3).
 * @returns the text of the first thing that is wrong
 */
export function checkChangedImp(imp: Imp, index: number, dialect: ImpDialect): string | undefined {
  if (!imp.id) return `request.imp[${index}] missing required field: "id"`;
  return checkPlainMedia(imp, index, dialect) ?? checkPmp(imp.pmp, index);
}

function checkPlainMedia(imp: Imp, index: number, dialect: ImpDialect): string | undefined {
  return (
    (imp.metric?.length ? dialect.metrics(imp.metric, index) : undefined) ??
    checkMedia(imp, index) ??
    checkBanner(imp.banner, index, imp.instl === 1, dialect) ??
    checkVideo(imp.video, index, dialect.checksMeasures) ??
    checkAudio(imp.audio, index, dialect.checksMeasures)
  );
}

function checkMedia({ banner, video, audio, native }: Imp, index: number): string | undefined {
  if (banner || video || audio || native) return undefined;
  return `request.imp[${index}] must contain at least one of "banner", "video", "audio", or "native"`;
}
