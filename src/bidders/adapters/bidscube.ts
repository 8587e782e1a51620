import { z } from 'zod';
import { object } from '#src/json/values.ts';
import type { BidderError } from '../bidder.ts';
import { badInput, generic } from '../errors.ts';
import { notAString } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import type { TypeRule } from '../kit/response-spec.ts';
import { bidderExtTraffic } from './families/bidder-ext.ts';

/** `bid.ext.srv.type`; any text but `video` and `native` is a banner. */
const typeByExt =
  (error: (cause: string) => BidderError): TypeRule =>
  ({ ext }) => {
    const { type } = object(object(ext)['srv']);
    if (typeof type === 'string') return type === 'video' || type === 'native' ? type : 'banner';
    return error(notAString(type));
  };

export default defineBidder({
  code: 'bidscube',
  endpoint: 'http://supply.bidscube.com/?c=o&m=rtb',
  maintainer: 'support@bidscube.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  modifyingVastXmlAllowed: true,
  params: z.object({ placementId: z.string().min(1), customParams: z.record(z.string(), z.unknown()).optional() }),

  ...bidderExtTraffic((cause) => cause, 'Missing required bidder parameters'),
  response: {
    currency: { fixed: 'USD' },
    mediaType: typeByExt((cause) => generic(`unable to read bid.ext.prebid.type: ${cause}`)),
  },
  java: {
    ...bidderExtTraffic((cause) => cause, 'Missing required bidder parameters').java,
    response: { mediaType: typeByExt(() => badInput('Unable to read bid.ext.prebid.type')) },
  },
});
