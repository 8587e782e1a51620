import { z } from 'zod';
import { badInput, generic } from '../errors.ts';
import { noFirstBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype, byReadExtType } from '../kit/media-type.ts';
import { withQuery } from '../kit/url.ts';

const byNumber = byMtype(['banner', 'video'], ({ mtype }) => generic(`unsupported media type ${mtype}`));
const byName = byReadExtType({
  types: ['banner', 'video'],
  missing: ({ impid }) => generic(`failed to parse impression "${impid}" mediatype`),
  unknown: (_, type) => generic(`unsupported media type "${type}"`),
});

export default defineBidder({
  code: 'synapseHX',
  endpoint: 'https://rtb.hx.compasonline.com/pbs',
  maintainer: 'prebid@compas-inc.com',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  openrtb: '2.6',
  sync: {
    redirect: {
      url: 'https://sync.hx.compasonline.com/pbserver/image?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '${VISITOR_ID}',
    },
    iframe: {
      url: 'https://sync.hx.compasonline.com/pbserver/iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '${VISITOR_ID}',
    },
  },
  params: z.object({ tenantId: z.string().min(1) }),

  whenEmpty: generic('request contains no impressions'),
  paramsOf: 'first',
  badParams: (cause, _, step) => generic(`failed to unmarshal bidder ${step === 'ext' ? 'ext' : 'parameters'}: ${cause}`),
  uri: ([first], { builder }) => withQuery(builder.endpoint, { pid: first?.params.tenantId ?? '' }),
  headers: 'openrtb-2.6',
  response: {
    unreadable: (cause) => badInput(`failed to unmarshal response body: ${cause}`),
    noBid: noFirstBid,
    currency: { fixed: 'USD' },
    mediaType: (bid, context) => (bid.mtype ? byNumber : byName)(bid, context),
  },
});
