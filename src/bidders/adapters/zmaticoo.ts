import { z } from 'zod';
import { aborting, badInput, badServer, generic } from '../errors.ts';
import { parseObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { sortedJson } from '../kit/json.ts';
import { byMtype } from '../kit/media-type.ts';
import { statusPolicy } from '../kit/status.ts';

const NO_IDS = 'imp.ext.pubId or imp.ext.zoneId required';
const typeUnknown = (impId: string): string => `unrecognized bid type in response from zmaticoo for bid ${impId}`;

export default defineBidder({
  code: 'zmaticoo',
  endpoint: 'https://rtbbid.zmaticoo.com/prebid/bid',
  maintainer: 'adam.li@eclicktech.com.cn',
  capabilities: { app: ['banner', 'video', 'native'] },
  params: z.object({ pubId: z.string().min(1), zoneId: z.string().min(1) }),

  paramsOf: 'inherited',
  onBadImp: 'abort-all',
  imp: ({ params: { pubId, zoneId } }) => (pubId && zoneId ? undefined : generic(NO_IDS)),
  finishImp: ({ imp: { native } }) => {
    if (!native) return undefined;
    const request = parseObject(native.request ?? '');
    if (typeof request === 'string') return aborting(badInput(request));
    return 'native' in request ? undefined : { native: { ...native, request: sortedJson({ native: request }) } };
  },
  headers: 'json',
  status: statusPolicy({ other: 'Unexpected status code: %d.', badInput: 'all' }),
  response: {
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => generic(typeUnknown(impid))),
  },
  java: {
    vendorId: 803,
    paramsOf: 'own',
    imp: ({ params: { pubId, zoneId } }) => (pubId && zoneId ? undefined : badInput(NO_IDS)),
    finishImp: ({ imp: { native } }) => {
      if (!native) return undefined;
      const request = native.request ? parseObject(native.request) : {};
      if (typeof request === 'string') return aborting(badInput(request));
      return 'native' in request ? undefined : { native: { ...native, request: sortedJson({ native: request }) } };
    },
    response: { mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => badServer(typeUnknown(impid))) },
  },
});
