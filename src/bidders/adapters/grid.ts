import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp, firstOf, toMediaType, unchecked } from '../kit/media-type.ts';
import { withAdSlot, withoutStrays } from './grid/imp.ts';
import { withKeywords } from './grid/keywords.ts';
import { contentType, demandSourceOf, readParams, toMarkup, withRequestNative } from './grid/traffic.ts';

export default defineBidder({
  code: 'grid',
  endpoint: 'https://grid.bidswitch.net/sp_bid?sp=prebid',
  maintainer: 'grid-tech@themediagrid.com',
  vendorId: 686,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://x.bidswitch.net/check_uuid/{{.RedirectURL}}?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&us_privacy={{.USPrivacy}}',
      userMacro: '${BSW_UUID}',
    },
  },
  params: z.object({
    uid: z.int().optional(),
    keywords: z
      .object({ site: z.record(z.string(), z.unknown()).optional(), user: z.record(z.string(), z.unknown()).optional() })
      .optional(),
  }),

  readParams,
  imp: ({ imp, params }) => (params.uid ? withAdSlot(imp) : badInput('uid is empty')),
  noImps: () => badInput('No valid impressions for grid'),
  headers: 'json',
  request: (_, { request }) => ({ ext: withKeywords(request) }),
  editBody: withRequestNative,
  response: {
    currency: { fixed: 'USD' },
    mediaType: firstOf(
      (bid) => (contentType(bid) ? unchecked(bid, contentType(bid)) : undefined),
      byImp({
        order: ['banner', 'video', 'native'],
        in: 'sent',
        noType: ({ impid }) => badServer(`Unknown impression type for ID: "${impid}"`),
        noImp: ({ impid }) => badServer(`Failed to find impression for ID: "${impid}"`),
      }),
    ),
    onBadBid: { type: 'abort' },
    bid: toMarkup,
    extras: (bid) => {
      const networkName = demandSourceOf(bid);
      return networkName ? { meta: { networkName } } : undefined;
    },
  },
  java: {
    imp: ({ imp, params }) => (params.uid ? withoutStrays(imp) : badInput(`Empty uid in imp with id: ${imp.id}`)),
    response: {
      mediaType: firstOf(
        (bid) => toMediaType(contentType(bid)),
        byImp({
          order: ['banner', 'video', 'native'],
          in: 'sent',
          noType: ({ impid }) => badServer(`Unknown impression type for ID: ${impid}`),
          noImp: ({ impid }) => badServer(`Failed to find impression for ID: ${impid}`),
        }),
      ),
      bid: (bid) => {
        const demandSource = demandSourceOf(bid);
        return { ...toMarkup(bid), ...(demandSource && { ext: { srv: { meta: { demandSource } } } }) };
      },
      extras: undefined,
    },
  },
});
