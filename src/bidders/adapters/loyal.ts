import { badInput, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byReadExtType } from '../kit/media-type.ts';
import { JAVA_NO_VALID_IMPS, javaTypeByExt, NO_VALID_IMPS, placementOrEndpoint, tolerantTraffic } from './families/teqblaze.ts';

const TYPES = ['banner', 'video', 'native'] as const;

export default defineBidder({
  code: 'loyal',
  endpoint: 'https://us-east-1.loyal.app/pserver',
  maintainer: 'hello@loyal.app',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  geoscope: ['USA'],
  params: placementOrEndpoint,

  ...tolerantTraffic({
    ...NO_VALID_IMPS,
    response: {
      mediaType: byReadExtType({
        types: TYPES,
        missing: ({ impid }, cause) =>
          generic(
            cause === undefined ? `imp ${impid} with unknown media type` : `unable to deserialize imp ${impid} bid.ext, error: ${cause}`,
          ),
      }),
    },
    java: {
      ...JAVA_NO_VALID_IMPS,
      badParams: (cause) => badInput(`Cannot deserialize ExtImpLoyal: ${cause}`),
      response: { mediaType: javaTypeByExt(TYPES) },
    },
  }),
});
