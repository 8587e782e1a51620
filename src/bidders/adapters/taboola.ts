import { z } from 'zod';
import { object } from '#src/json/values.ts';
import { badInput } from '../errors.ts';
import { auctionPrice } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { has, where } from '../kit/params.ts';
import type { Lenient } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { Group, RequestContext, RequestPatch, SharedImp } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

const params = z.object({
  publisherId: z.string().optional(),
  publisherDomain: z.string().optional(),
  tagid: z.string().optional(),
  tagId: z.string().optional(),
  bidfloor: z.number().optional(),
  bcat: z.array(z.string()).optional(),
  badv: z.array(z.string()).optional(),
  pageType: z.string().optional(),
  position: z.int().optional(),
});
type Params = Lenient<z.input<typeof params>>;

function toImp(imp: SharedImp, { tagid, tagId, bidfloor, position }: Params): SharedImp {
  const banner = imp.banner && position !== undefined ? { ...imp.banner, pos: position } : imp.banner;
  return { ...imp, tagid: tagId || tagid, bidfloor: bidfloor || imp.bidfloor, banner };
}

/** The imps as sent, native ones separate from those with a banner. Params of the request are taken from the last imp. */
function toGroups(imps: Group<Params>): readonly Group<Params>[] {
  const known = imps.at(-1)?.params ?? {};
  const all = imps.map((item) => ({ ...item, imp: toImp(item.imp, item.params), params: known }));
  const native = all.filter(({ imp }) => imp.native && !imp.banner);
  return [native, all.filter(({ imp }) => imp.banner)].filter((group) => group.length > 0);
}

function toRequest([first]: Group<Params>, { request }: RequestContext, retained: RequestPatch['ext']): RequestPatch {
  const { publisherId: id = '', publisherDomain, bcat, badv, pageType } = first?.params ?? {};
  const { site, app, ext } = request;
  return {
    site: site && { ...site, id, name: id, domain: publisherDomain || site.domain, publisher: { id } },
    app: app && { ...app, id, publisher: { id } },
    bcat: bcat ?? request.bcat,
    badv: badv ?? request.badv,
    ext: pageType ? { ...object(retained), pageType } : ext,
  };
}

const noType = ({ impid }: SharedBid) => badInput(`Failed to find banner/native impression "${impid}" `);

export default defineBidder({
  code: 'taboola',
  endpoint: 'https://{{.MediaType}}.bidder.taboola.com/OpenRTB/PS/auction?exchange={{.GvlID}}&publisher={{.PublisherID}}',
  maintainer: 'ps-team@taboola.com',
  vendorId: 42,
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  sync: {
    redirect: {
      url: 'https://trc.taboola.com/sg/ps/1/cm?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '<TUID>',
    },
    iframe: {
      url: 'https://cdn.taboola.com/scripts/ps-sync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '<TUID>',
    },
  },
  params: where(params, { oneOf: [has('tagid', 'publisherId'), has('tagId', 'publisherId')] }),

  paramsOf: 'inherited',
  onBadImp: 'abort-all',
  fanout: toGroups,
  macros: ({ imp, params: own }, { builder, request }) => ({
    MediaType: imp.banner ? 'display' : 'native',
    GvlID: builder.server.gvlId || undefined,
    PublisherID: request.site || request.app ? own.publisherId : undefined,
  }),
  headers: 'none',
  request: (group, context) => toRequest(group, context, context.request.ext),
  status: status.s3,
  response: {
    currency: 'response',
    mediaType: byImp({ order: ['banner', 'native'], noImp: noType, noType }),
    bid: auctionPrice('nurl', 'adm', 'burl'),
  },
  java: {
    paramsOf: 'own',
    request: (group, context) => toRequest(group, context, undefined),
    response: { bid: auctionPrice('nurl', 'adm') },
  },
});
