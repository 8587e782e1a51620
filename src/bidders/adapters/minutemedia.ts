import { z } from 'zod';
import { percentEncode, queryEscape } from '#src/lang/percent.ts';
import type { BidderError } from '../bidder.ts';
import { aborting, badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { compileTemplate } from '../kit/macros.ts';
import { byMtype } from '../kit/media-type.ts';
import { mtypeUnsupported } from '../kit/messages.ts';
import { readerOf, readJson } from '../kit/reader.ts';

const TEST_ENDPOINT = 'https://pbs.minutemedia-prebid.com/pbs-test?publisher_id={PublisherId}';

const failed = (cause: string): BidderError => generic(`failed to extract org: ${cause}`);

const readExtraInfo = readerOf(z.object({ test_endpoint: z.string() }));

/** The endpoint for test calls that a host of the Java variant configures. */
function javaTestEndpoint(extraInfo: string): string {
  const found = readJson(extraInfo, readExtraInfo);
  return ('value' in found && found.value.test_endpoint) || TEST_ENDPOINT;
}

/** The addresses of calls and of test calls, without the organisation. */
const addresses = (live: string, test: string, escaped: (value: string) => string) => ({
  live: compileTemplate(live, escaped),
  test: compileTemplate(test, escaped),
});

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

  setup: ({ endpoint }) => addresses(`${endpoint}?publisher_id={PublisherId}`, TEST_ENDPOINT, queryEscape),
  whenEmpty: failed('no imps in bid request'),
  paramsOf: 'first',
  badParams: (cause, _, step) => failed(`failed to unmarshal ${step === 'ext' ? 'bidderExt' : 'ImpExtMinuteMedia'}: ${cause}`),
  uri: ([first], { request: { test }, setup }) => setup[test === 1 ? 'test' : 'live']({ PublisherId: first?.params.org?.trim() }),
  headers: 'json',
  response: {
    currency: 'response',
    mediaType: byMtype(['banner', 'video'], ({ mtype }) => badServer(mtypeUnsupported(mtype))),
  },
  java: {
    endpoint: 'https://pbs.minutemedia-prebid.com/pbs-mm?publisher_id={PublisherId}',
    setup: ({ endpoint, extraInfo }) => addresses(endpoint, javaTestEndpoint(extraInfo), percentEncode),
    imp: ({ params: { org }, index }) =>
      index > 0 || org ? undefined : aborting(badInput('Failed to extract bidrequest.imp[0].ext.prebid.bidder.minutemedia.org parameter')),
    response: {
      mediaType: byMtype(['banner', 'video'], ({ mtype, impid }) =>
        badServer(`Unsupported bid mediaType: ${mtype ?? null} for impression: ${impid}`),
      ),
    },
  },
});
