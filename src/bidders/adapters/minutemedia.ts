import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { mtypeUnsupported } from '../kit/messages.ts';

const TEST_ENDPOINT = 'https://pbs.minutemedia-prebid.com/pbs-test';

const failed = (cause: string): BidderError => generic(`failed to extract org: ${cause}`);

const addressOf = (endpoint: string, org = ''): string => `${endpoint}?publisher_id=${queryEscape(org.trim())}`;

export default defineBidder({
  code: 'minutemedia',
  endpoint: 'https://pbs.minutemedia-prebid.com/pbs-mm',
  maintainer: 'hb@minutemedia.com',
  vendorId: 918,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://pbs-cs.minutemedia-prebid.com/pbs-iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '[PBS_UID]',
    },
  },
  params: z.object({ org: z.string().min(1) }),

  before: ({ request }) => (request.imp.length > 0 ? undefined : failed('no imps in bid request')),
  paramsOf: 'first',
  badParams: (cause, _, step) => failed(`failed to unmarshal ${step === 'ext' ? 'bidderExt' : 'ImpExtMinuteMedia'}: ${cause}`),
  uri: ([first], { request, builder }) => addressOf(request.test === 1 ? TEST_ENDPOINT : builder.endpoint, first?.params.org),
  headers: 'json',
  response: {
    currency: 'response',
    mediaType: byMtype(['banner', 'video'], ({ mtype }) => badServer(mtypeUnsupported(mtype))),
  },
  java: {
    uri: ([first], { request, builder }) =>
      first?.params.org
        ? addressOf(request.test === 1 ? TEST_ENDPOINT : builder.endpoint, first.params.org)
        : badInput('Failed to extract bidrequest.imp[0].ext.prebid.bidder.minutemedia.org parameter'),
    response: {
      mediaType: byMtype(['banner', 'video'], ({ mtype = 0, impid }) =>
        badServer(`Unsupported bid mediaType: ${mtype} for impression: ${impid}`),
      ),
    },
  },
});
