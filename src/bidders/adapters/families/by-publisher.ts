/** Exchanges with one call per publisher, to which neither the publisher of the site or app nor the imps' params are sent. */
import type { BidderError } from '../../bidder.ts';
import { badInput, badServer, isError } from '../../errors.ts';
import { oneSeatBid } from '../../kit/bids.ts';
import { groupBy } from '../../kit/fan-out.ts';
import { byImp } from '../../kit/media-type.ts';
import { asNumber, noImpression } from '../../kit/messages.ts';
import { withFirstSize, without } from '../../kit/objects.ts';
import type { ResponseSpec, SharedResponse } from '../../kit/response-spec.ts';
import type { ImpPatch, ImpWithParams, RequestContext, RequestPatch, SharedImp, TrafficSpec } from '../../kit/spec.ts';
import { status } from '../../kit/status.ts';

type Banner = NonNullable<SharedImp['banner']>;

/** The banner with the size of its first format, which is removed from the formats. */
export function withOwnSize(banner: Banner): Banner | BidderError {
  const [first, ...rest] = banner.format ?? [];
  if (!first) return badInput('Expected at least one banner.format entry or explicit w/h');
  return { ...withFirstSize(banner, 'always'), format: rest.length > 0 ? rest : undefined };
}

export const hasBannerOrVideo = ({ banner, video }: SharedImp): boolean => Boolean(banner ?? video);

/** The request without what identifies the publisher. */
export const withoutPublisher = (_: unknown, { request: { site, app } }: RequestContext): RequestPatch => ({
  site: without(site, 'publisher', 'domain'),
  app: without(app, 'publisher'),
});

const response = {
  unreadable: (cause: string) => badServer(`Bad server response: ${asNumber(cause)}`),
  check: oneSeatBid,
  currency: { fixed: 'USD' },
} satisfies Partial<ResponseSpec<undefined>>;

export const publisherTraffic = {
  whenEmpty: badInput(noImpression),
  headers: 'openrtb-2.5',
  request: withoutPublisher,
  status: status.s7,
  response,
} as const;

interface Placement {
  readonly pubid?: string | undefined;
  readonly placement?: string | undefined;
}

type PlacementImp = ImpWithParams<Placement>;

export const withPublisherId = ({ params }: PlacementImp): BidderError | undefined =>
  params.pubid ? undefined : badInput('No pubid value provided');

/** The imp with its placement; a banner without a size gets that of its first format. */
export function withPlacement({ imp: { banner }, params: { placement } }: PlacementImp): ImpPatch | BidderError {
  const patch = { ext: undefined, tagid: placement || undefined };
  if (!banner || (banner.w !== undefined && banner.h !== undefined)) return patch;
  const sized = withOwnSize(banner);
  return isError(sized) ? sized : { ...patch, banner: sized };
}

/** The Java variant's error for imps without banner and video. */
export const unsupported = badInput('Unsupported impression has been received');

/** In the Java variant a first seatbid without bids is an error. */
export const javaCheck = (body: SharedResponse): BidderError | undefined =>
  oneSeatBid(body) ?? (body.seatbid?.[0]?.bid.length === 0 ? badServer('Empty bids array') : undefined);

/** One call per publisher and placement. */
export const placementTraffic = {
  ...publisherTraffic,
  fanout: (imps) => groupBy(imps, ({ params: { pubid, placement = '' } }) => JSON.stringify([pubid, placement])),
  macros: ({ params }) => ({ PublisherID: params.pubid }),
  response: { ...response, mediaType: byImp({ order: ['video'], otherwise: () => 'banner' }) },
} satisfies TrafficSpec<Placement, undefined>;
