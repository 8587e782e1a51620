import { z } from 'zod';
import type { Builder } from '../bidder.ts';
import { badServer, failedToRequest } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byExtType, byImp, byMtype, firstOf } from '../kit/media-type.ts';
import { has, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';

const readParams = readerOf(z.object({ siteId: z.int(), networkId: z.int(), unitId: z.int(), placementId: z.string() }));

const addressOf = ({ endpoint }: Builder, placementId: string): string => `${endpoint}/rtb/bid?s=${placementId}`;

export default defineBidder({
  code: 'consumable',
  endpoint: 'https://e.serverbid.com',
  maintainer: 'prebid@consumable.com',
  vendorId: 591,
  capabilities: { app: ['banner', 'video', 'audio'], site: ['banner'] },
  gpp: true,
  compression: 'gzip',
  geoscope: ['USA', 'CAN', 'MEX'],
  sync: {
    redirect: {
      url: 'https://e.serverbid.com/udb/9969/match?gdpr={{.GDPR}}&euconsent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '',
    },
  },
  params: where(
    z.object({
      siteId: z.number().optional(),
      networkId: z.number().optional(),
      unitId: z.number().optional(),
      unitName: z
        .string()
        .regex(/^-?[_a-zA-Z][_a-zA-Z0-9-]*$/)
        .optional(),
      placementId: z
        .string()
        .regex(/^[a-zA-Z0-9]+$/)
        .optional(),
    }),
    { oneOf: [has('siteId', 'networkId', 'unitId'), has('placementId')] },
  ),

  readParams,
  paramsOf: 'first',
  headers: 'plain-json+accept',
  uri: ([first], { request, builder }) => {
    const { placementId = '', ...ids } = first?.params ?? {};
    if (request.site) {
      return ids.siteId || ids.networkId || ids.unitId
        ? `${builder.endpoint}/sb/rtb`
        : failedToRequest('SiteId, NetworkId and UnitId are all required for site requests');
    }
    return placementId ? addressOf(builder, placementId) : failedToRequest('PlacementId is required for non-site requests');
  },
  response: {
    currency: 'response',
    mediaType: byMtype(['banner', 'video', 'audio']),
    extras: ({ dur = 0 }, type) => (type === 'video' ? { video: { duration: dur, primary_category: '' } } : undefined),
  },
  java: {
    capabilities: { app: ['banner', 'video', 'audio'], site: ['banner', 'audio', 'video'] },
    currencies: ['USD'],

    paramsOf: 'own',
    onBadImp: 'drop-silently',
    imp: ({ params: { siteId, networkId, unitId, placementId } }, { request }) =>
      (request.site ? siteId && networkId && unitId : placementId) ? undefined : 'skip',
    headers: 'openrtb-2.5',
    uri: (group, { builder }) => {
      const { placementId } = group.find(({ params }) => params.placementId)?.params ?? {};
      return placementId ? addressOf(builder, placementId) : `${builder.endpoint}/sb/rtb`;
    },
    response: {
      mediaType: firstOf(byMtype(), byExtType(), byImp({ otherwise: ({ impid }) => badServer(`Unmatched impression id ${impid}`) })),
    },
  },
});
