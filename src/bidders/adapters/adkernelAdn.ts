import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, isError } from '../errors.ts';
import { oneSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { groupBy } from '../kit/fan-out.ts';
import { byImp } from '../kit/media-type.ts';
import type { ImpPatch, ImpWithParams, SharedImp } from '../kit/spec.ts';
import { hasBannerOrVideo, publisherTraffic, withOwnSize, withoutPublisher } from './families/by-publisher.ts';

interface Params {
  readonly pubId?: number | undefined;
}

const withId = ({ imp: { id }, params: { pubId = 0 } }: ImpWithParams<Params>): BidderError | undefined =>
  pubId < 1 ? badInput(`Invalid pubId value. Ignoring imp id=${id}`) : undefined;

const checkFormats = (imp: SharedImp): BidderError | undefined =>
  hasBannerOrVideo(imp) ? undefined : badInput(`Invalid imp with id=${imp.id}. Expected imp.banner or imp.video`);

/** The imp's banner, else its video; a banner without a size gets that of its first format. */
function withOneFormat({ imp: { banner } }: ImpWithParams<Params>): ImpPatch | BidderError {
  const patch = { ext: undefined, native: undefined, audio: undefined };
  if (!banner) return patch;
  const sized = banner.w === undefined && banner.h === undefined ? withOwnSize(banner) : banner;
  return isError(sized) ? sized : { ...patch, banner: sized, video: undefined };
}

export default defineBidder({
  code: 'adkernelAdn',
  endpoint: 'https://pbs2.adksrv.com/rtbpub?account={{.PublisherID}}',
  maintainer: 'prebid-dev@adkernel.com',
  vendorId: 14,
  capabilities: { app: ['banner'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://tag.adkernel.com/syncr?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
      userMacro: '{UID}',
    },
  },
  params: z.object({ pubId: z.int().min(1) }),

  ...publisherTraffic,
  imp: (item) => withId(item) ?? checkFormats(item.imp),
  finishImp: withOneFormat,
  fanout: (imps) => groupBy(imps, ({ params }) => params.pubId),
  macros: ({ params }) => ({ PublisherID: params.pubId }),
  response: { ...publisherTraffic.response, mediaType: byImp({ order: ['banner'], otherwise: () => 'video' }) },
  java: {
    checkImp: checkFormats,
    imp: withId,
    request: (group, context) => {
      const { site, app } = withoutPublisher(group, context);
      return { site: site && { ...site, domain: '' }, app };
    },
    response: {
      check: (body) => body.seatbid && oneSeatBid(body),
      mediaType: byImp({ order: ['banner'], in: 'sent', otherwise: () => 'video' }),
    },
  },
});
