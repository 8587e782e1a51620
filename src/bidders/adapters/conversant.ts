import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer, isError } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { asNumber, floorNotInDollars } from '../kit/messages.ts';
import { floorIn } from '../kit/money.ts';
import { filled, siteOrAppPatch } from '../kit/objects.ts';
import type { ImpPatch, ImpWithParams, RequestContext, SharedImp } from '../kit/spec.ts';
import { onlyOk } from '../kit/status.ts';

const sync = {
  redirect: {
    url: 'https://prebid-match.dotomi.com/match/bounce/current?version=1&networkId=72582&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&rurl={{.RedirectURL}}',
    userMacro: '',
  },
};

type Numbers = readonly (number | undefined)[] | undefined;

interface Params {
  readonly site_id?: string | undefined;
  readonly secure?: number | undefined;
  readonly bidfloor?: number | undefined;
  readonly tag_id?: string | undefined;
  readonly position?: number | undefined;
  readonly mimes?: readonly (string | undefined)[] | undefined;
  readonly maxduration?: number | undefined;
  readonly api?: Numbers;
  readonly protocols?: Numbers;
}

function impPatch(imp: SharedImp, params: Params, displaymanager: string, version: string): ImpPatch {
  const { bidfloor = 0, tag_id: tag, secure } = params;
  return {
    displaymanager,
    ...(version && { displaymanagerver: version }),
    ...((imp.bidfloor ?? 0) <= 0 && bidfloor > 0 && { bidfloor }),
    ...(tag && { tagid: tag }),
    ...(!imp.secure && secure !== undefined && { secure }),
    ...mediaPatch(imp, params),
  };
}

/** Position of the banner or, without one, the params of the video. */
function mediaPatch({ banner, video }: SharedImp, { position: pos, api, protocols, mimes, maxduration }: Params): ImpPatch {
  if (banner) return { banner: { ...banner, pos } };
  if (!video) return {};
  const lists = filled({ api, protocols, mimes }) as Pick<NonNullable<ImpPatch['video']>, 'api' | 'protocols' | 'mimes'>;
  return { video: { ...video, pos, ...lists, ...(maxduration !== undefined && { maxduration }) } };
}

const within = (list: Numbers, min: number, max: number): Numbers => list?.filter((one) => one !== undefined && one >= min && one <= max);

/** An `imp` hook: the imp with its params, and its floor in dollars. */
const toImp =
  (displaymanager: string) =>
  ({ imp, params, index }: ImpWithParams<Params>, { info, builder }: RequestContext): ImpPatch | BidderError => {
    if (!params.site_id) return badInput(`Impression[${index}] requires ext.bidder.site_id`);
    const patch = impPatch(imp, params, displaymanager, builder.env.version);
    const floor = floorIn(info, { ...imp, ...patch } as SharedImp, 'USD');
    return 'error' in floor ? badInput(floorNotInDollars(imp.bidfloorcur ?? '')) : { ...patch, ...floor.value };
  };

const goImp = toImp('prebid-s2s');
const javaImp = toImp('prebid-s2s-java');

/** The params with values of the OpenRTB lists only. */
const knownValues = (params: Params): Params => ({
  ...params,
  position: within([params.position], 0, 7)?.[0],
  api: within(params.api, 1, 6),
  protocols: within(params.protocols, 1, 10),
});

export default defineBidder({
  code: 'conversant',
  endpoint: 'http://api.hb.ad.cpe.dotomi.com/cvx/server/hb/ortb',
  maintainer: 'PublisherIntegration@epsilon.com',
  vendorId: 24,
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  openrtb: '2.6',
  sync,
  javaCode: 'epsilon',
  aliases: {
    epsilon: { vendorId: 24, sync },
  },
  params: z.object({
    site_id: z.string(),
    secure: z.int().optional(),
    bidfloor: z.number().optional(),
    tag_id: z.string().optional(),
    position: z.int().optional(),
    mimes: z.array(z.string()).optional(),
    maxduration: z.int().optional(),
    api: z.array(z.int()).optional(),
    protocols: z.array(z.int()).optional(),
  }),

  before: ({ request: { cur } }) => (cur?.length && cur[0] !== 'USD' ? { cur: ['USD'] } : undefined),
  onBadImp: 'abort',
  badParams: (_, __, step, index) => badInput(`Impression[${index}] missing ${step === 'ext' ? 'ext object' : 'ext.bidder object'}`),
  imp: goImp,
  request: ([first], { request }) => siteOrAppPatch(request, () => ({ id: first?.params.site_id ?? '' })),
  status: onlyOk('Unexpected status code: %d'),
  response: {
    unreadable: (cause) => badServer(`bad server response: ${asNumber(cause)}. `),
    check: seatBidRequired('Empty bid request'),
    readBids: 'first-seatbid',
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['native', 'audio', 'video'], otherwise: () => 'banner' }),
  },
  java: {
    imp: (item, context) => {
      const patch = javaImp({ ...item, params: knownValues(item.params) }, context);
      return isError(patch) ? patch : { ...patch, bidfloorcur: 'USD' };
    },
    request: ([first], { request }) => ({
      cur: ['USD'],
      ...siteOrAppPatch(request, () => ({ id: first?.params.site_id ?? '' })),
    }),
    response: {
      check: ({ seatbid: [first] = [] }) => {
        if (!first) return badServer('Empty bid request');
        return first.bid?.length ? undefined : badServer('Empty bids array');
      },
      mediaType: byImp({ order: ['audio', 'native', 'video'], otherwise: () => 'banner' }),
    },
  },
});
