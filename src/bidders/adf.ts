import { z } from 'zod';
import { badServer, generic } from './errors.ts';
import { isObject, object } from './kit/decode.ts';
import { defineBidder } from './kit/define.ts';
import { byExtType, extType } from './kit/media-type.ts';
import { has, where } from './kit/params.ts';
import { status } from './kit/status.ts';
import { badBidType, typeNotParsed } from './kit/texts.ts';

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
  request: (group, { request: { ext } }) => {
    const pt = group.find(({ params }) => params.priceType)?.params.priceType;
    return pt === undefined ? undefined : { ext: { srv: {}, ...ext, pt } };
  },
  status: status.s4,
  response: {
    currency: ({ cur = '' }) => cur,
    mediaType: byExtType((bid) =>
      isObject(object(bid.ext)['srv']) ? generic(badBidType(extType(bid))) : badServer(typeNotParsed(bid.impid)),
    ),
  },
});
