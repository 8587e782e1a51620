import { z } from 'zod';
import { isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { without } from '../kit/objects.ts';
import { hasBannerOrVideo, placementTraffic, unsupported, withPlacement, withPublisherId } from './families/by-publisher.ts';

export default defineBidder({
  code: 'lunamedia',
  endpoint: 'http://rtb.lunamedia.live/?pid={{.PublisherID}}',
  maintainer: 'cs@lunamedia.io',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  geoscope: ['USA'],
  sync: { iframe: { url: 'https://sync.lunamedia.live/psync?t=s&e=0&cb={{.RedirectURL}}', userMacro: '%USER_ID%' } },
  params: z.object({ pubid: z.string().min(8), placement: z.string().optional() }),

  ...placementTraffic,
  imp: (item) => withPublisherId(item) ?? withPlacement(item),
  java: {
    endpoint: 'http://rtb.lunamedia.live/?pid={Pid}',
    macros: ({ params: { pubid } }) => ({ Pid: pubid }),
    imp: (item) => {
      const { imp } = item;
      const error = withPublisherId(item) ?? (hasBannerOrVideo(imp) ? undefined : unsupported);
      if (error) return error;
      if (!imp.video) return withPlacement(item);
      const patch = withPlacement({ ...item, imp: without(imp, 'banner') });
      return isError(patch) ? patch : { ...patch, banner: undefined, audio: undefined, native: undefined };
    },
    request: (_, { request: { site, app } }) => ({ site: without(site, 'publisher'), app: without(app, 'publisher') }),
  },
});
