import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { impOf } from '../kit/bids.ts';
import { number, object, text } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { filled } from '../kit/objects.ts';
import { has, where } from '../kit/params.ts';
import type { SharedBid } from '../kit/spec.ts';
import { status } from '../kit/status.ts';
import { asNumber } from '../kit/texts.ts';

/** Where the Java variant looks for the length of a video. */
const toldDuration = (ext: SharedBid['ext']): number => number(object(object(object(ext)['srv'])['video'])['duration']);

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
  imp: ({ params: { siteid = 0, siteId = 0 }, ext }, { builder }) =>
    builder.dialect === 'java'
      ? { ext: { bidder: ext.bidder, ...filled({ gpid: text(ext['gpid']) }) } }
      : { ext: { bidder: { siteid, siteId } } },
  fanout: (slots, { builder }) => {
    if (builder.endpoint === '') return [];
    return builder.dialect === 'java' ? perImp(slots) : [slots];
  },
  status: status.s8,
  response: {
    unreadable: (cause) => badServer(`bad server response: ${asNumber(cause)}. `),
    currency: { fixed: 'USD' },
    mediaType: ({ impid }, { request, builder }) => {
      const imp = impOf(request, impid);
      if (imp?.banner) return 'banner';
      if (imp?.video) return 'video';
      if (builder.dialect === 'java') return 'banner';
      if (imp) return badServer(`bid responses mediaType didn't match supported mediaTypes`);
      const known = request.imp.map(({ id }) => id).join(' ');
      return badServer(`Bid response imp ID ${impid} not found in bid request containing imps [${known}]\n`);
    },
    beside: ({ dur = 0, ext }, type, { builder }) => {
      const duration = builder.dialect === 'java' ? toldDuration(ext) : dur;
      return type === 'video' && duration > 0 ? { video: { duration, primary_category: '' } } : undefined;
    },
  },
});
