import { z } from 'zod';
import type { MediaType } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { mtypeOf } from '../kit/media-type.ts';
import { noBidderExt } from '../kit/messages.ts';
import { readerOf } from '../kit/reader.ts';

const TYPES: readonly MediaType[] = ['banner', 'video', 'native'];
const readBidExt = readerOf(z.object({ creative_type: z.int() }));

export default defineBidder({
  code: 'sovrnXsp',
  endpoint: 'http://xsp.lijit.com/json/rtb/prebid/server',
  maintainer: 'sovrnoss@sovrn.com',
  vendorId: 13,
  capabilities: { app: ['banner', 'video', 'native'] },
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  params: z.object({
    pub_id: z.string().min(4),
    med_id: z.string().optional(),
    zone_id: z.string().min(20).optional(),
    force_bid: z.boolean().optional(),
  }),

  checkImp: ({ banner, video, native }) => (banner || video || native ? undefined : 'skip'),
  badParams: (cause, _, step, index) => badInput(`imp #${index}: ${step === 'ext' ? noBidderExt : cause}`),
  imp: ({ params: { zone_id: zone } }) => (zone ? { tagid: zone } : undefined),
  noImps: () => badInput('no matching impression with ad format'),
  headers: 'openrtb-2.5',
  request: (group, { request: { app } }) => {
    const id = group.findLast(({ params }) => params.med_id)?.params.med_id ?? app?.id;
    return app && { app: { ...app, id, publisher: { ...app.publisher, id: group.at(-1)?.params.pub_id ?? '' } } };
  },
  response: {
    currency: { fixed: 'USD' },
    mediaType: ({ ext }) => {
      const found = readBidExt(ext);
      if ('error' in found) return badServer(found.error);
      const { creative_type: type = 0 } = found.value;
      return TYPES[type] ?? badServer(`Unsupported creative type: ${type}`);
    },
    bid: ({ mtype }, type) => (mtype || !type ? undefined : { mtype: mtypeOf(type) }),
    whenNoBids: 'errors',
  },
  java: {
    capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
    before: ({ request }) => (request.app ? undefined : badInput('bidrequest.app must be present')),
    checkImp: ({ banner, video, native }) =>
      banner || video || native ? undefined : badInput('Banner, video or native should be present'),
    noImps: () => badInput('No matching impression with ad format'),
    request: (group, { request: { app } }) => {
      const id = group.findLast(({ params }) => params.med_id)?.params.med_id ?? app?.id;
      const publisher = group.at(-1)?.params.pub_id;
      return app && { app: { ...app, id, publisher: { ...app.publisher, ...(publisher?.trim() && { id: publisher }) } } };
    },
    response: {
      check: seatBidRequired(),
      mediaType: ({ ext }) => {
        const found = readBidExt(ext ?? null);
        const type = 'error' in found || !ext ? -1 : (found.value.creative_type ?? -1);
        return TYPES[type] ?? badServer(`Unsupported creative type: ${type}`);
      },
    },
  },
});
