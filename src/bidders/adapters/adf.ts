import { z } from 'zod';
import { badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byReadExtType } from '../kit/media-type.ts';
import { typeNotParsed } from '../kit/messages.ts';
import { has, where } from '../kit/params.ts';
import { type Lenient, readerOf } from '../kit/reader.ts';
import type { Group, RequestContext, RequestPatch } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

const params = z.object({
  mid: z.union([z.int(), z.string().regex(/^\d+$/)]).optional(),
  inv: z.int().optional(),
  mname: z.string().optional(),
  priceType: z
    .string()
    .regex(/gross|net/)
    .optional(),
});
type Params = Lenient<z.input<typeof params>>;

const anything = z.record(z.string(), z.unknown());
const readRequestExt = readerOf(z.object({ srv: anything, schain: anything }));

/** The price type of the first imp that has one, in `ext` beside our own extension and the supply chain; `more` stays too. */
function withPriceType(
  group: Group<Params>,
  { request: { ext }, errors }: RequestContext,
  more: RequestPatch['ext'],
): RequestPatch | undefined {
  const pt = group.find(({ params }) => params.priceType)?.params.priceType;
  if (pt === undefined) return undefined;
  const found = readRequestExt(ext ?? null);
  if (typeof found !== 'string') return { ext: { ...more, srv: found.srv ?? {}, schain: found.schain, pt } };
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
  params: where(params, { anyOf: [has('mid'), has('inv', 'mname')] }),

  headers: 'none',
  imp: ({ params: { mid } }) => ({ tagid: mid === undefined ? undefined : String(mid) }),
  request: (group, context) => withPriceType(group, context, undefined),
  status: status.s4,
  response: {
    currency: 'response',
    mediaType: byReadExtType({ missing: ({ impid }) => badServer(typeNotParsed(impid)) }),
  },
  java: {
    request: (group, context) => withPriceType(group, context, context.request.ext),
    response: { mediaType: byReadExtType({ missing: ({ impid }) => badServer(`Failed to parse impression ${impid} mediatype`) }) },
  },
});
