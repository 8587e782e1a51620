import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { connectionIdTraffic, noType, withTrimmedId } from './families/connection-id.ts';

export default defineBidder({
  code: 'vidazoo',
  endpoint: 'https://prebidsrvr.cootlogix.com/openrtb/',
  maintainer: 'dev@vidazoo.com',
  vendorId: 744,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  openrtb: '2.6',
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://sync.cootlogix.com/api/user/html/pbs_sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
      userMacro: '${userId}',
    },
  },
  aliases: {
    adnimation: {
      endpoint: 'https://exchange.adnimation.com/openrtb/',
      java: { endpoint: 'https://exchange.adnimation.com/openrtb/{ConnectionId}' },
      maintainer: 'prebid@adnimation.com',
      sync: {
        iframe: {
          url: 'https://sync.adnimation.com/api/user/html/697a076271875e8907df35a6?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
          userMacro: '${userId}',
        },
      },
    },
    apester: {
      endpoint: 'https://bidder.apester.com/openrtb/',
      java: { endpoint: 'https://bidder.apester.com/openrtb/{ConnectionId}' },
      maintainer: 'info@apester.com',
      vendorId: 354,
      sync: {
        iframe: {
          url: 'https://sync.apester.com/api/user/html/699dad2322a7fa644e1d8bf7?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
          userMacro: '${userId}',
        },
      },
    },
    omnidex: {
      endpoint: 'https://exchange.omni-dex.io/openrtb/',
      java: { endpoint: 'https://exchange.omni-dex.io/openrtb/{ConnectionId}' },
      vendorId: 1463,
      sync: {
        iframe: {
          url: 'https://sync.omni-dex.io/api/user/html/6810d0c7f163277130f3d7a9?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
          userMacro: '${userId}',
        },
      },
    },
    programmaticX: {
      endpoint: 'https://exchange.programmaticx.ai/openrtb/',
      java: { endpoint: 'https://exchange.programmaticx.ai/openrtb/{ConnectionId}' },
      maintainer: 'pxteam@programmaticx.ai',
      vendorId: 1344,
      sync: {
        iframe: {
          url: 'https://sync.programmaticx.ai/api/user/html/685297194d85991a5e6e36dd?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
          userMacro: '${userId}',
        },
      },
    },
    tagoras: {
      endpoint: 'https://exchange.tagoras.io/openrtb/',
      java: { endpoint: 'https://exchange.tagoras.io/openrtb/{ConnectionId}' },
      maintainer: 'prebid@tagoras.io',
      vendorId: 1450,
      sync: {
        iframe: {
          url: 'https://sync.tagoras.io/api/user/html/6819bdc3e6bb44545c55f843?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
          userMacro: '${userId}',
        },
      },
    },
  },
  params: z.object({ cId: z.string().min(1) }),

  ...connectionIdTraffic('ImpExtVidazoo'),
  uri: withTrimmedId,
  java: {
    endpoint: 'https://prebidsrvr.cootlogix.com/openrtb/{ConnectionId}',
    ...connectionIdTraffic('ImpExtVidazoo').java,
    response: {
      mediaType: byMtype(['banner', 'video'], (bid) =>
        badServer(bid.mtype === undefined ? `Missing MType for bid: ${bid.id}` : noType(bid)),
      ),
    },
  },
});
