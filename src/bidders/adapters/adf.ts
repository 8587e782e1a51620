import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { has, where } from '../kit/params.ts';
import { priceTypeTraffic, withTag } from './families/adf.ts';

const params = z.object({
  mid: z.union([z.int(), z.string().regex(/^\d+$/)]).optional(),
  inv: z.int().optional(),
  mname: z.string().optional(),
  priceType: z
    .string()
    .regex(/gross|net/)
    .optional(),
});

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

  ...priceTypeTraffic,
  headers: 'none',
  imp: ({ params }) => withTag(params.mid),
});
