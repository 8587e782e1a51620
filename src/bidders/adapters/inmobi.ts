import { z } from 'zod';
import { aborting, badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { withFirstSize } from '../kit/objects.ts';
import { status } from '../kit/status.ts';

export default defineBidder({
  code: 'inmobi',
  endpoint: 'https://api.w.inmobi.com/showad/openrtb/bidder/prebid',
  maintainer: 'prebid-support@inmobi.com',
  vendorId: 333,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe: {
      url: 'https://sync.inmobi.com/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '{ID5UID}',
    },
    redirect: {
      url: 'https://sync.inmobi.com/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '{ID5UID}',
    },
  },
  params: z.object({ plc: z.string() }),

  whenEmpty: badInput('No impression in the request'),
  paramsOf: 'first',
  badParams: (cause, _, step) => badInput(step === 'ext' ? cause : 'bad InMobi bidder ext'),
  imp: ({ imp: { banner }, params: { plc }, index }) => {
    if (index > 0) return undefined;
    if (!plc) return aborting(badInput("'plc' is a required attribute for InMobi's bidder ext"));
    return banner && { banner: withFirstSize(banner, 'incomplete') };
  },
  status: status.s7,
  response: {
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video', 'native'], ({ id, mtype = 0 }) => badServer(`Unsupported mtype ${mtype} for bid ${id}`)),
    onBadBid: 'abort',
  },
  java: { badParams: () => badInput('bad InMobi bidder ext') },
});
