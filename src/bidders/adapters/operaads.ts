import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer, isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { formatsOf, onlyFormat } from '../kit/fan-out.ts';
import { unchecked } from '../kit/media-type.ts';
import { badBidType } from '../kit/messages.ts';
import { wrappedNative } from '../kit/native.ts';
import { withFirstSize } from '../kit/objects.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { Group, ImpPatch, ImpWithParams, RequestContext, SharedImp } from '../kit/spec.ts';

const ORDER = ['native', 'video', 'banner'] as const;
type Format = (typeof ORDER)[number];

function sizedBanner(banner: NonNullable<SharedImp['banner']>): SharedImp['banner'] | BidderError {
  if (banner.w && banner.h) return banner;
  return (banner.format ?? []).length === 0 ? badInput('Size information missing for banner') : withFirstSize(banner, 'always');
}

function nativeWithKey(native: NonNullable<SharedImp['native']>): SharedImp['native'] | BidderError {
  if (!native.request) return native;
  const wrapped = wrappedNative(native);
  return 'error' in wrapped ? badInput(wrapped.error) : wrapped.value;
}

/** One format of an imp as the bidder expects it. */
function completed({ banner, native, video }: SharedImp, format: Format): SharedImp[Format] | BidderError {
  if (format === 'banner') return banner && sizedBanner(banner);
  return format === 'native' ? native && nativeWithKey(native) : video;
}

interface Params {
  readonly placementId?: string | undefined;
}

/** The formats in which an imp is sent. */
type Formats = (imp: SharedImp) => readonly Format[];
const allFormats: Formats = (imp) => ORDER.filter((format) => imp[format]);
/** The first one, sent or not. */
const oneFormat: Formats = (imp) => (['banner', 'video', 'native'] as const).filter((format) => imp[format]).slice(0, 1);

/** An `imp` hook: the imp with the formats to send. One that cannot be sent is reported and removed. */
const toImp =
  (formats: Formats) =>
  ({ imp, params: { placementId = '' } }: ImpWithParams<Params>, { errors }: RequestContext): ImpPatch => {
    const parts = formats(imp).map((format) => [format, completed(imp, format)] as const);
    errors.push(...parts.map(([, part]) => part).filter(isError));
    const sent = Object.fromEntries(parts.filter(([, part]) => !isError(part)));
    return { banner: undefined, video: undefined, native: undefined, ...sent, tagid: placementId };
  };

/** A call per imp and format, marked by the suffix of the imp's id; each has the imp's audio. */
const toGroups = <P>(imps: Group<P>): readonly Group<P>[] =>
  imps.flatMap((item) =>
    formatsOf(item.imp, ORDER).map((format) => {
      const { imp } = item;
      const audio = imp.audio && { audio: imp.audio };
      return [{ ...item, imp: { ...onlyFormat(imp, format), ...audio, id: `${imp.id}:opa:${format}` } }];
    }),
  );

/** The format in a bid's `impid`; empty if there is none. */
const formatOf = ({ impid }: SharedBid): string => (impid.includes(':') ? impid.slice(impid.lastIndexOf(':') + 1) : '');

const impIdOf = (impId: string): string => (impId.includes(':') ? impId.split(':').slice(0, -2).join(':') : impId);

export default defineBidder({
  code: 'operaads',
  endpoint: 'https://s.adx.opera.com/ortb/v2/{{.PublisherID}}?ep={{.AccountID}}',
  maintainer: 'adtech-prebid-group@opera.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  modifyingVastXmlAllowed: true,
  sync: {
    redirect: {
      url: 'https://t.adx.opera.com/pbs/sync?gdpr={{.GDPR}}&us_privacy={{.USPrivacy}}&gdpr_consent={{.GDPRConsent}}&r={{.RedirectURL}}',
      userMacro: '${UID}',
    },
  },
  params: z.object({ placementId: z.string().min(1), endpointId: z.string().min(1), publisherId: z.string().min(1) }),

  before: ({ request: { device } }) => (device?.os ? undefined : badInput('Impression is missing device OS information')),
  imp: toImp(allFormats),
  fanout: toGroups,
  macros: ({ params: { publisherId, endpointId } }) => ({ PublisherID: publisherId, AccountID: endpointId }),
  response: {
    currency: { fixed: 'USD' },
    checkBid: ({ price }) => (price === 0 ? 'skip' : undefined),
    mediaType: (bid) => unchecked(bid, formatOf(bid)),
    bid: ({ impid }) => ({ impid: impIdOf(impid) }),
  },
  java: {
    before: ({ request: { device } }) => (device?.os ? undefined : badInput('Request is missing device OS information')),
    imp: toImp(oneFormat),
    response: {
      checkBid: ({ price }) => (price <= 0 ? 'skip' : undefined),
      mediaType: (bid) => {
        const format = formatOf(bid);
        return ORDER.find((one) => one === format) ?? badServer(format === '' ? 'BidType not provided.' : badBidType(format));
      },
      onBadBid: 'abort',
    },
  },
});
