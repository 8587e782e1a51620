import { z } from 'zod';
import { object } from '#src/json/values.ts';
import { queryEscape } from '#src/lang/percent.ts';
import { badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byExtField, mtypeOf } from '../kit/media-type.ts';
import { without } from '../kit/objects.ts';
import type { Lenient } from '../kit/reader.ts';
import type { Group, ImpPatch, ImpWithParams, RequestContext, RequestPatch } from '../kit/spec.ts';
import { addressOf } from './sparteo/domain.ts';

const params = z.object({
  networkId: z.string(),
  custom1: z.string().optional(),
  custom2: z.string().optional(),
  custom3: z.string().optional(),
  custom4: z.string().optional(),
  custom5: z.string().optional(),
});
type Params = Lenient<z.input<typeof params>>;

const TYPES = { banner: 'banner', video: 'video', native: 'native' } as const;

/** The params move to an extension of the bidder's own; `old`: its former content. */
const movedParams = ({ ext }: ImpWithParams<Params>, old: { readonly params?: unknown }): ImpPatch => ({
  ext: { ...without(ext, 'bidder'), sparteo: { ...old, params: { ...object(old.params), ...object(ext.bidder) } } },
});

const networkOf = (imps: Group<Params>): string => imps.find((item) => item.params.networkId)?.params.networkId ?? '';

type Inventory = { readonly publisher?: { readonly ext?: unknown } | undefined };

function withNetwork<I extends Inventory>(inventory: I, networkId: string): I {
  const ext = object(inventory.publisher?.ext);
  return { ...inventory, publisher: { ...inventory.publisher, ext: { ...ext, params: { ...object(ext['params']), networkId } } } };
}

function toRequest(imps: Group<Params>, { request: { site, app } }: RequestContext): RequestPatch {
  const networkId = networkOf(imps);
  return app && !site ? { app: withNetwork(app, networkId) } : { site: withNetwork(site ?? {}, networkId) };
}

/** The endpoint with this query, in this order. */
function toUri(imps: Group<Params>, { request, builder }: RequestContext, isSent: (value: string) => boolean): string {
  const query = Object.entries({ network_id: networkOf(imps), ...addressOf(request).query }).filter(([, value]) => isSent(value));
  const [path = ''] = builder.endpoint.split('?', 1);
  return query.length > 0 ? `${path}?${query.map(([name, value]) => `${name}=${queryEscape(value)}`).join('&')}` : path;
}

export default defineBidder({
  code: 'sparteo',
  endpoint: 'https://bid.sparteo.com/s2s-auction',
  maintainer: 'prebid@sparteo.com',
  vendorId: 1028,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe: {
      url: 'https://sync.sparteo.com/s2s_sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect_url={{.RedirectURL}}',
    },
  },
  params,

  before: ({ request, errors }) => {
    const { error } = addressOf(request);
    if (error) errors.push(error);
    return undefined;
  },
  badParams: (cause, { id }, step) =>
    generic(`ignoring imp id=${id}, error while decoding ${step === 'ext' ? 'extImpBidder' : 'impExt'}, err: ${cause}`),
  imp: (item) => movedParams(item, object(item.ext['sparteo'])),
  onBadImp: 'keep',
  callWithoutImps: true,
  uri: (imps, context) => toUri(imps, context, () => true),
  headers: 'plain-json',
  request: toRequest,
  response: {
    currency: 'response',
    mediaType: byExtField('srv.type', { types: TYPES }),
    bid: (_, type) => (type ? { mtype: mtypeOf(type) } : undefined),
  },
  java: {
    imp: (item) => movedParams(item, {}),
    uri: (imps, context) => toUri(imps, context, (value) => value !== ''),
    request: (imps, { request: { site, app } }) => ({
      site: site && withNetwork(site, networkOf(imps)),
      app: app && withNetwork(app, networkOf(imps)),
    }),
    response: {
      mediaType: byExtField('srv.type', {
        types: TYPES,
        otherwise: ({ impid }, type) =>
          badServer(
            type === 'audio'
              ? `Audio bid type not supported by this adapter for impression id: ${impid}`
              : `Failed to parse bid mediatype for impression "${impid}"`,
          ),
      }),
    },
  },
});
