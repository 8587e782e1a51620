import { MEDIA_TYPES } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { typeNotDefined } from '../kit/messages.ts';
import { placementOrEndpoint, tolerantTraffic, typeByMtype } from './families/teqblaze.ts';

const adsInteractive = {
  endpoint: 'https://bntb.adsinteractive.com/pserver',
  maintainer: 'it@adsinteractive.com',
  vendorId: 1212,
  sync: {
    redirect: {
      url: 'https://cstb.adsinteractive.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
    iframe: {
      url: 'https://cstb.adsinteractive.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
};

export default defineBidder({
  code: 'teqblaze',
  maintainer: 'github@teqblaze.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  whiteLabelOnly: true,
  aliases: {
    '360playvid': {
      endpoint: 'https://ssp.360playvid.com/pserver',
      maintainer: 'prebid@360playvid.com',
      sync: {
        redirect: {
          url: 'https://cookie.360playvid.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&coppa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '[UID]',
        },
        iframe: {
          url: 'https://cookie.360playvid.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
          userMacro: '[UID]',
        },
      },
    },
    ads_interactive: adsInteractive,
    adsinteractive: adsInteractive,
    adsmovil: { endpoint: 'https://tag-ssp.adsmovil.com/pserver', maintainer: 'prebid@adsmovil.com' },
    anzuSSP: { endpoint: 'http://endpoint.anzumarketplace.com/pserver', maintainer: 'prebid@anzu.io' },
    appMonstaMedia: { endpoint: 'https://ssp-us.appmonsta.ai/pserver', maintainer: 'media.support@appmonsta.ai', vendorId: 1283 },
    appStockSSP: {
      endpoint: 'https://#{REGION}#.al-ad.com/pserver',
      maintainer: 'sdksupport@app-stock.com',
      disabled: true,
      sync: {
        redirect: {
          url: 'https://csync.al-ad.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '[UID]',
        },
        iframe: {
          url: 'https://csync.al-ad.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
          userMacro: '[UID]',
        },
      },
    },
    bidfuse: {
      endpoint: 'https://bn.bidfuse.com/pserver',
      maintainer: 'support@bidfuse.com',
      sync: {
        redirect: {
          url: 'https://syncbf.bidfuse.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '[UID]',
        },
        iframe: {
          url: 'https://syncbf.bidfuse.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
          userMacro: '[UID]',
        },
      },
    },
    cortex: {
      endpoint: 'https://REGION.targetadserver.com/pserver',
      maintainer: 'dev@cortextech.it',
      sync: {
        redirect: {
          url: 'https://sync.targetadserver.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '[UID]',
        },
        iframe: {
          url: 'https://sync.targetadserver.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
          userMacro: '[UID]',
        },
      },
    },
    dpai: {
      endpoint: 'https://ssp.drift-pixel.ai/pserver',
      maintainer: 'adops@driftpixel.ai',
      sync: {
        redirect: {
          url: 'https://sync.drift-pixel.ai/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '[UID]',
        },
        iframe: {
          url: 'https://sync.drift-pixel.ai/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
          userMacro: '[UID]',
        },
      },
    },
    gravite: { endpoint: 'https://node1-rtb.gravite.net/pserver', maintainer: 'support@gravite.net', vendorId: 377 },
    harion: { endpoint: 'https://usads.harion-ma.com/pserver', maintainer: 'adtech@markappmedia.site', vendorId: 1406 },
    m152: {
      endpoint: 'https://#{REGION}#.152media-ssp.com/pserver',
      maintainer: 'info@152media.com',
      vendorId: 1111,
      sync: {
        redirect: {
          url: 'https://cs.152media-ssp.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '[UID]',
        },
        iframe: {
          url: 'https://cs.152media-ssp.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
          userMacro: '[UID]',
        },
      },
    },
    mediayo: { endpoint: 'https://balancer.mediayo.ai/pserver', maintainer: 'admin@mediayo.co' },
    mycodemedia: {
      endpoint: 'https://east-backend.mycodemedia.com/pserver',
      maintainer: 'support-platform@mycodemedia.com',
      sync: {
        redirect: {
          url: 'https://usersync.mycodemedia.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '[UID]',
        },
        iframe: {
          url: 'https://usersync.mycodemedia.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
          userMacro: '[UID]',
        },
      },
    },
    ntvagents: {
      endpoint: 'https://endpoint1.nativeagents.ai/pserver',
      maintainer: 'prebid@nativeagents.ai',
      sync: {
        redirect: {
          url: 'https://sync.nativeagents.ai/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '[UID]',
        },
        iframe: {
          url: 'https://sync.nativeagents.ai/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
          userMacro: '[UID]',
        },
      },
    },
    nuba: { endpoint: 'https://ads.nuba.io/pserver', maintainer: 'tech@nuba.io' },
    pinkLion: { endpoint: 'https://us-east-ep.pinklion.io/pserver', maintainer: 'prebid@pinklion.io' },
    progx: {
      endpoint: 'https://us-east.progrtb.com/pserver',
      maintainer: 'pxteam@programmaticx.ai',
      vendorId: 1344,
      sync: {
        redirect: {
          url: 'https://sync.progrtb.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '[UID]',
        },
        iframe: {
          url: 'https://sync.progrtb.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
          userMacro: '[UID]',
        },
      },
    },
    reklamup: {
      endpoint: 'https://node.reklamup.com/pserver',
      maintainer: 'support@reklamup.com',
      vendorId: 1619,
      sync: {
        redirect: {
          url: 'https://usersync.reklamup.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '[UID]',
        },
        iframe: {
          url: 'https://usersync.reklamup.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
          userMacro: '[UID]',
        },
      },
    },
    rocketlab: {
      endpoint: 'https://traffic1.rocketlab.ai/pserver',
      maintainer: 'support@rocketlab.ai',
      sync: {
        redirect: {
          url: 'https://usync.rocketlab.ai/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '[UID]',
        },
      },
    },
    screencore: {
      endpoint: 'https://REGION.screencore.io/pserver',
      maintainer: 'connect@screencore.io',
      vendorId: 1473,
      sync: {
        redirect: {
          url: 'https://cs.screencore.io/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&coppa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '[UID]',
        },
        iframe: {
          url: 'https://cs.screencore.io/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
          userMacro: '[UID]',
        },
      },
    },
    selectmedia: {
      endpoint: 'https://#{REGION}#.zxyvrtd.com/pserver',
      maintainer: 'prebid@selectmedia.asia',
      vendorId: 775,
      disabled: true,
      sync: {
        redirect: {
          url: 'https://sync.zxyvrtd.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
          userMacro: '[UID]',
        },
        iframe: {
          url: 'https://sync.zxyvrtd.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
          userMacro: '[UID]',
        },
      },
    },
    smb: { endpoint: 'http://be.smartbid.ai/pserver', maintainer: 'support@smartbid.ai' },
    verben: { endpoint: 'https://east-node.verben.com/pserver', maintainer: 'support_trading@verben.com' },
  },
  params: placementOrEndpoint,

  ...tolerantTraffic({
    response: { mediaType: typeByMtype((impId) => generic(`could not define media type for bid: ${impId}`)) },
    java: {
      whiteLabelOnly: false,
      badParams: (cause) => badInput(`Cannot deserialize ExtImpTeqblaze: ${cause}`),
      response: { mediaType: byMtype(MEDIA_TYPES, ({ impid }) => badServer(typeNotDefined(impid))) },
    },
  }),
});
