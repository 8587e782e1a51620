import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { auctionPrice } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byReadExtType } from '../kit/media-type.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import { missingBidderExt } from './families/missing-bidder-ext.ts';

const typeUnknown = ({ impid }: SharedBid) => badServer(`Failed to get type of bid "${impid}"`);

export default defineBidder({
  code: 'aso',
  endpoint: 'https://srv.aso1.net/pbs/bidder?zid={{.ZoneID}}',
  maintainer: 'support@adsrv.org',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://track.aso1.net/sync/v2?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&usp={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '{uid}',
    },
  },
  aliases: {
    adklip: {
      endpoint: 'https://srv.adklip.net/pbs/bidder?zid={{.ZoneID}}',
      maintainer: 'support@adklip.com',
      sync: {
        redirect: {
          url: 'https://track.adklip.net/sync/v2?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&usp={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '{uid}',
        },
      },
    },
    bcmint: {
      endpoint: 'https://srv.datacygnal.io/pbs/bidder?zid={{.ZoneID}}',
      maintainer: 'contact@bcm.ltd',
      sync: {
        redirect: {
          url: 'https://track.datacygnal.io/sync/v2?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&usp={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '{uid}',
        },
      },
    },
    bidgency: {
      endpoint: 'https://srv.bidgx.com/pbs/bidder?zid={{.ZoneID}}',
      maintainer: 'aso@bidgency.com',
      sync: {
        redirect: {
          url: 'https://track.bidgx.com/sync/v2?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&usp={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '{uid}',
        },
      },
    },
    kuantyx: {
      endpoint: 'https://srv.kntxy.com/pbs/bidder?zid={{.ZoneID}}',
      maintainer: 'ssp@kuantyx.com',
      sync: {
        redirect: {
          url: 'https://track.kntxy.com/sync/v2?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&usp={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '{uid}',
        },
      },
    },
  },
  params: z.object({ zone: z.int() }),

  badParams: (cause, _, step) => badInput(`${step === 'ext' ? 'invalid imp.ext' : 'invalid bidderExt.Bidder'}, ${cause}`),
  fanout: perImp,
  macros: ({ params: { zone = 0 } }) => ({ ZoneID: zone }),
  response: {
    currency: 'response',
    mediaType: byReadExtType({ missing: typeUnknown }),
    bid: auctionPrice('adm', 'nurl'),
  },
  java: {
    badParams: missingBidderExt,
    response: { mediaType: byReadExtType({ missing: typeUnknown, unknown: typeUnknown }) },
  },
});
