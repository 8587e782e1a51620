import { z } from 'zod';
import type { BidderError, Builder } from '../bidder.ts';
import { aborting, badInput, badServer, isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { deviceHeaders, OPENRTB_25 } from '../kit/headers.ts';
import { compileTemplate, type Fill } from '../kit/macros.ts';
import { byImp } from '../kit/media-type.ts';
import { asNumber } from '../kit/messages.ts';
import { withFirstSize } from '../kit/objects.ts';
import { has, where } from '../kit/params.ts';
import type { Lenient } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { Group, Headers, ImpPatch, RequestContext, SharedImp } from '../kit/spec.ts';
import { withQuery } from '../kit/url.ts';

const params = z.object({
  page_id: z.int().min(1).optional(),
  imp_id: z.int().min(1).optional(),
  placement_id: z
    .string()
    .regex(/(\S+-)?\d+-\d+/)
    .optional(),
});
type Params = Lenient<z.input<typeof params>>;

interface Ids {
  readonly page: string;
  readonly imp: string;
}

/** The last two numbers of a placement id (`R-I-123456-2`: page and imp), else the two params. */
function idsOf({ placement_id: placement = '', page_id = 0, imp_id = 0 }: Params): Ids | BidderError {
  if (placement === '') return { page: String(page_id), imp: String(imp_id) };
  const [page, imp] = placement
    .split('-')
    .filter((part) => /^\d+$/.test(part))
    .slice(-2);
  if (page === undefined || imp === undefined) return badInput(`invalid placement id, it must contain two parts: ${placement}`);
  return { page, imp };
}

/** The messages about sizes and types, which differ by variant. */
interface Messages {
  readonly manager: string;
  readonly badSize: (type: 'Banner' | 'Video', size: { readonly w?: number | undefined; readonly h?: number | undefined }) => string;
  readonly noType: (id: string) => string;
}

const messages: Messages = {
  manager: 'prebid.go',
  badSize: (type) => `Invalid size provided for ${type}`,
  noType: (id) => `Unsupported format. Yandex only supports banner, video, and native types. Ignoring imp id #${id}`,
};
const javaMessages: Messages = {
  manager: 'prebid.java',
  badSize: (type, { w = null, h = null }) => `Invalid sizes provided for ${type} ${w}x${h}`,
  noType: (id) => `Imp #${id} must contain at least one valid format (banner, video, or native)`,
};

function toImp(imp: SharedImp, { manager, badSize, noType }: Messages): ImpPatch | BidderError {
  const { banner, video, native } = imp;
  if (banner && (!banner.w || !banner.h) && !banner.format?.length) return badInput(badSize('Banner', banner));
  if (video && (!video.w || !video.h)) return badInput(badSize('Video', video));
  if (!banner && !video && !native) return badInput(noType(imp.id));
  return {
    displaymanager: manager,
    displaymanagerver: '1.1',
    banner: withFirstSize(banner, 'incomplete'),
    video: video && {
      ...video,
      minduration: video.minduration || 1,
      maxduration: video.maxduration || 120,
      protocols: video.protocols?.length ? video.protocols : [3],
    },
  };
}

const fillOf = ({ endpoint }: Builder): Fill => compileTemplate(endpoint);

function toUri([first]: Group<Params>, { request, setup: fill }: RequestContext<Fill>): string | BidderError {
  const ids = idsOf(first?.params ?? {});
  if (isError(ids)) return ids;
  const { site, cur } = request;
  return withQuery(fill({ PageID: ids.page }), {
    'target-ref': site?.page || site?.domain || undefined,
    'ssp-cur': cur?.[0] || undefined,
    'imp-id': ids.imp,
  });
}

const headersOf = ({ device, site }: RequestContext['request']): Headers => ({
  Referer: site?.page,
  ...deviceHeaders(device, { ip: 'ip', language: true }),
  'X-Real-Ip': device?.ip,
  ...OPENRTB_25,
});

const unknownImp = ({ impid }: SharedBid): string =>
  `Invalid bid imp ID #${impid} does not match any imp IDs from the original bid request`;
const byOwnImp = (noImp: (bid: SharedBid) => BidderError) =>
  byImp({
    order: ['video', 'native', 'banner'],
    noImp,
    noType: ({ impid }) => badInput(`Processing an invalid impression; cannot resolve impression type for imp #${impid}`),
  });

export default defineBidder({
  code: 'yandex',
  endpoint: 'https://bs-metadsp.yandex.ru/prebid/{{.PageID}}?ssp-id=10500',
  maintainer: 'prebid@yandex-team.ru',
  capabilities: { site: ['banner', 'native', 'video'] },
  compression: 'gzip',
  sync: {
    redirect: {
      url: 'https://yandex.ru/an/mapuid/yandex/?ssp-id=10500&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&location={{.RedirectURL}}',
      userMacro: '{YANDEXUID}',
    },
  },
  params: where(params, { oneOf: [has('page_id', 'imp_id'), has('placement_id')] }),

  setup: fillOf,
  badParams: (cause, { id }, step) =>
    badInput(step === 'ext' ? `imp ${id}: unable to unmarshal ext` : `imp ${id}: unable to unmarshal ext.bidder: ${cause}`),
  imp: ({ imp, params: own }) => {
    const ids = idsOf(own);
    return isError(ids) ? ids : toImp(imp, messages);
  },
  fanout: perImp,
  uri: toUri,
  headers: (_, { request }) => (request.device && request.site ? headersOf(request) : {}),
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${asNumber(cause)}`),
    currency: { fixed: 'USD' },
    mediaType: byOwnImp((bid) => badInput(unknownImp(bid))),
  },
  java: {
    imp: ({ imp, params: { page_id = 0, imp_id = 0 } }) => {
      if (page_id === 0) return badInput(`imp #${imp.id}: wrong value for page_id param`);
      if (imp_id === 0) return badInput(`imp #${imp.id}: wrong value for imp_id param`);
      return toImp(imp, javaMessages);
    },
    uri: ([first], context) =>
      toUri(first ? [{ ...first, params: { ...first.params, placement_id: undefined } }] : [], {
        ...context,
        request: { ...context.request, site: { page: context.request.site?.page } },
      }),
    headers: (_, { request }) => headersOf(request),
    response: { mediaType: byOwnImp((bid) => aborting(badServer(unknownImp(bid)))) },
  },
});
