import { z } from 'zod';
import { aborting, badInput, generic } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { noImpression } from '../kit/messages.ts';
import { readerOf } from '../kit/reader.ts';
import { pathEscape } from '../kit/url.ts';

const params = z.object({ adunitid: z.string().optional(), partnerid: z.string() });
const readParams = readerOf(params);

const NO_IDS = 'No PartnerId or AdUnitId in the bid request';

export default defineBidder({
  code: 'ucfunnel',
  endpoint: 'https://pbs.aralego.com/prebid',
  maintainer: 'support@ucfunnel.com',
  vendorId: 607,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://sync.aralego.com/idsync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&usprivacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: 'SspCookieUserId',
    },
  },
  params,

  whenEmpty: badInput(`${noImpression}\n`),
  paramsOf: 'first',
  // An imp without params lacks both ids.
  readParams: (bidder) => readParams(bidder ?? null),
  imp: ({ params: { adunitid, partnerid }, index }) =>
    index > 0 || (adunitid && partnerid) ? undefined : aborting(generic(`${NO_IDS}\n`)),
  uri: ([first], { builder }) => `${builder.endpoint}/${pathEscape(first?.params.partnerid ?? '')}/request`,
  headers: 'plain-json',
  response: {
    noBid: noSeatBid,
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['banner', 'video'] }),
  },
  java: {
    endpoint: 'https://pbs.aralego.com/prebid/{PartnerId}/request',
    uri: undefined,
    macros: ({ params: { partnerid } }) => ({ PartnerId: partnerid }),
    imp: ({ params: { adunitid, partnerid }, index }) => (index > 0 || (adunitid && partnerid) ? undefined : aborting(badInput(NO_IDS))),
    response: { unreadable: (cause) => badInput(cause) },
  },
});
