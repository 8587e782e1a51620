import { z } from 'zod';
import type { TypedBid } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { readerOf } from '../kit/reader.ts';

const video = z.object({ duration: z.int(), primary_category: z.string() });
const readBidExt = readerOf(z.object({ srv: z.object({ meta: z.record(z.string(), z.unknown()), video }) }));
const readVideo = readerOf(z.object({ video }));

export default defineBidder({
  code: 'adagio',
  endpoint: 'https://mp-REGION.4dex.io/pbserver',
  maintainer: 'dev@adagio.io',
  vendorId: 617,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  compression: 'gzip',
  disabled: true,
  sync: {
    iframe: {
      url: 'https://u-REGION.4dex.io/pbserver/usync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
      userMacro: '{UID}',
    },
  },
  params: z.object({
    organizationId: z.string(),
    placement: z.string(),
    site: z.string().optional(),
    pagetype: z.string().optional(),
    category: z.string().optional(),
  }),

  readParams: 'never',
  response: {
    unreadable: (cause) => badServer(`bid response, err: ${cause}`),
    check: seatBidRequired('empty seatbid array'),
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => badInput(`Could not define media type for impression: ${impid}`)),
    bid: ({ ext }) => {
      const found = readBidExt(ext ?? null);
      return 'error' in found ? badServer(`bid ext, err: ${found.error}`) : undefined;
    },
    extras: ({ ext }) => {
      const { meta, video } = (ext?.srv ?? {}) as { meta?: TypedBid['meta']; video?: TypedBid['video'] };
      return { ...(meta && { meta }), ...(video && { video }) };
    },
  },
  java: {
    response: {
      bid: ({ ext }) => ('error' in readVideo(ext ?? null) ? badServer('bid.ext can not be parsed') : undefined),
      extras: ({ ext }) => {
        const video = ext?.['video'] as TypedBid['video'];
        return video && { video };
      },
    },
  },
});
