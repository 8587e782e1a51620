import { generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { typeNotDefined } from '../kit/messages.ts';
import {
  JAVA_NO_VALID_IMPS,
  javaTypeByMtype,
  NO_VALID_IMPS,
  placementOrEndpoint,
  tolerantTraffic,
  typeByMtype,
} from './families/teqblaze.ts';
import { teqblazeSync } from './families/teqblaze-sync.ts';

export default defineBidder({
  code: 'pubrise',
  endpoint: 'https://backend.pubrise.ai/pserver',
  maintainer: 'prebid@pubrise.ai',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: teqblazeSync('https://sync.pubrise.ai', 'ccpa'),
  params: placementOrEndpoint,

  ...tolerantTraffic({
    ...NO_VALID_IMPS,
    response: { mediaType: typeByMtype((impId) => generic(typeNotDefined(impId))) },
    java: { ...JAVA_NO_VALID_IMPS, response: { mediaType: javaTypeByMtype } },
  }),
});
