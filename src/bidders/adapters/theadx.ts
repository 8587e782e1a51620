import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { OPENRTB_25 } from '../kit/headers.ts';
import { has, idOrString, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';
import { tagTraffic, withTag } from './families/adf.ts';
import { missingBidderExt } from './families/missing-bidder-ext.ts';

/** Unlike the schema, these must be numbers. */
const readParams = readerOf(z.object({ tagid: idOrString(), wid: z.int(), pid: z.int() }));

export default defineBidder({
  code: 'theadx',
  endpoint: 'https://ssp.theadx.com/request?pbs=1',
  maintainer: 'ssp@theadx.com',
  vendorId: 556,
  capabilities: { app: ['banner', 'native', 'video', 'audio'], site: ['banner', 'native', 'video', 'audio'] },
  sync: { redirect: { url: 'https://ssp.theadx.com/cookie?redirect_url={{.RedirectURL}}&?pbs=1', userMacro: '$UID' } },
  params: where(
    z.object({
      pid: z.union([z.int(), z.string().regex(/^\d+$/)]).optional(),
      tagid: z.union([z.int(), z.string().regex(/^\d+$/)]).optional(),
      wid: idOrString().optional(),
    }),
    { anyOf: [has('tagid'), has('pid', 'wid', 'tagid')] },
  ),

  ...tagTraffic,
  readParams,
  imp: ({ params }) => withTag(params.tagid),
  headers: (_, { request: { device } }) => ({
    ...OPENRTB_25,
    'X-Test': 1,
    'X-Device-User-Agent': device?.ua,
    'X-Real-Ip': [device?.ipv6, device?.ip],
  }),
  status: statusPolicy({ messages: { 400: unexpectedStatus }, other: 'Unexpected status code: %d.' }),
  java: { badParams: missingBidderExt },
});
