import { z } from 'zod';
import type { SharedRequest } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { deviceHeaders, PLAIN_JSON_ACCEPT } from '../kit/headers.ts';
import { byExtField } from '../kit/media-type.ts';
import { floorInDollars } from '../kit/money.ts';
import { filled, withFirstSize } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';

const REGIONS = new Map([
  ['1-', 'us-east-2'],
  ['2-', 'us-west-2'],
  ['3-', 'eu-west-1'],
]);

/** Name and version of the app's SDK; undefined if one of them is missing. */
function sdkOf({ app }: SharedRequest): string | undefined {
  const { source, version } = (app?.ext?.srv ?? {}) as { readonly source?: unknown; readonly version?: unknown };
  return typeof source === 'string' && typeof version === 'string' ? `${source}-${version}` : undefined;
}

const readParams = readerOf(z.object({ placementId: z.string(), viewabilityPercentage: z.number() }));

export default defineBidder({
  code: 'connatix',
  endpoint: 'https://capi.connatix.com/rtb/ortb',
  maintainer: 'pubsolutions@connatix.com',
  vendorId: 143,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://capi.connatix.com/us/pixel?pId=53&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&callback={{.RedirectURL}}',
      userMacro: '[UID]',
    },
    redirect: {
      url: 'https://capi.connatix.com/us/pixel?pId=52&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&callback={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ placementId: z.string().min(1), viewabilityPercentage: z.number().optional() }),

  readParams: (bidder) => readParams(bidder ?? null),
  before: ({ request: { device } }) => (device?.ip || device?.ipv6 ? undefined : badInput('Device IP is required')),
  floor: floorInDollars,
  imp: ({ imp: { banner, displaymanagerver }, params: { placementId, viewabilityPercentage }, ext }, { request }) => {
    const { bidder, ...others } = ext;
    const version = displaymanagerver || sdkOf(request);
    return {
      ...(banner && { banner: withFirstSize(banner) }),
      ...(version && { displaymanagerver: version }),
      ext: { ...others, connatix: filled({ placementId, viewabilityPercentage }) },
    };
  },
  fanout: perImp,
  uri: (_, { request: { user }, builder }) => {
    const id = user?.buyeruid?.trim();
    if (!id) return builder.endpoint;
    const [address = ''] = builder.endpoint.split('?');
    const region = REGIONS.get(id.slice(0, 2));
    return region === undefined ? address : `${address}?dc=${region}`;
  },
  headers: (_, { request: { device } }) => ({ ...PLAIN_JSON_ACCEPT, ...deviceHeaders(device) }),
  response: {
    currency: { fixed: 'USD' },
    mediaType: byExtField('connatix.mediaType', { types: { video: 'video' }, otherwise: () => 'banner' }),
  },
});
