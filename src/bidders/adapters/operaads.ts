import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer, isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { onlyFormat } from '../kit/fan-out.ts';
import { unchecked } from '../kit/media-type.ts';
import { badBidType } from '../kit/messages.ts';
import { wrappedNative } from '../kit/native.ts';
import { withFirstSize } from '../kit/objects.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { Group, ImpPatch, ImpWithParams, RequestContext, SharedImp } from '../kit/spec.ts';

const ORDER = ['native', 'video', 'banner'] as const;
type Format = (typeof ORDER)[number];

/** The imp with one format, marked by the suffix of its id; audio is unchanged. */
function formatted(imp: SharedImp, format: Format): SharedImp | BidderError {
  const audio = imp.audio && { audio: imp.audio };
  const single = { ...onlyFormat(imp, format), ...audio, id: `${imp.id}:opa:${format}` };
  if (format === 'banner') return sizedBanner(single);
  return format === 'native' ? nativeImp(single) : single;
}

function sizedBanner(imp: SharedImp): SharedImp | BidderError {
  const { banner } = imp;
  if (!banner || (banner.w && banner.h)) return imp;
  return (banner.format ?? []).length === 0
    ? badInput('Size information missing for banner')
    : { ...imp, banner: withFirstSize(banner, 'always') };
}

function nativeImp(imp: SharedImp): SharedImp | BidderError {
  const { native } = imp;
  if (!native?.request) return imp;
  const wrapped = wrappedNative(native);
  return 'error' in wrapped ? badInput(wrapped.error) : { ...imp, native: wrapped.value };
}

interface Params {
  readonly placementId?: string | undefined;
}

/** The formats in which an imp is sent. */
type Formats = (imp: SharedImp) => readonly Format[];
const allFormats: Formats = (imp) => ORDER.filter((format) => imp[format]);
const oneFormat: Formats = (imp) => (['banner', 'video', 'native'] as const).filter((format) => imp[format]).slice(0, 1);

/** An `imp` hook. Formats that cannot be sent are reported here, in the order of the imps. */
const toImp =
  (formats: Formats) =>
  ({ imp, params: { placementId = '' } }: ImpWithParams<Params>, { errors }: RequestContext): ImpPatch => {
    errors.push(
      ...formats(imp)
        .map((format) => formatted(imp, format))
        .filter(isError),
    );
    return { tagid: placementId };
  };

/** A `fanout` hook: a call per imp and format. */
const toGroups =
  (formats: Formats) =>
  <P>(imps: Group<P>): readonly Group<P>[] =>
    imps.flatMap((item) =>
      formats(item.imp).flatMap((format) => {
        const imp = formatted(item.imp, format);
        return isError(imp) ? [] : [[{ ...item, imp }]];
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
  fanout: toGroups(allFormats),
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
    fanout: toGroups(oneFormat),
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
