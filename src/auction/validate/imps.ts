/** Validation of one imp: its media types and deals. */
import type { ImpDialect } from '#src/dialect/contract/imp.ts';
import type { Imp, PMP } from '#src/openrtb/ortb.ts';
import { checkBanner } from './banner.ts';
import { checkNative } from './native.ts';
import { checkAudio, checkVideo } from './timed-media.ts';

/**
 * Validates metrics, media and deals of the imp at `index` of the request; its id and ext are checked elsewhere. A native
 * request receives its asset ids and is serialized again.
 * @returns the first error message
 */
export function checkImp(imp: Imp, index: number, dialect: ImpDialect): string | undefined {
  return checkPlainMedia(imp, index, dialect) ?? checkNative(imp.native, index, dialect.native) ?? checkPmp(imp.pmp, index);
}

/**
 * Validates an imp after a publisher's patch for one bidder: including its id, but not its native request.
 * @returns the first error message
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

/** Each deal needs an id. */
export function checkPmp(pmp: PMP | undefined, index: number): string | undefined {
  const d = pmp?.deals?.findIndex((deal) => !deal?.id) ?? -1;
  return d < 0 ? undefined : `request.imp[${index}].pmp.deals[${d}] missing required field: "id"`;
}
