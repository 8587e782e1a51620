import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { floorInDollars } from '../kit/money.ts';
import { filled, withPublisher } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';
import type { StatusPolicy } from '../kit/response-spec.ts';
import type { Group, RequestPatch } from '../kit/spec.ts';
import { withQuery } from '../kit/url.ts';

const readBidExt = readerOf(z.object({ startdelay: z.int(), ct: z.int(), ds: z.string(), bc: z.string() }));

/** Creative type of native ads. */
const NATIVE = 10;

/** The exchange states in a header why it does not bid. */
const statusOf: StatusPolicy = ({ status, headers }) => {
  if (status === 200) return 'ok';
  if (status === 204) return 'no-bid';
  const reason = headers['x-nbr']?.[0] ?? '';
  if (status === 400) return badInput(`Invalid Request: 400. Error Code: ${reason}`);
  return badServer(`Unexpected response: ${status}. Error Code: ${reason}`);
};

/** The last tag of the imps is the publisher's id. */
function withTag(group: Group<{ readonly tagId?: string | undefined }>, { site, app }: SharedRequest): RequestPatch {
  const tagId = group.findLast(({ params }) => params.tagId)?.params.tagId;
  return tagId ? { site: withPublisher(site, tagId), app: withPublisher(app, tagId) } : {};
}

export default defineBidder({
  code: 'amx',
  endpoint: 'http://pbs.amxrtb.com/auction/openrtb',
  maintainer: 'prebid@amxrtb.com',
  vendorId: 737,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  gpp: true,
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://prebid.a-mo.net/isyn?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&s=pbs&cb={{.RedirectURL}}',
      userMacro: '$UID',
    },
    redirect: {
      url: 'https://prebid.a-mo.net/cchain/0?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&s=pbs&cb={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ tagId: z.string().optional(), adUnitId: z.string().optional() }),

  setup: ({ endpoint }) => {
    if (!URL.canParse(endpoint)) throw new Error(`invalid endpoint: ${endpoint}`);
    return withQuery(endpoint, { v: 'pbs1.3' });
  },
  readParams: 'if-readable',
  floor: floorInDollars,
  imp: ({ imp, params }) => ({ tagid: params.adUnitId || imp.tagid }),
  uri: (_, { setup }) => setup,
  headers: 'json',
  request: (group, { request }) => ({
    ...withTag(group, request),
    cur: group.some(({ imp: { bidfloor = 0 } }) => bidfloor > 0) ? ['USD'] : request.cur,
  }),
  status: statusOf,
  response: {
    mediaType: ({ ext }) => {
      const found = readBidExt(ext ?? null);
      if ('error' in found) return badServer(found.error);
      if (found.value.startdelay !== undefined) return 'video';
      return found.value.ct === NATIVE ? 'native' : 'banner';
    },
    extras: ({ ext, adomain }) => {
      const found = readBidExt(ext ?? null);
      if ('error' in found) return undefined;
      return { seat: found.value.bc, meta: filled({ advertiserDomains: adomain, demandSource: found.value.ds }) };
    },
  },
  java: {
    floor: undefined,
    request: (group, { request }) => withTag(group, request),
  },
});
