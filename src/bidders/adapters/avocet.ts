import { z } from 'zod';
import type { MediaType } from '../bidder.ts';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import { statusPolicy } from '../kit/status.ts';

const readBidExt = readerOf(z.object({ avocet: z.object({ duration: z.int(), deal_priority: z.int() }) }));

/** The exchange's part of `bid.ext`. */
function ownExt({ ext }: SharedBid): { readonly duration?: number | undefined; readonly deal_priority?: number | undefined } {
  const found = readBidExt(ext ?? null);
  return 'error' in found ? {} : (found.value.avocet ?? {});
}

/** `api` VPAID 1 or 2. */
const isVpaid = ({ api }: SharedBid): boolean => api === 1 || api === 2;

const typeOf = (bid: SharedBid): MediaType => (ownExt(bid).duration || isVpaid(bid) ? 'video' : 'banner');

export default defineBidder({
  code: 'avocet',
  maintainer: 'developers@avocet.io',
  vendorId: 63,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  disabled: true,
  sync: {
    redirect: {
      url: 'https://ads.avct.cloud/getuid?&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&url={{.RedirectURL}}',
      userMacro: '{{UUID}}',
    },
  },
  params: where(z.object({ placement: z.string().optional(), placement_code: z.string().optional() }), {
    oneOf: [has('placement'), has('placement_code')],
  }),

  readParams: 'never',
  status: statusPolicy({
    other: ({ status, body }) => `received status code: ${status} error: ${body || 'no response body'}`,
    badInput: [],
  }),
  response: {
    currency: { fixed: 'USD' },
    checkBid: ({ ext }) => {
      const found = readBidExt(ext ?? null);
      return 'error' in found ? badServer(found.error) : undefined;
    },
    mediaType: typeOf,
    onBadBid: 'abort-all',
    extras: (bid, type) => {
      const { duration = 0, deal_priority: dealPriority = 0 } = ownExt(bid);
      return { dealPriority, ...(type === 'video' && { video: { duration, primary_category: '' } }) };
    },
  },
  java: {
    response: {
      checkBid: (bid) =>
        isVpaid(bid) || 'value' in readBidExt(bid.ext ?? null) ? undefined : badServer('Invalid Avocet bidder bid extension'),
      onBadBid: 'drop',
      extras: undefined,
    },
  },
});
