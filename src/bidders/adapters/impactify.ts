import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { OPENRTB_25 } from '../kit/headers.ts';
import { byImp } from '../kit/media-type.ts';
import { floorInDollars } from '../kit/money.ts';
import { readerOf } from '../kit/reader.ts';
import { statusPolicy } from '../kit/status.ts';
import { notConverted } from './families/floors.ts';

const readParams = readerOf(z.object({ appId: z.string(), format: z.string(), style: z.string() }));

export default defineBidder({
  code: 'impactify',
  endpoint: 'https://sonic.impactify.media/bidder',
  maintainer: 'contact@impactify.io',
  vendorId: 606,
  capabilities: { site: ['banner', 'video'] },
  sync: {
    iframe: {
      url: 'https://sonic.impactify.media/static/cookie_sync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect_url={{.RedirectURL}}',
      userMacro: '{IMPACTIFY_UID}',
    },
  },
  params: z.object({ appId: z.string().min(1), format: z.string().min(1), style: z.string().min(1) }),

  whenEmpty: badInput('No valid impressions in the bid request'),
  readParams: (bidder) => readParams(bidder ?? null),
  floor: { ...floorInDollars, at: 'before-params' },
  onBadImp: 'abort',
  badParams: (_, { id }) => badInput(`Unable to decode the imp ext : "${id}"`),
  imp: ({ params: { appId = '', format = '', style = '' } }) => ({ ext: { impactify: { appId, format, style } } }),
  headers: (_, { request: { device, site, user } }) => ({
    ...OPENRTB_25,
    'User-Agent': device?.ua || undefined,
    'X-Forwarded-For': device?.ip || device?.ipv6 || undefined,
    Referer: site && (site.page ?? ''),
    Cookie: user?.buyeruid ? `uids=${user.buyeruid}` : undefined,
  }),
  emptyHeaders: 'send',
  request: () => ({ cur: ['USD'] }),
  status: statusPolicy({ messages: { 400: 'Invalid request.' }, other: 'Unexpected HTTP status %d.' }),
  response: {
    unreadable: () => badServer('Bad server body response'),
    noBid: noSeatBid,
    readBids: 'first-seatbid',
    currency: 'response',
    checkBid: ({ price }) => (price <= 0 ? 'skip' : undefined),
    mediaType: byImp({
      order: ['banner', 'video'],
      otherwise: ({ impid }) => badInput(`Failed to find a supported media type impression "${impid}"`),
    }),
    onBadBid: 'abort',
  },
  java: {
    floor: { to: 'USD', at: 'before-params', error: notConverted },
    badParams: (_, { id }) => badInput(`Unable to decode the impression ext for id: ${id}`),
    imp: ({ params: { appId = '', format = '', style = '' } }) => ({ ext: { impactify: { appId, format, style } }, bidfloorcur: 'USD' }),
    response: {
      readBids: 'all',
      checkBid: undefined,
      mediaType: byImp({
        order: ['banner', 'video'],
        otherwise: ({ impid }) => badInput(`Failed to find a supported media type impression with ID: '${impid}'`),
      }),
    },
  },
});
