import { z } from 'zod';
import { number, object, string } from '#src/json/values.ts';
import { badInput, badServer } from '../errors.ts';
import { impOf } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { one, perImp } from '../kit/fan-out.ts';
import { byImp } from '../kit/media-type.ts';
import { asNumber } from '../kit/messages.ts';
import { filled } from '../kit/objects.ts';
import { has, where } from '../kit/params.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import { status } from '../kit/status.ts';

/** Duration of a video in the Java variant, s. */
const srvDuration = (ext: SharedBid['ext']): number => number(object(object(object(ext)['srv'])['video'])['duration']);

const videoOf = (type: string, duration: number) =>
  type === 'video' && duration > 0 ? { video: { duration, primary_category: '' } } : undefined;

export default defineBidder({
  code: 'unruly',
  endpoint: 'https://targeting.unrulymedia.com/unruly_prebid_server',
  maintainer: 'prebidsupport@unrulygroup.com',
  vendorId: 36,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  openrtb: '2.6',
  gpp: true,
  geoscope: ['global'],
  sync: {
    redirect: {
      url: 'https://sync.1rx.io/usersync2/rmphb?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[RX_UUID]',
    },
  },
  params: where(z.object({ siteid: z.int().optional(), siteId: z.int().optional() }), { oneOf: [has('siteId'), has('siteid')] }),

  badParams: (_, { id }, stage) => badInput(`${stage === 'ext' ? 'ext data' : 'siteid'} not provided in imp id=${id}. Abort all Request`),
  onBadImp: 'abort',
  imp: ({ params: { siteid = 0, siteId = 0 } }) => ({ ext: { bidder: { siteid, siteId } } }),
  fanout: (imps, { builder }) => (builder.endpoint === '' ? [] : one(imps)),
  status: status.s8,
  response: {
    unreadable: (cause) => badServer(`bad server response: ${asNumber(cause)}. `),
    currency: { fixed: 'USD' },
    mediaType: ({ impid }, { request }) => {
      const imp = impOf(request, impid);
      if (imp?.banner) return 'banner';
      if (imp?.video) return 'video';
      if (imp) return badServer(`bid responses mediaType didn't match supported mediaTypes`);
      const known = request.imp.map(({ id }) => id).join(' ');
      return badServer(`Bid response imp ID ${impid} not found in bid request containing imps [${known}]\n`);
    },
    extras: ({ dur = 0 }, type) => videoOf(type, dur),
  },
  java: {
    imp: ({ ext }) => ({ ext: { bidder: ext.bidder, ...filled({ gpid: string(ext['gpid']) }) } }),
    fanout: (imps, { builder }) => (builder.endpoint === '' ? [] : perImp(imps)),
    response: {
      mediaType: byImp({ order: ['banner', 'video'], noType: () => 'banner', noImp: () => 'banner' }),
      extras: ({ ext }, type) => videoOf(type, srvDuration(ext)),
    },
  },
});
