/** The exchange's own part of `request.ext`. */
import { z } from 'zod';
import type { BidderError, Builder } from '../../bidder.ts';
import { generic } from '../../errors.ts';
import { asObject } from '../../kit/decode.ts';
import { readerOf, readJson } from '../../kit/reader.ts';
import type { RequestContext, RequestPatch } from '../../kit/spec.ts';

/** Source of the bids, for all requests and for those of the video endpoint. */
export interface Sources {
  readonly all: number;
  readonly video: number;
}
type Context = RequestContext<Sources>;

const readExtraInfo = readerOf(z.object({ hb_source: z.int(), hb_source_video: z.int() }));
const readOwnExt = readerOf(
  z.object({ include_brand_category: z.boolean(), brand_category_uniqueness: z.boolean(), is_amp: z.int(), hb_source: z.int() }),
);

/** @throws Error if the host's extra info is malformed */
export function sourcesOf({ extraInfo }: Builder): Sources {
  const found = extraInfo === '' ? { value: {} } : readJson(extraInfo, readExtraInfo);
  if ('error' in found) throw new Error('malformed extra adapter info');
  return { all: found.value.hb_source || 5, video: found.value.hb_source_video || 6 };
}

/** An extension of the request that cannot be read ends it. */
export function extError({ ext }: Context['request']): BidderError | undefined {
  const own = [ext, ext?.srv].map((value) => asObject(value ?? null)).find((value) => 'error' in value);
  if (own) return generic(own.error);
  return 'error' in readOwnExt(ext?.['appnexus'] ?? null) ? generic('malformed request ext.appnexus') : undefined;
}

/** What the variants decide differently. */
interface Flags {
  readonly wantsCategories: boolean;
  readonly isAmp: 0 | 1 | undefined;
}

export function toRequest({ request: { ext }, info, setup: sources }: Context, { wantsCategories, isAmp }: Flags): RequestPatch {
  const found = readOwnExt(ext?.['appnexus'] ?? null);
  const old = 'error' in found ? {} : found.value;
  const appnexus = {
    include_brand_category: wantsCategories || old.include_brand_category,
    brand_category_uniqueness: wantsCategories || old.brand_category_uniqueness,
    is_amp: isAmp ?? old.is_amp,
    hb_source: info.endpoint === 'video' ? sources.video : sources.all,
  };
  return { ext: { ...ext, appnexus } };
}

/** A caller that is a server of the Java variant itself names its endpoint in the request. */
export const isJavaAmp = ({ info, request }: Context): boolean =>
  info.endpoint === 'amp' || request.ext?.srv?.server?.['endpoint'] === '/openrtb2/amp';
