import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { noFirstBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byExtField } from '../kit/media-type.ts';
import type { SharedBid } from '../kit/response-spec.ts';

const typeFailed = ({ impid }: SharedBid) => badServer(`Failed to parse bid media type for impression ${impid}.`);

export default defineBidder({
  code: 'startio',
  endpoint: 'http://pbs-rtb.startappnetwork.com/1.3/2.5/getbid?account=pbs',
  maintainer: 'prebid@start.io',
  vendorId: 1216,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: z.object({}),

  readParams: 'never',
  before: ({ request: { cur = [] } }) =>
    cur.length === 0 || cur.includes('USD') ? undefined : badInput('unsupported currency: only USD is accepted'),
  fanout: perImp,
  headers: 'openrtb-2.5',
  response: {
    unreadable: (cause) => badInput(`failed to unmarshal response body: ${cause}`),
    noBid: noFirstBid,
    currency: { fixed: 'USD' },
    mediaType: byExtField('srv.type', { types: { banner: 'banner', video: 'video', native: 'native' }, otherwise: typeFailed }),
  },
  java: {
    before: ({ request: { cur = [], site, app } }) => {
      if (!app?.id && !site?.id) return badInput('Bidder requires either app.id or site.id to be specified.');
      return cur.length === 0 || cur.includes('USD') ? undefined : badInput('Unsupported currency, bidder only accepts USD.');
    },
    imp: ({ imp: { banner, video, native, audio }, index }) => {
      if (!audio) return undefined;
      const isAudioOnly = !banner && !video && !native;
      return isAudioOnly ? badInput(`imp[${index}]: Unsupported media type, bidder does not support audio.`) : { audio: undefined };
    },
    response: { unreadable: (cause) => badServer(`failed to unmarshal response body: ${cause}`) },
  },
});
