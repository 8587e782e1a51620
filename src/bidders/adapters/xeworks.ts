import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byReadExtType } from '../kit/media-type.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import { pidAndEnvTraffic, typeByExt } from './families/pid-and-env.ts';

const notParsed = ({ id }: SharedBid): BidderError => badServer(`Failed to parse bid.ext.prebid.type for bid.id: '${id}'`);

export default defineBidder({
  code: 'xeworks',
  endpoint: 'http://prebid-srv.xe.works/?pid={{.SourceId}}&host={{.Host}}',
  maintainer: 'team@xe.works',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  aliases: {
    adipolo: {
      endpoint: 'http://rtb.adipolo.live?pid={{.SourceId}}&host={{.Host}}&pbs=1',
      maintainer: 'smart@adipolo.com',
      vendorId: 1456,
      sync: {
        iframe: {
          url: 'https://sync.adipolo.live/static/adisync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&cb={{.RedirectURL}}',
          userMacro: '$UID',
        },
        redirect: {
          url: 'https://sync.adipolo.live/psync?t=s&e=0&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&cb={{.RedirectURL}}',
          userMacro: '$UID',
        },
      },
    },
    anzuDSP: { endpoint: 'https://rtb.anzu-rtb.live/?pid={{.SourceId}}&host={{.Host}}&pbs=1', maintainer: 'prebid@anzu.io' },
    connektai: { endpoint: 'http://rtb.connektai.live/?pid={{.SourceId}}&host={{.Host}}&s=pbs', maintainer: 'adops@connekt.ai' },
    matterfull: { endpoint: 'https://rtb.mtflll.com?pid={{.SourceId}}&host={{.Host}}&pbs=1', maintainer: 'adops@bematterfull.com' },
    robustApps: { endpoint: 'http://rtb.rbstsystems.live?pid={{.SourceId}}&host={{.Host}}&pbs=1', maintainer: 'prebid@robust-apps.com' },
  },
  params: z.object({ env: z.string().min(1), pid: z.string().min(1) }),

  ...pidAndEnvTraffic('Xeworks', { mediaType: typeByExt, unavailable: 'Xeworks' }),
  java: {
    status: undefined,
    badParams: (_, { id }) => badInput(`Failed to deserialize Xeworks extension in impression with id: ${id}`),
    response: {
      check: undefined,
      noBid: noSeatBid,
      mediaType: byReadExtType({ missing: notParsed, unknown: notParsed }),
    },
  },
});
