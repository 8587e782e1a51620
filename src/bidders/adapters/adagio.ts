import { z } from 'zod';
import type { TypedBid } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { type Lenient, readerOf } from '../kit/reader.ts';

const video = z.object({ duration: z.int(), primary_category: z.string() });
const readBidExt = readerOf(z.object({ srv: z.object({ type: z.string(), meta: z.record(z.string(), z.unknown()), video }) }));
const readVideo = readerOf(z.object({ video }));

/** Both fields of video data are always there. */
const toVideo = ({ duration = 0, primary_category = '' }: Lenient<z.input<typeof video>>) => ({ duration, primary_category });

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
      const found = readBidExt(ext ?? null);
      if ('error' in found) return undefined;
      const { meta, video: own } = found.value.srv ?? {};
      return { ...(meta && { meta: meta as TypedBid['meta'] }), ...(own && { video: toVideo(own) }) };
    },
  },
  java: {
    response: {
      bid: ({ ext }) => ('error' in readVideo(ext ?? null) ? badServer('bid.ext can not be parsed') : undefined),
      extras: ({ ext }) => {
        const found = readVideo(ext ?? null);
        return 'value' in found && found.value.video ? { video: toVideo(found.value.video) } : undefined;
      },
    },
  },
});
