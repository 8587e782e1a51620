import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { Builder, SharedRequest } from '../bidder.ts';
import { badServer } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { OPENRTB_25 } from '../kit/headers.ts';
import { byMtype } from '../kit/media-type.ts';
import { asNumber, javaTypeNotFetched } from '../kit/messages.ts';
import { has, where } from '../kit/params.ts';
import type { RequestContext, RequestPatch } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

const ADAPTER_VERSION = 'v1.0.1';

interface Params {
  readonly placement_id?: string | undefined;
  readonly group_id?: string | undefined;
  readonly adSlots?: readonly (string | undefined)[] | undefined;
  readonly allowedAds?: readonly (string | undefined)[] | undefined;
}

type Flags = { readonly nmmFlags?: readonly string[] };

/** The host's flags (`extra_info: {"nmmFlags": [...]}`). @throws Error if they are unreadable */
function flagsOf(extraInfo: string): Flags {
  if (extraInfo === '') return {};
  const { nmmFlags } = JSON.parse(extraInfo) as Flags;
  return nmmFlags && nmmFlags.length > 0 ? { nmmFlags } : {};
}

const serverOf = ({ server: { externalUrl, gvlId, dataCenter } }: Builder) => ({
  externalurl: externalUrl,
  gvlid: gvlId,
  datacenter: dataCenter,
});

/** The id of a stored request: of the placement, or of the group with the imp's size and the inventory's domain. */
function storedIdOf({ placement_id: placement = '', group_id: group }: Params, request: SharedRequest, order: Order): string {
  if (!group) return placement;
  const { banner } = request.imp[0] ?? {};
  const [format] = banner?.format ?? [];
  const { w, h } = format ? { w: format.w ?? 0, h: format.h ?? 0 } : (banner ?? {});
  const size = w !== undefined && h !== undefined ? `${w}x${h}` : '';
  const { site, app } = request;
  const domain = order === 'app first' ? (app ?? site)?.domain : site?.domain || app?.domain;
  return `g${group};${size};${domain ?? ''}`;
}

type Order = 'app first' | 'site first';

/** The complete request with its first imp and its extension replaced. */
function requestOf(
  params: Params,
  { request, builder, setup }: RequestContext<Flags>,
  server: unknown,
  order: Order = 'app first',
): RequestPatch {
  const { adSlots = [], allowedAds = [] } = params;
  const { version } = builder.env;
  const storedrequest = { id: storedIdOf(params, request, order) };
  const own = {
    ...setup,
    ...(adSlots.length > 0 && { adSlots }),
    ...(allowedAds.length > 0 && { allowedAds }),
    ...(version !== '' && { server_version: version }),
    nm_version: ADAPTER_VERSION,
  };
  const [first, ...others] = request.imp;
  return {
    imp: first ? [{ ...first, ext: { srv: { storedrequest }, nextMillennium: setup } }, ...others] : others,
    ext: { srv: { storedrequest, ...(isObject(server) && { server }) }, nextMillennium: own },
  };
}

export default defineBidder({
  code: 'nextmillennium',
  endpoint: 'https://pbs.nextmillmedia.com/openrtb2/auction',
  maintainer: 'accountmanagers@nextmillennium.io',
  vendorId: 1060,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://cookies.nextmillmedia.com/sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '[NMUID]',
    },
    redirect: {
      url: 'https://cookies.nextmillmedia.com/sync?type=image&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '[NMUID]',
    },
  },
  params: where(
    z.object({
      placement_id: z.string().min(1).optional(),
      group_id: z.string().min(1).optional(),
      adSlots: z.array(z.string()).min(1).optional(),
      allowedAds: z.array(z.string()).optional(),
    }),
    { anyOf: [has('placement_id'), has('group_id')] },
  ),

  setup: ({ extraInfo }) => flagsOf(extraInfo),
  onBadImp: 'abort-all',
  fanout: perImp,
  headers: () => OPENRTB_25,
  request: ([first], context) => requestOf(first?.params ?? {}, context, serverOf(context.builder)),
  impIds: 'request',
  status: status.s7,
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${asNumber(cause)}`),
    noBid: noSeatBid,
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video'], ({ mtype = 0 }) => badServer(`Unsupported return mType: ${mtype}`)),
  },
  java: {
    request: ([first], context) => requestOf(first?.params ?? {}, context, context.request.ext?.srv?.server, 'site first'),
    response: { mediaType: byMtype(['banner', 'video'], (bid) => badServer(javaTypeNotFetched(bid))) },
  },
});
