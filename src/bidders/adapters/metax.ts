import { z } from 'zod';
import { badInput, badServer, generic } from '../errors.ts';
import { noFirstBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byMtype } from '../kit/media-type.ts';
import { withFirstSize } from '../kit/objects.ts';

export default defineBidder({
  code: 'metax',
  endpoint: 'https://hb.metaxads.com/prebid?sid={{.PublisherID}}&adunit={{.AdUnit}}&source=prebid-server',
  maintainer: 'prebid@metaxsoft.com',
  vendorId: 1301,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  sync: {
    redirect: {
      url: 'https://cm.metaxads.com/pixel?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ publisherId: z.int().min(1), adunit: z.int().min(1) }),

  badParams: (cause, _, step) => (step === 'ext' ? badInput(cause) : generic('Wrong MetaX bidder ext')),
  imp: ({ imp: { banner } }) => {
    const isUnsized = banner && (banner.w === undefined || banner.h === undefined);
    return isUnsized ? { banner: withFirstSize(banner, 'always') } : undefined;
  },
  fanout: perImp,
  macros: ({ params: { publisherId = 0, adunit = 0 } }) => ({ PublisherID: publisherId, AdUnit: adunit }),
  response: {
    noBid: noFirstBid,
    mediaType: byMtype(['banner', 'video', 'audio', 'native'], ({ mtype = 0 }) => badServer(`Unsupported MType ${mtype}`)),
    onBadBid: 'abort',
    extras: ({ cat, dur = 0 }) => ({ video: { primary_category: cat?.[0] ?? '', duration: Math.max(dur, 0) } }),
  },
  java: {
    response: {
      mediaType: byMtype(['banner', 'video', 'audio', 'native'], ({ id, impid, mtype }) =>
        badServer(mtype === undefined ? `Missing MType for bid: ${id}` : `Unsupported MType: ${impid}`),
      ),
      extras: ({ cat = [], dur = 0 }) =>
        cat.length === 0 && dur <= 0 ? undefined : { video: { primary_category: cat[0] ?? '', duration: Math.max(dur, 0) } },
    },
  },
});
