import { z } from 'zod';
import { badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { toMediaType } from '../kit/media-type.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { RequestContext, RequestPatch } from '../kit/spec.ts';
import { status } from '../kit/status.ts';
import { badBidType, typeNotParsed } from '../kit/texts.ts';

const anything = z.record(z.string(), z.unknown());
const readRequestExt = readerOf(z.object({ srv: anything, schain: anything }));
const readBidExt = readerOf(z.object({ srv: z.object({ type: z.string() }) }));

/** The price type goes beside our own extension and the supply chain, nothing else stays (Java variant: all does). */
function withPriceType(pt: string, { request: { ext }, builder, errors }: RequestContext): RequestPatch | undefined {
  const found = readRequestExt(ext ?? null);
  if (typeof found !== 'string') return { ext: { ...(builder.dialect === 'java' && ext), srv: found.srv ?? {}, schain: found.schain, pt } };
  errors.push(generic(found));
  return undefined;
}

export default defineBidder({
  code: 'adf',
  endpoint: 'https://adx.adform.net/adx/openrtb',
  maintainer: 'scope.sspp@adform.com',
  vendorId: 50,
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  geoscope: ['global'],
  sync: { redirect: { url: 'https://c1.adform.net/cookie?redirect_url={{.RedirectURL}}', userMacro: '$UID' } },
  aliases: {
    adform: { vendorId: 50, sync: { redirect: { url: 'https://c1.adform.net/cookie?redirect_url={{.RedirectURL}}', userMacro: '$UID' } } },
  },
  params: where(
    z.object({
      mid: z.union([z.int(), z.string().regex(/^\d+$/)]).optional(),
      inv: z.int().optional(),
      mname: z.string().optional(),
      priceType: z
        .string()
        .regex(/gross|net/)
        .optional(),
    }),
    { anyOf: [has('mid'), has('inv', 'mname')] },
  ),

  headers: 'none',
  imp: ({ params: { mid } }) => ({ tagid: mid === undefined ? undefined : String(mid) }),
  request: (group, context) => {
    const pt = group.find(({ params }) => params.priceType)?.params.priceType;
    return pt === undefined ? undefined : withPriceType(pt, context);
  },
  status: status.s4,
  response: {
    currency: ({ cur = '' }) => cur,
    mediaType: ({ ext, impid }, { builder }) => {
      const found = readBidExt(ext);
      if (typeof found === 'string' || !found.srv) {
        return badServer(builder.dialect === 'java' ? `Failed to parse impression ${impid} mediatype` : typeNotParsed(impid));
      }
      const { type = '' } = found.srv;
      return toMediaType(type) ?? generic(badBidType(type));
    },
  },
});
