import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { aborting, badInput, badServer, generic, isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { wrappedNative } from '../kit/native.ts';
import type { ImpPatch, SharedImp } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';

const NO_IDS = 'imp.ext.pubId or imp.ext.zoneId required';
const typeUnknown = (impId: string): string => `unrecognized bid type in response from zmaticoo for bid ${impId}`;

function withNative(native: SharedImp['native'], text?: string): ImpPatch | BidderError | undefined {
  const wrapped = native && wrappedNative(native, text);
  return wrapped && ('error' in wrapped ? badInput(wrapped.error) : { native: wrapped.value });
}

export default defineBidder({
  code: 'zmaticoo',
  endpoint: 'https://rtbbid.zmaticoo.com/prebid/bid',
  maintainer: 'adam.li@eclicktech.com.cn',
  capabilities: { app: ['banner', 'video', 'native'] },
  params: z.object({ pubId: z.string().min(1), zoneId: z.string().min(1) }),

  paramsOf: 'inherited',
  onBadImp: 'abort-all',
  imp: ({ params: { pubId, zoneId } }) => (pubId && zoneId ? undefined : generic(NO_IDS)),
  finishImp: ({ imp: { native } }, { errors }) => {
    const patch = errors.length === 0 ? withNative(native) : undefined;
    return isError(patch) ? aborting(patch) : patch;
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
    imp: ({ imp: { native }, params: { pubId, zoneId } }) =>
      pubId && zoneId ? withNative(native, native?.request || '{}') : badInput(NO_IDS),
    finishImp: undefined,
    response: { mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => badServer(typeUnknown(impid))) },
  },
});
