import { MEDIA_TYPES } from '../bidder.ts';
import { badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { typeNotDefined } from '../kit/messages.ts';
import { JAVA_NO_VALID_IMPS, NO_VALID_IMPS, placementOrEndpoint, tolerantTraffic } from './families/teqblaze.ts';
import { teqblazeSync } from './families/teqblaze-sync.ts';

export default defineBidder({
  code: 'playdigo',
  endpoint: 'https://server.playdigo.com/pserver',
  maintainer: 'yr@playdigo.com',
  vendorId: 1302,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  geoscope: ['USA'],
  sync: teqblazeSync('https://cs.playdigo.com', 'ccpa'),
  params: placementOrEndpoint,

  ...tolerantTraffic({
    ...NO_VALID_IMPS,
    response: { mediaType: byMtype(MEDIA_TYPES, ({ impid }) => generic(typeNotDefined(impid))) },
    java: { ...JAVA_NO_VALID_IMPS, response: { mediaType: byMtype(MEDIA_TYPES, ({ impid }) => badServer(typeNotDefined(impid))) } },
  }),
});
