import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { aborting, badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp, byMtype, firstOf } from '../kit/media-type.ts';
import { withFirstSize } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';

const HOSTS = new Map([
  ['APAC', 'jp'],
  ['EU', 'eu'],
  ['US', 'us'],
]);

const readRequestExt = readerOf(
  z.object({ srv: z.object({ bidderparams: z.object({ mediago: z.object({ token: z.string(), region: z.string() }) }) }) }),
);

/** Params for the whole request, which go before those of imps. */
function ofRequest({ ext }: SharedRequest): { readonly token?: string | undefined; readonly region?: string | undefined } | undefined {
  const found = readRequestExt(ext ?? null);
  const own = 'error' in found ? undefined : found.value.srv?.bidderparams?.mediago;
  return own?.token?.trim() ? own : undefined;
}

export default defineBidder({
  code: 'mediago',
  endpoint: 'https://REGION.mediago.io/api/bid?tn={{.AccountID}}',
  maintainer: 'ext_mediago_cm@baidu.com',
  vendorId: 1020,
  capabilities: { site: ['banner', 'native'] },
  compression: 'gzip',
  geoscope: ['USA', 'DEU', 'JPN', 'GBR', 'KOR', 'CAN', 'FRA', 'ITA'],
  sync: {
    redirect: {
      url: 'https://trace.mediago.io/ju/cs/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  aliases: {
    mgtechnology: {
      endpoint: 'https://gbid.mediagotechnology.com/api/bid?tn={{.AccountID}}',
      vendorId: 1575,
      geoscope: ['USA', 'DEU', 'JPN', 'GBR', 'KOR', 'CAN', 'FRA', 'ITA'],
      sync: {
        redirect: {
          url: 'https://go.mediagotechnology.com/ju/cs/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
          userMacro: '$UID',
        },
      },
    },
  },
  params: z.object({
    token: z.string().min(1),
    region: z.enum(['US', 'EU', 'APAC']).optional(),
    placementId: z.string().min(1).optional(),
  }),

  paramsOf: 'first',
  imp: ({ imp: { banner }, params: { token }, index }) => {
    if (index === 0 && !token) return aborting(generic('mediago token not found'));
    return banner && { banner: withFirstSize(banner, 'incomplete') };
  },
  macros: ({ params: { token, region = '' } }) => ({ AccountID: token, Host: HOSTS.get(region) ?? 'us' }),
  escapeMacros: 'path',
  headers: 'openrtb-2.5',
  response: {
    currency: { fixed: 'USD' },
    mediaType: firstOf(
      byMtype(['banner', 'native']),
      byImp({ order: ['banner', 'native'], otherwise: ({ mtype = 0 }) => badServer(`Unsupported MType ${mtype}`) }),
    ),
  },
  java: {
    capabilities: { site: ['banner', 'native'], app: ['banner', 'native'] },
    imp: ({ imp: { banner }, params: { token }, index }, { request }) => {
      if (index === 0 && !(ofRequest(request)?.token ?? token)) return aborting(badInput('mediago token not found'));
      return banner && { banner: withFirstSize(banner, 'incomplete') };
    },
    macros: ({ params }, { request }) => {
      const { token, region = '' } = ofRequest(request) ?? params;
      return { AccountID: token, Host: HOSTS.get(region) ?? 'us' };
    },
  },
});
