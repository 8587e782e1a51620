import { z } from 'zod';
import type { BidderError, SharedRequest } from '../bidder.ts';
import { aborting, badInput, badServer } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, JSON_ACCEPT } from '../kit/headers.ts';
import { extOf } from '../kit/imp-params.ts';
import { byImp } from '../kit/media-type.ts';
import { withFirstSize } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedImp } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';

const ENDPOINT = 'https://rtb.gamoshi.io';
const readParams = readerOf(z.object({ supplyPartnerId: z.string(), favoredMediaType: z.string() }));

/** The partner of an imp, or the error; without messages the decoder's own. */
function partnerOf(imp: SharedImp | undefined, [noBidder, noPartner]: readonly string[]): string | BidderError {
  const ext = extOf(imp);
  if ('error' in ext) return badInput(noBidder ?? ext.error);
  const found = readParams(ext.value.bidder);
  if ('error' in found) return badInput(noPartner ?? found.error);
  return found.value.supplyPartnerId || badInput('supplyPartnerId is empty');
}

const headersOf = (device: SharedRequest['device'], ip: 'ip' | 'ip, ipv6') => ({
  ...JSON_ACCEPT,
  'X-Openrtb-Version': '2.4',
  ...deviceHeaders(device, { ip, language: true, dnt: true }),
});

export default defineBidder({
  code: 'gamoshi',
  endpoint: 'https://rtb.gamoshi.io',
  maintainer: 'dev@gamoshi.com',
  vendorId: 644,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://rtb.gamoshi.io/user_sync_prebid?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&rurl={{.RedirectURL}}',
      userMacro: '[gusr]',
    },
  },
  params: z.object({ supplyPartnerId: z.string(), favoredMediaType: z.string().optional() }),

  whenEmpty: badInput('No impressions in the bid request'),
  readParams: 'never',
  checkImp: ({ id, banner, video }) =>
    banner || video ? undefined : badInput(`Gamoshi only supports banner and video media types. Ignoring imp id=${id}`),
  reportImpErrors: 'without-calls',
  imp: ({ imp: { banner } }) => (banner ? { banner: withFirstSize(banner) } : undefined),
  noImps: () => badInput('No valid impression in the bid request'),
  uri: ([first], { builder }) => {
    const partner = partnerOf(first?.imp, ['ext.bidder not provided', 'ext.bidder.supplyPartnerId not provided']);
    return typeof partner === 'string' ? `${builder.endpoint || ENDPOINT}/r/${partner}/bidr?bidder=prebid-server` : aborting(partner);
  },
  headers: (_, { request: { device } }) => headersOf(device, 'ip'),
  status: statusPolicy({
    messages: { 400: 'Unexpected status code: %d. ' },
    other: 'unexpected status code: %d. Run with request.debug = 1 for more info',
  }),
  response: {
    unreadable: (cause) => badServer(`bad server response: ${cause}. `),
    readBids: 'first-seatbid',
    noBid: noSeatBid,
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['video'], otherwise: () => 'banner' }),
  },
  java: {
    reportImpErrors: 'always',
    noImps: () => badInput('No valid impressions in the bid request'),
    endpoint: 'https://rtb.gamoshi.io/r/{SupplyPartnerId}/bidr?bidder=prebid-server',
    uri: undefined,
    macros: ({ imp }) => {
      const partner = partnerOf(imp, []);
      return typeof partner === 'string' ? { SupplyPartnerId: partner } : partner;
    },
    headers: (_, { request: { device } }) => headersOf(device, 'ip, ipv6'),
    response: { readBids: 'all' },
  },
});
