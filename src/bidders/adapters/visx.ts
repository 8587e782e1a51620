import { z } from 'zod';
import type { MediaType } from '../bidder.ts';
import { badServer } from '../errors.ts';
import { impOf } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { JSON_ONLY } from '../kit/headers.ts';
import { byImp, extString, firstOf } from '../kit/media-type.ts';
import type { BidPatch, SharedBid, SharedResponse } from '../kit/response-spec.ts';

/** Fields of a bid that are passed on. */
const PASSED: ReadonlySet<string> = new Set(['impid', 'price', 'adm', 'crid', 'adomain', 'dealid', 'w', 'h', 'ext']);

/** A patch that removes all other fields. */
const dropped = (bid: SharedBid): BidPatch =>
  Object.fromEntries(
    Object.keys(bid)
      .filter((name) => !PASSED.has(name))
      .map((name) => [name, undefined]),
  );

/** The message of bids with sizes below 0 or an `auid` that is no whole number. */
function responseMessage({ seatbid = [] }: SharedResponse): string | undefined {
  for (const bid of seatbid.flatMap(({ bid: bids }) => bids ?? [])) {
    const { auid } = bid as { readonly auid?: unknown };
    if (auid !== undefined && auid !== null && !Number.isInteger(auid)) return 'cannot unmarshal auid: not a whole number';
    if ((bid.w ?? 0) < 0 || (bid.h ?? 0) < 0) return 'cannot unmarshal size: below 0';
  }
  return undefined;
}

const metaType = (bid: SharedBid): MediaType | undefined => {
  const type = extString(bid, 'srv.meta.mediaType');
  return type === 'banner' || type === 'video' ? type : undefined;
};

export default defineBidder({
  code: 'visx',
  endpoint: 'https://t.visx.net/s2s_bid?wrapperType=s2s_prebid_standard:0.1.2',
  maintainer: 'supply.partners@yoc.com',
  vendorId: 154,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://t.visx.net/s2s_sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '${UUID}',
    },
  },
  params: z.object({ uid: z.union([z.int(), z.string().regex(/^\d+$/)]), size: z.array(z.int()).min(2).max(2).optional() }),

  before: ({ request: { cur = [] } }) => (cur.length === 0 ? { cur: ['USD'] } : undefined),
  readParams: 'never',
  headers: (_, { request: { device } }) => ({ ...JSON_ONLY, 'X-Forwarded-For': [device?.ip, device?.ipv6] }),
  response: {
    check: (body) => {
      const message = responseMessage(body);
      return message === undefined ? undefined : badServer(message);
    },
    checkBid: ({ impid }, { request }) => (impOf(request, impid) ? undefined : badServer(`Failed to find impression for ID: "${impid}"`)),
    mediaType: firstOf(
      metaType,
      byImp({ order: ['banner', 'video'], otherwise: ({ impid }) => badServer(`Unknown impression type for ID: "${impid}"`) }),
    ),
    onBadBid: 'abort',
    bid: (bid, _, { request }) => ({ ...dropped(bid), id: request.id }),
  },
  java: {
    response: {
      checkBid: undefined,
      mediaType: firstOf(
        metaType,
        byImp({
          order: ['banner', 'video'],
          noImp: ({ impid }) => badServer(`Failed to find impression for ID: "${impid}"`),
          noType: ({ impid }) => badServer(`Unknown impression type for ID: "${impid}"`),
        }),
      ),
    },
  },
});
