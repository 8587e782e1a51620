import { z } from 'zod';
import { badInput } from '../errors.ts';
import { auctionPrice } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { has, where } from '../kit/params.ts';
import type { Lenient } from '../kit/reader.ts';
import type { RequestContext, RequestPatch, SharedBid, SharedImp, Slot } from '../kit/spec.ts';
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
type Slots = readonly Slot<Params>[];

function toImp(imp: SharedImp, { tagid, tagId, bidfloor, position }: Params): SharedImp {
  const banner = imp.banner && position !== undefined ? { ...imp.banner, pos: position } : imp.banner;
  return { ...imp, tagid: tagId || tagid, bidfloor: bidfloor || imp.bidfloor, banner };
}

/**
 * The imps as they go out, native ones apart from those with a banner. A param an imp does not have is the one of the imp
 * before it; what concerns the whole request comes from the last imp.
 */
function toGroups(slots: Slots): readonly Slots[] {
  let known: Params = {};
  const imps = slots.map(({ imp, params: own }) => {
    known = { ...known, ...own };
    return toImp(imp, known);
  });
  const all = slots.map((slot, i) => ({ ...slot, imp: imps[i] ?? slot.imp, params: known }));
  const native = all.filter(({ imp }) => imp.native && !imp.banner);
  return [native, all.filter(({ imp }) => imp.banner)].filter((group) => group.length > 0);
}

function toRequest([first]: Slots, { request, builder }: RequestContext): RequestPatch {
  const { publisherId: id = '', publisherDomain, bcat, badv, pageType } = first?.params ?? {};
  const { site, app, ext } = request;
  const kept = builder.dialect === 'java' ? undefined : ext;
  return {
    site: site && { ...site, id, name: id, domain: publisherDomain || site.domain, publisher: { id } },
    app: app && { ...app, id, publisher: { id } },
    bcat: bcat ?? request.bcat,
    badv: badv ?? request.badv,
    ext: pageType ? { ...kept, pageType } : ext,
  };
}

const withBurl = auctionPrice('nurl', 'adm', 'burl');
const withoutBurl = auctionPrice('nurl', 'adm');
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

  // One imp that cannot be read costs the request.
  fanout: (slots, { errors }) => (errors.length > 0 ? [] : toGroups(slots)),
  macros: ({ imp, params: own }, { builder, request }) => ({
    MediaType: imp.banner ? 'display' : 'native',
    GvlID: builder.server.gvlId || undefined,
    PublisherID: request.site || request.app ? own.publisherId : undefined,
  }),
  headers: 'none',
  request: toRequest,
  status: status.s3,
  response: {
    currency: ({ cur = '' }) => cur,
    mediaType: byImp({ order: ['banner', 'native'], noImp: noType, noType }),
    bid: (bid, _type, { builder }) => (builder.dialect === 'java' ? withoutBurl : withBurl)(bid),
  },
});
