import { z } from 'zod';
import { isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { hasBannerOrVideo, javaCheck, placementTraffic, unsupported, withPlacement, withPublisherId } from './families/by-publisher.ts';

export default defineBidder({
  code: 'advangelists',
  endpoint: 'http://nep.advangelists.com/xp/get?pubid={{.PublisherID}}',
  maintainer: 'prebid@advangelists.com',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: { iframe: { url: 'https://nep.advangelists.com/xp/user-sync?acctid={aid}&&redirect={{.RedirectURL}}', userMacro: '$UID' } },
  params: z.object({ pubid: z.string().min(8), placement: z.string().optional() }),

  ...placementTraffic,
  imp: withPublisherId,
  finishImp: withPlacement,
  java: {
    finishImp: (item) => {
      if (!hasBannerOrVideo(item.imp)) return unsupported;
      const patch = withPlacement(item);
      return isError(patch) ? patch : { ...patch, audio: undefined, native: undefined };
    },
    response: { check: javaCheck },
  },
});
