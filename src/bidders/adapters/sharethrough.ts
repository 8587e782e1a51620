import { z } from 'zod';
import { object } from '#src/json/values.ts';
import { productRecord } from '#src/openrtb/product.ts';
import type { SharedRequest } from '../bidder.ts';
import { badInput, badServer, generic, isError } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { formatsOf, perFormat } from '../kit/fan-out.ts';
import { toMediaType } from '../kit/media-type.ts';
import { badBidType } from '../kit/messages.ts';
import { floorInDollars } from '../kit/money.ts';
import { type Lenient, readerOf } from '../kit/reader.ts';
import type { TypeRule } from '../kit/response-spec.ts';
import type { Group, RequestPatch } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';

const readBidExt = readerOf(z.object({ srv: z.object({ type: z.string() }) }));
const ADAPTER_VERSION = '10.0';
const FORMATS = ['banner', 'video', 'native'] as const;

const params = z.object({ pkey: z.string(), badv: z.array(z.string()).optional(), bcat: z.array(z.string()).optional() });
type Imps = Group<Lenient<z.input<typeof params>>>;

const withVersion = ({ source }: SharedRequest, version: string): RequestPatch => ({
  source: { ...source, ext: { ...object(source?.ext), str: ADAPTER_VERSION, version } },
});

/** Blocked attributes of an imp apply to its own calls and to all later ones. */
function cumulative(imps: Imps): Imps {
  const bcat: string[] = [];
  const badv: string[] = [];
  return imps.map((item) => {
    bcat.push(...(item.params.bcat ?? []));
    badv.push(...(item.params.badv ?? []));
    return { ...item, params: { ...item.params, bcat: [...bcat], badv: [...badv] } };
  });
}

const joined = (list: readonly string[] | undefined, more: readonly string[] = []): readonly string[] | undefined =>
  more.length > 0 ? [...(list ?? []), ...more] : list;

const toType: TypeRule = ({ ext, impid }) => {
  const found = readBidExt(ext);
  const srv = 'error' in found ? undefined : found.value.srv;
  if (!srv) return badServer(`Failed to parse bid mediatype for impression "${impid}"`);
  return toMediaType(srv.type ?? '') ?? generic(badBidType(srv.type ?? ''));
};

export default defineBidder({
  code: 'sharethrough',
  endpoint: 'https://btlr.sharethrough.com/universal/v1?supply_id=FGMrCMMc',
  maintainer: 'pubgrowth.engineering@sharethrough.com',
  vendorId: 80,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  geoscope: ['global'],
  sync: {
    redirect: {
      url: 'https://match.sharethrough.com/FGMrCMMc/v1?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirectUri={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params,

  before: ({ request, builder }) => withVersion(request, builder.env.version),
  badParams: generic,
  floor: floorInDollars,
  onBadImp: { floor: 'abort' },
  imp: ({ imp, params: { pkey } }, { errors }) => {
    // An unsupported imp remains so far: its blocked attributes apply to later imps.
    if (formatsOf(imp, FORMATS).length === 0)
      errors.push(badInput('Invalid MediaType. Sharethrough only supports Banner, Video and Native.'));
    return { tagid: pkey };
  },
  fanout: (imps) => perFormat(cumulative(imps), FORMATS),
  request: ([item], { request }) => ({ bcat: joined(request.bcat, item?.params.bcat), badv: joined(request.badv, item?.params.badv) }),
  status: statusPolicy({
    messages: { 400: 'Unexpected status code: 400. Run with request.debug = 1 for more info' },
    other: 'unexpected status code: %d. Run with request.debug = 1 for more info',
    otherError: generic,
  }),
  response: {
    currency: { fixed: 'USD' },
    mediaType: toType,
    onBadBid: 'keep',
  },
  java: {
    before: ({ request, builder }) => withVersion(request, productRecord(builder.env.version)),
    floor: { to: 'USD' },
    onBadImp: 'drop',
    // Blocked attributes of other imps do not apply.
    fanout: (imps) => perFormat(imps, ['video', 'banner', 'native']),
    response: {
      currency: () => 'USD',
      mediaType: (bid, context, position) => {
        const type = toType(bid, context, position);
        return isError(type) ? badServer(`Failed to parse bid media type for impression ${bid.impid}`) : type;
      },
      onBadBid: 'drop',
    },
  },
});
