import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import type { SharedRequest } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { toNumber } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, PLAIN_JSON } from '../kit/headers.ts';
import { byImp } from '../kit/media-type.ts';
import { has, where } from '../kit/params.ts';
import type { Headers, SharedImp } from '../kit/spec.ts';
import { queryUnescape } from '../kit/url.ts';

/** A floor as publishers write it: a number, or a numeric string. */
function toFloor(floor: number | string = 0): number {
  const amount = typeof floor === 'string' ? (toNumber(floor) ?? 0) : floor;
  return Number.isFinite(amount) ? Math.max(amount, 0) : 0;
}

const isComplete = ({ mimes, maxduration, protocols }: NonNullable<SharedImp['video']>): boolean =>
  Boolean(mimes && maxduration && protocols);

/** The user's id with the exchange. */
const readerOf = ({ user }: SharedRequest): string => user?.buyeruid?.trim() ?? '';

const toHeaders = ({ device }: SharedRequest, reader: string): Headers => ({
  ...PLAIN_JSON,
  ...deviceHeaders(device, { ip: 'ip', language: true, dnt: true }),
  Cookie: reader && `ljt_reader=${reader}`,
});

const typeOf = byImp({
  order: ['video'],
  noType: () => 'banner',
  noImp: ({ impid }) => badInput(`Imp ID ${impid} in bid didn't match with any imp in the original request`),
});

export default defineBidder({
  code: 'sovrn',
  endpoint: 'http://pbs.lijit.com/rtb/bid?src=prebid_server',
  maintainer: 'sovrnoss@sovrn.com',
  vendorId: 13,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  sync: {
    redirect: { url: 'https://ap.lijit.com/pixel?redir={{.RedirectURL}}', userMacro: '$UID' },
    iframe: {
      url: 'https://ap.lijit.com/beacon/prebid-server/?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&url={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: where(
    z.object({
      tagid: z.string().optional(),
      tagId: z.string().optional(),
      bidfloor: z.union([z.number(), z.string()]).optional(),
      adunitcode: z.string().optional(),
    }),
    { oneOf: [has('tagid'), has('tagId')] },
  ),

  imp: ({ imp: { bidfloor, video }, params }) => {
    const tagid = params.tagid || params.tagId;
    if (!tagid) return badInput(`Missing required parameter 'tagid'`);
    if (video && !isComplete(video)) return badInput('Missing required video parameter');
    return { tagid, bidfloor: bidfloor || toFloor(params.bidfloor) || bidfloor };
  },
  headers: (_, { request }) => toHeaders(request, readerOf(request)),
  response: {
    currency: { fixed: 'USD' },
    // Markup arrives escaped; a bid whose markup cannot be unescaped is dropped silently.
    checkBid: ({ adm = '' }) => (queryUnescape(adm) === undefined ? 'skip' : undefined),
    mediaType: typeOf,
    bid: ({ adm = '' }) => ({ adm: queryUnescape(adm) }),
  },
  java: {
    endpoint: 'http://ap.lijit.com/rtb/bid?src=prebid_server',
    headers: (_, { request }) => toHeaders(request, queryEscape(readerOf(request))),
  },
});
