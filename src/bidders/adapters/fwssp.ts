import { defineBidder } from '../kit/define.ts';
import { filled } from '../kit/objects.ts';
import { status } from '../kit/status.ts';
import { freewheelTraffic, sectionIds } from './families/freewheel.ts';

export default defineBidder({
  code: 'fwssp',
  endpoint: 'https://prebid.v.fwmrm.net/ortb/ssp',
  maintainer: 'prebid-maintainer@freewheel.com',
  vendorId: 285,
  capabilities: { app: ['video'], site: ['video'] },
  gpp: true,
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://user-sync.fwmrm.net/ad/u?mode=pbs-user-sync&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&pbs_redirect={{.RedirectURL}}',
      userMacro: '#{user.id}',
    },
  },
  params: sectionIds,

  ...freewheelTraffic,
  imp: ({ params }) => ({ ext: filled(params) }),
  status: (response) => (response.status === 200 && response.body === '' ? 'no-bid' : status.s1(response)),
  java: { ...freewheelTraffic.java, aliasOf: 'freewheelssp', openrtb: '2.6' },
});
