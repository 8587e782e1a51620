import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import { generic } from '../errors.ts';
import { parseObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { wrappedNative } from '../kit/native.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import { status } from '../kit/status.ts';

const readBidExt = readerOf(z.object({ video: z.object({ duration: z.int() }) }));

const hostOf = (zone: string): string => `gw-${queryEscape(zone)}-bid.yeahtargeter.com`;

function durationOf(ext: SharedBid['ext']): number | undefined {
  const found = readBidExt(ext ?? null);
  return 'error' in found ? undefined : found.value.video?.duration;
}

export default defineBidder({
  code: 'yeahmobi',
  endpoint: 'https://{{.Host}}/prebid/bid',
  maintainer: 'developer@yeahmobi.com',
  capabilities: { app: ['banner', 'video', 'native'] },
  params: z.object({ pubId: z.string().min(1), zoneId: z.string().min(1) }),

  paramsOf: 'first-readable',
  onBadImp: 'abort-all',
  imp: ({ imp: { native } }) => {
    const wrapped = native && wrappedNative(native);
    return wrapped && 'value' in wrapped ? { native: wrapped.value } : undefined;
  },
  macros: ({ params: { zoneId = '' } }) => ({ Host: hostOf(zoneId) }),
  headers: 'json',
  status: status.s5,
  response: {
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['banner', 'video', 'native'], otherwise: () => 'banner' }),
    bid: ({ ext }) => ('error' in readBidExt(ext ?? null) ? generic('bid.ext json unmarshal error') : undefined),
    onBadBid: 'abort',
    extras: ({ ext }) => ({ video: { duration: durationOf(ext) ?? 0, primary_category: '' } }),
  },
  java: {
    endpoint: 'https://gw-{ZoneId}-bid.yeahtargeter.com/prebid/bid',
    macros: ({ params: { zoneId } }) => ({ ZoneId: zoneId }),
    paramsOf: 'last',
    onBadImp: 'drop',
    imp: ({ imp: { native } }) => {
      if (!native || native.request?.includes('native')) return undefined;
      const request = parseObject(native.request ?? '');
      return 'error' in request ? undefined : { native: { ...native, request: JSON.stringify({ native: request.value }) } };
    },
    response: {
      extras: ({ ext }) => {
        const duration = durationOf(ext);
        return duration === undefined ? undefined : { video: { duration, primary_category: '' } };
      },
    },
  },
});
