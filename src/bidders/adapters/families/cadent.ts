/** Traffic of the exchange behind `cadent_aperture_mx` and `emx_digital`. */
import { z } from 'zod';
import type { BidderError, SharedRequest, UserSyncInfo } from '../../bidder.ts';
import { badInput, badServer, isError } from '../../errors.ts';
import { toInteger, toNumber } from '../../kit/decode.ts';
import { traffic } from '../../kit/define.ts';
import { headersOfPage } from '../../kit/headers.ts';
import { noImps, notUnpacked } from '../../kit/messages.ts';
import type { Lenient } from '../../kit/reader.ts';
import type { ImpPatch, ImpWithParams, RequestContext, SharedImp } from '../../kit/spec.ts';
import { status } from '../../kit/status.ts';
import { bannerMessage, isHttps, sizedBanner } from './sized-banner.ts';

export const cadentSync: UserSyncInfo = {
  iframe: {
    url: 'https://cs.emxdgt.com/um?ssp=pbs&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
};

export const cadentParams = z.object({ tagid: z.string(), bidfloor: z.string().optional() });
type Params = Lenient<z.input<typeof cadentParams>>;
type Item = ImpWithParams<Params>;

export const cadentTraffic = traffic<Params>({
  whenEmpty: badInput(noImps),
  badParams: (cause, imp, step) => badInput(step === 'ext' ? cause : `ignoring imp id=${imp.id}, invalid ImpExt`),
  imp: (item, context) => {
    const isTag = Boolean(toInteger(item.params.tagid ?? ''));
    if (!isTag) return badInput(`ignoring imp id=${item.imp.id}, invalid tagid must be a String of numbers`);
    return toImp(item, context, (floor) => floor > 0);
  },
  onBadImp: 'abort-all',
  abortError: ({ errors }) => badInput(`Error in preprocess of Imp, err: [${errors.map(({ message }) => message).join(' ')}]`),
  uri: (_, { request, builder: { endpoint, env } }) =>
    `${endpoint}?t=${request.tmax || 1000}&ts=${Math.floor(env.now() / 1000)}&src=pbserver`,
  headers: headersOfPage,
  status: status.s10,
  response: {
    unreadable: (cause) => badServer(notUnpacked(cause)),
    currency: { fixed: 'USD' },
    mediaType: ({ adm = '' }) => (/<\?xml|<vast/i.test(adm) ? 'video' : 'banner'),
    // The exchange uses the imp's id as the bid's id.
    bid: ({ id }) => ({ impid: id }),
  },
  java: {
    imp: (item, context) => {
      const tag = toInteger(item.params.tagid ?? '');
      if (tag === undefined) return badInput(`tagid must be a String of numbers, ignoring imp id=${item.imp.id}`);
      if (tag === 0) return badInput(`tagid cant be 0, ignoring imp id=${item.imp.id}`);
      return toImp(item, context, () => true);
    },
    onBadImp: 'abort',
    abortError: undefined,
    response: { mediaType: ({ adm = '' }) => (/<\?xml|<vast/.test(adm) ? 'video' : 'banner'), bid: undefined },
  },
});

function toImp({ imp, params }: Item, { request }: RequestContext, isFloor: (floor: number) => boolean): ImpPatch | BidderError {
  const format = imp.video ? toVideo(imp.video) : toBanner(imp.banner);
  if (isError(format)) return format;
  const floor = toNumber(params.bidfloor ?? '');
  return {
    tagid: params.tagid,
    secure: isHttps(addressOf(request)) ? 1 : 0,
    ...(floor !== undefined && isFloor(floor) && { bidfloor: floor, bidfloorcur: 'USD' }),
    ...format,
  };
}

const addressOf = ({ site, app }: SharedRequest): string => site?.page || app?.domain || app?.storeurl || '';

/** The exchange does not support VAST 4.0 (protocol 7). */
function toVideo(video: NonNullable<SharedImp['video']>): ImpPatch | BidderError {
  if (!video.mimes?.length) return badInput('Video: missing required field mimes');
  if (!video.w && !video.h) return badInput('Video: Need at least one size to build request');
  const protocols = video.protocols?.filter((protocol) => protocol !== 7);
  return { video: { ...video, protocols: protocols?.length ? protocols : undefined } };
}

/** A banner without a size has that of its first format, which is no longer one of its formats. */
function toBanner(banner: SharedImp['banner']): ImpPatch | BidderError {
  const message = bannerMessage({ banner });
  return message === undefined ? { banner: banner && sizedBanner(banner) } : badInput(message);
}
