import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { BidderError, SharedRequest } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { field } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, OPENRTB_25 } from '../kit/headers.ts';
import { always } from '../kit/media-type.ts';
import type { RequestPatch } from '../kit/spec.ts';
import { contactManager, statusPolicy } from '../kit/status.ts';

const ENDPOINT = 'https://ads.tremorhub.com/ad/rtb/prebid';

function formatError({ imp }: SharedRequest): BidderError | undefined {
  if (imp.length === 0) return badInput('Telaria: Missing Imp Object');
  if (imp.some(({ banner }) => banner)) return badInput('Telaria: Banner not supported');
  return imp.some(({ video }) => video) ? undefined : badInput('Telaria: Only Supports Video');
}

/** `extra` of the params: any JSON, sent unchanged. */
function extraOf(ext: { readonly bidder?: unknown } | undefined): unknown {
  const extra = isObject(ext?.bidder) ? field(ext.bidder, 'extra') : undefined;
  return extra === null ? undefined : extra;
}

/** The site, or without one the app, with the seat as publisher. */
function inventoryOf({ site, app }: SharedRequest, id: string): RequestPatch {
  const { domain, name, cat, ext } = (site ?? app)?.publisher ?? {};
  const publisher = { domain, name, cat, ext, id };
  if (site) return { site: { ...site, publisher }, app: undefined };
  return app ? { app: { ...app, publisher } } : {};
}

export default defineBidder({
  code: 'telaria',
  endpoint: ENDPOINT,
  maintainer: 'github@telaria.com',
  vendorId: 202,
  capabilities: { app: ['video'], site: ['video'] },
  sync: {
    redirect: {
      url: 'https://pbs.publishers.tremorhub.com/pubsync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redir={{.RedirectURL}}',
      userMacro: '[tvid]',
    },
  },
  params: z.object({ adCode: z.string().optional(), seatCode: z.string(), originalPublisherid: z.string().optional() }),

  before: ({ request }) => formatError(request) ?? { imp: request.imp.slice(0, 1) },
  badParams: (cause, _, step) => badInput(step === 'ext' ? 'Telaria: ext.bidder not provided' : cause),
  imp: ({ imp, params: { adCode, seatCode } }, { request: { site, app } }) => {
    if (!seatCode) return badInput('Telaria: Seat Code required');
    const ext = { originalTagid: imp.tagid ?? '', originalPublisherid: site?.publisher?.id || app?.publisher?.id || '' };
    return { ext, tagid: adCode || undefined };
  },
  uri: (_, { builder }) => builder.endpoint || ENDPOINT,
  headers: (_, { request: { device } }) => ({ ...OPENRTB_25, ...deviceHeaders(device, { ip: 'ip', language: true, dnt: true }) }),
  request: ([first], { request }) => {
    const extra = extraOf(first?.ext);
    return { ...inventoryOf(request, first?.params.seatCode ?? ''), ...(extra !== undefined && { ext: { extra } }) };
  },
  status: statusPolicy({
    messages: { 400: 'Telaria: Unexpected status code: [ %d ] ' },
    other: `Telaria: ${contactManager}`,
    badInput: 'all',
    ok: '2xx',
    noContent: badInput('Telaria: Invalid Bid Request received by the server'),
  }),
  response: {
    unreadable: () => badServer('Telaria: Bad Server Response'),
    noBid: noSeatBid,
    readBids: 'first-seatbid',
    currency: { fixed: 'USD' },
    checkBid: (_, { request }, { index }) => (request.imp[index] ? undefined : 'skip'),
    mediaType: always('video'),
    bid: (_, __, { request }, { index }) => ({ impid: request.imp[index]?.id ?? '' }),
  },
});
