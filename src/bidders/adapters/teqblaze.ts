import { MEDIA_TYPES } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { typeNotDefined } from '../kit/messages.ts';
import { placementOrEndpoint, tolerantTraffic, typeByMtype } from './families/teqblaze.ts';
import { teqblazeSync } from './families/teqblaze-sync.ts';

const adsInteractive = {
  endpoint: 'https://bntb.adsinteractive.com/pserver',
  maintainer: 'it@adsinteractive.com',
  vendorId: 1212,
  sync: teqblazeSync('https://cstb.adsinteractive.com', 'ccpa'),
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
      sync: teqblazeSync('https://csync.al-ad.com', 'ccpa'),
    },
    bidfuse: {
      endpoint: 'https://bn.bidfuse.com/pserver',
      maintainer: 'support@bidfuse.com',
      sync: teqblazeSync('https://syncbf.bidfuse.com', 'ccpa'),
    },
    cortex: {
      endpoint: 'https://REGION.targetadserver.com/pserver',
      maintainer: 'dev@cortextech.it',
      sync: teqblazeSync('https://sync.targetadserver.com', 'us_privacy'),
    },
    dpai: {
      endpoint: 'https://ssp.drift-pixel.ai/pserver',
      maintainer: 'adops@driftpixel.ai',
      sync: teqblazeSync('https://sync.drift-pixel.ai', 'us_privacy'),
    },
    gravite: { endpoint: 'https://node1-rtb.gravite.net/pserver', maintainer: 'support@gravite.net', vendorId: 377 },
    harion: { endpoint: 'https://usads.harion-ma.com/pserver', maintainer: 'adtech@markappmedia.site', vendorId: 1406 },
    m152: {
      endpoint: 'https://#{REGION}#.152media-ssp.com/pserver',
      maintainer: 'info@152media.com',
      vendorId: 1111,
      sync: teqblazeSync('https://cs.152media-ssp.com', 'ccpa'),
    },
    mediayo: { endpoint: 'https://balancer.mediayo.ai/pserver', maintainer: 'admin@mediayo.co' },
    mycodemedia: {
      endpoint: 'https://east-backend.mycodemedia.com/pserver',
      maintainer: 'support-platform@mycodemedia.com',
      sync: teqblazeSync('https://usersync.mycodemedia.com', 'us_privacy'),
    },
    ntvagents: {
      endpoint: 'https://endpoint1.nativeagents.ai/pserver',
      maintainer: 'prebid@nativeagents.ai',
      sync: teqblazeSync('https://sync.nativeagents.ai', 'us_privacy'),
    },
    nuba: { endpoint: 'https://ads.nuba.io/pserver', maintainer: 'tech@nuba.io' },
    pinkLion: { endpoint: 'https://us-east-ep.pinklion.io/pserver', maintainer: 'prebid@pinklion.io' },
    progx: {
      endpoint: 'https://us-east.progrtb.com/pserver',
      maintainer: 'pxteam@programmaticx.ai',
      vendorId: 1344,
      sync: teqblazeSync('https://sync.progrtb.com', 'ccpa'),
    },
    reklamup: {
      endpoint: 'https://node.reklamup.com/pserver',
      maintainer: 'support@reklamup.com',
      vendorId: 1619,
      sync: teqblazeSync('https://usersync.reklamup.com', 'us_privacy'),
    },
    rocketlab: {
      endpoint: 'https://traffic1.rocketlab.ai/pserver',
      maintainer: 'support@rocketlab.ai',
      sync: { redirect: teqblazeSync('https://usync.rocketlab.ai', 'us_privacy').redirect },
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
      sync: teqblazeSync('https://sync.zxyvrtd.com', 'ccpa'),
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
