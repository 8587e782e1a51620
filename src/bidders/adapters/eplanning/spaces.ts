/** Spaces: the imps as names with sizes. A request is for instream video, other video, or banners; other imps are dropped. */

import { z } from 'zod';
import { trimCharacters } from '#src/lang/trim.ts';
import type { BidderError, SharedRequest } from '../../bidder.ts';
import { badInput } from '../../errors.ts';
import { paramsIn } from '../../kit/imp-params.ts';
import { type Lenient, readerOf } from '../../kit/reader.ts';
import type { ImpWithParams, RequestContext, SharedImp } from '../../kit/spec.ts';

const params = z.object({ ci: z.string(), adunit_code: z.string() });
export type Params = Lenient<z.input<typeof params>>;
const readParams = readerOf(params);

export const BANNER = 0;
const INSTREAM = 1;
const OUTSTREAM = 2;
/** 0 banner, 1 instream video, 2 other video. */
type Kind = typeof BANNER | typeof INSTREAM | typeof OUTSTREAM;

/** What a variant can buy. */
export interface SpaceRules {
  readonly kindOf: (request: SharedRequest) => Kind;
  /** Else for banners only, in the sizes of its lists or of the banner itself. */
  readonly isAny: boolean;
}

const isInstream = ({ video }: SharedImp): boolean => video?.placement === 1;

export const anyKind: SpaceRules = {
  kindOf: ({ imp }) => (imp.some(isInstream) ? INSTREAM : imp.some(({ video }) => video) ? OUTSTREAM : BANNER),
  isAny: true,
};
export const bannerOnly: SpaceRules = { kindOf: () => BANNER, isAny: false };

function checkKind(imp: SharedImp, kind: Kind): BidderError | undefined {
  if (kind === INSTREAM && !isInstream(imp)) return badInput(`Ignoring imp id=${imp.id}, auction instream and imp no instream`);
  if (kind === OUTSTREAM && !imp.video) return badInput(`Ignoring imp id=${imp.id}, auction outstream and imp no outstream`);
  return undefined;
}

/** A `badParams` hook: an imp of another kind is reported as such if its `ext` is readable. */
export const badParams =
  ({ kindOf }: SpaceRules) =>
  (cause: string, imp: SharedImp, step: 'ext' | 'params', _: number, { request }: RequestContext): BidderError => {
    if (step === 'ext') return badInput(`Ignoring imp id=${imp.id}, error while decoding extImpBidder, err: ${cause}`);
    return checkKind(imp, kindOf(request)) ?? badInput(`Ignoring imp id=${imp.id}, error while decoding impExt, err: ${cause}`);
  };

/** An `imp` hook. */
export const checkImp =
  ({ kindOf }: SpaceRules) =>
  ({ imp, params: { ci } }: ImpWithParams<Params>, { request }: RequestContext): BidderError | undefined =>
    checkKind(imp, kindOf(request)) ?? (ci ? undefined : badInput(`Ignoring imp id=${imp.id}, no ClientID present`));

export interface Space {
  readonly impId: string;
  /** By which responses name the space. */
  readonly name: string;
  /** Name and size as sent. */
  readonly text: string;
}

/** The spaces of all valid imps of a request as it arrived. */
export function spacesOf(request: SharedRequest, rules: SpaceRules): Space[] {
  const kind = rules.kindOf(request);
  const spaces: Space[] = [];
  let videos = 0;
  for (const imp of request.imp) {
    const found = paramsIn(imp, readParams);
    const isValid = 'value' in found && found.value.ci && !checkKind(imp, kind) && (kind !== BANNER || rules.isAny || imp.banner);
    if (!isValid) continue;
    const size = sizeOf(imp, request, rules);
    const name = imp.video && kind !== BANNER ? `video_${size}_${videos++}` : cleaned(found.value.adunit_code || size);
    spaces.push({ impId: imp.id, name, text: `${name}:${size}${kind === BANNER ? '' : ';1'}` });
  }
  return spaces;
}

const cleaned = (name: string): string => trimCharacters(name.replace(/[_.\-/]/g, '').replace(/\)\(|[():]/g, '_'), '_');

const MOBILE_SIZES = ['300x250', '320x50', '300x50', '1x1'];
const OTHER_SIZES = ['300x250', '728x90', '300x600', '160x600', '970x250', '970x90', '1x1'];
const MOBILE_DEVICES: readonly (number | undefined)[] = [1, 4, 5];

function sizeOf({ video, banner }: SharedImp, { device }: SharedRequest, { isAny }: SpaceRules): string {
  if (isAny && video?.w && video.h && video.w > 0 && video.h > 0) return `${video.w}x${video.h}`;
  const found = bannerSize(banner, MOBILE_DEVICES.includes(device?.devicetype) ? MOBILE_SIZES : OTHER_SIZES, isAny);
  return found === undefined || found === '0x0' ? (isAny && video ? '640x480' : '1x1') : found;
}

function bannerSize(
  { w, h, format = [] }: NonNullable<SharedImp['banner']> = {},
  sizes: readonly string[],
  isAny: boolean,
): string | undefined {
  if (w !== undefined && h !== undefined) return `${w}x${h}`;
  const given = format.map((one) => `${one.w ?? 0}x${one.h ?? 0}`);
  return sizes.find((size) => given.includes(size)) ?? (isAny ? given[0] : undefined);
}
