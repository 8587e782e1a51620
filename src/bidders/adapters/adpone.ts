import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { asObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { always } from '../kit/media-type.ts';
import { noImpression } from '../kit/messages.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedImp } from '../kit/spec.ts';

const params = z.object({ placementId: z.string() });
const readParams = readerOf(params);

/** A decoding error of the first imp is reported but drops nothing: the exchange needs no params. */
function errorsOf({ ext }: SharedImp): BidderError[] {
  const found = asObject(ext);
  const params = readParams('error' in found ? undefined : found.value['bidder']);
  return [found, params].flatMap((result) => ('error' in result ? badInput(result.error) : []));
}

export default defineBidder({
  code: 'adpone',
  endpoint: 'http://rtb.adpone.com/bid-request?src=prebid_server',
  maintainer: 'tech@adpone.com',
  vendorId: 799,
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: { redirect: { url: 'https://usersync.adpone.com/csync?redir={{.RedirectURL}}', userMacro: '{uid}' } },
  params: z.object({ placementId: z.string().optional() }),

  before: ({ request, errors }) => {
    const [first] = request.imp;
    if (!first) return badInput(noImpression);
    errors.push(...errorsOf(first));
    return undefined;
  },
  readParams: 'never',
  headers: 'openrtb-2.5',
  response: {
    currency: { fixed: 'USD' },
    noBid: noSeatBid,
    mediaType: always('banner'),
  },
  java: {
    before: undefined,
    whenEmpty: badInput(noImpression),
    readParams: 'required',
    paramsOf: 'first',
    response: { noBid: undefined },
  },
});
