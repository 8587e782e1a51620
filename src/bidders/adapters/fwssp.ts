import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { filled } from '../kit/objects.ts';
import { has, idOrString, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import { status } from '../kit/status.ts';
import { freewheelTraffic } from './families/freewheel.ts';

const ids = z.object({ custom_site_section_id: z.string(), network_id: z.string(), profile_id: z.string() });

/** In the Java variant the bidder is an alias of `freewheelssp`, and takes its zone as well. */
const idsOrZone = where(ids.partial().extend({ zoneId: idOrString().optional() }), {
  anyOf: [has('zoneId'), has('custom_site_section_id', 'network_id', 'profile_id')],
});
const readIdsOrZone = readerOf(idsOrZone);

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
  params: ids,

  ...freewheelTraffic,
  imp: ({ params }) => ({ ext: filled(params) }),
  status: (response) => (response.status === 200 && response.body === '' ? 'no-bid' : status.s1(response)),
  java: {
    ...freewheelTraffic.java,
    aliasOf: 'freewheelssp',
    openrtb: '2.6',
    params: idsOrZone,
    readParams: (bidder) => {
      const found = readIdsOrZone(bidder);
      if ('error' in found) return found;
      const { zoneId, ...own } = found.value;
      return { value: { ...own, ...(zoneId !== undefined && { zoneId: String(zoneId) }) } };
    },
  },
});
