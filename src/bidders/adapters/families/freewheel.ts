/** Exchanges for video, with the host's software in a header; one imp with unreadable params ends the request. */
import { badInput } from '../../errors.ts';
import { JSON_ACCEPT } from '../../kit/headers.ts';
import { always } from '../../kit/media-type.ts';
import type { TrafficSpec } from '../../kit/spec.ts';

const badImp = (imp: string, cause: string) => badInput(`Invalid imp.ext for impression ${imp}. Error Infomation: ${cause}`);

export const freewheelTraffic = {
  badParams: (cause, _, __, index) => badImp(`index ${index}`, cause),
  onBadImp: 'abort',
  headers: () => ({ Componentid: 'prebid-go' }),
  response: {
    currency: 'response',
    mediaType: always('video'),
    extras: ({ dur = 0, cat = [] }) => ({ video: { duration: Math.max(dur, 0), primary_category: cat[0] ?? '' } }),
  },
  java: {
    badParams: (cause, { id }) => badImp(`id ${id}`, cause),
    headers: () => ({ ...JSON_ACCEPT, Componentid: 'prebid-java' }),
  },
} satisfies TrafficSpec<unknown, undefined>;
