import { z } from 'zod';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { deviceHeaders, JSON_ACCEPT } from '../kit/headers.ts';
import { byImp } from '../kit/media-type.ts';
import { readerOf } from '../kit/reader.ts';
import { statusPolicy } from '../kit/status.ts';
import { missingBidderExt } from './families/missing-bidder-ext.ts';

// The schema allows fractions; the exchange's ids are integers.
const readParams = readerOf(z.object({ placement_id: z.int() }));

export default defineBidder({
  code: 'bmtm',
  endpoint: 'https://one.elitebidder.com/api/pbs',
  maintainer: 'product@brightmountainmedia.com',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  modifyingVastXmlAllowed: false,
  params: z.object({ placement_id: z.number().min(1) }),

  readParams,
  checkImp: ({ id, banner, video }) => (banner || video ? undefined : badInput(`For Imp ID ${id} Banner or Video is undefined`)),
  badParams: (cause, _, step) => badInput(`Error unmarshalling ${step === 'ext' ? 'ExtImpBidder' : 'ExtImpBmtm'}: ${cause}`),
  imp: ({ params: { placement_id: id = 0 } }) => ({ tagid: String(id), ext: undefined }),
  fanout: perImp,
  headers: (_, { request: { device, site } }) => ({ ...JSON_ACCEPT, ...deviceHeaders(device, { ip: 'ip or ipv6' }), Referer: site?.page }),
  status: statusPolicy('Unknown status code: %d.'),
  response: {
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['banner', 'video'], otherwise: () => 'banner' }),
  },
  java: { badParams: missingBidderExt },
});
