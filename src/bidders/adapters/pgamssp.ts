import { defineBidder } from '../kit/define.ts';
import { anyMtypeTraffic, placementOrEndpoint } from './families/teqblaze.ts';

export default defineBidder({
  code: 'pgamssp',
  endpoint: 'http://us-east.pgammedia.com/pserver',
  maintainer: 'info@pgammedia.com',
  vendorId: 1353,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://cs.pgammedia.com/pserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: placementOrEndpoint,

  ...anyMtypeTraffic,
  floor: { to: 'USD', at: 'before-params' },
  onBadImp: { params: 'abort', floor: 'keep-silently' },
  java: { ...anyMtypeTraffic.java, onBadImp: 'abort' },
});
