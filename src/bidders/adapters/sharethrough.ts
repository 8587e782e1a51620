import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { object } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { formatsOf, perFormat } from '../kit/fan-out.ts';
import { toMediaType } from '../kit/media-type.ts';
import { floorIn } from '../kit/money.ts';
import { readerOf } from '../kit/reader.ts';
import type { RequestContext, RequestPatch, SharedImp, Slot, TypeRule } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';
import { badBidType } from '../kit/texts.ts';

const readBidExt = readerOf(z.object({ srv: z.object({ type: z.string() }) }));
const ADAPTER_VERSION = '10.0';
const FORMATS = ['banner', 'video', 'native'] as const;
const JAVA_FORMATS = ['video', 'banner', 'native'] as const;

const params = z.object({ pkey: z.string(), badv: z.array(z.string()).optional(), bcat: z.array(z.string()).optional() });
const readParams = readerOf(params);
type Slots = readonly Slot<Exclude<ReturnType<typeof readParams>, string>>[];

/** Floors in dollars (one that cannot be had ends the request; in the Java variant it costs its imp), and who is asking. */
function before({ request, info, builder, errors }: RequestContext): RequestPatch | BidderError {
  const imp: SharedImp[] = [];
  for (const one of request.imp) {
    const isReadable = typeof readParams(one.ext?.bidder) !== 'string';
    const floor = isReadable ? floorIn(info, one, 'USD') : undefined;
    if (typeof floor !== 'string') imp.push(floor ? { ...one, ...floor } : one);
    else if (builder.dialect === 'java') errors.push(badInput(floor));
    else return generic(floor);
  }
  const { source } = request;
  return { imp, source: { ...source, ext: { ...object(source?.ext), str: ADAPTER_VERSION, version: builder.env.version } } };
}

/** What an imp blocks is blocked in its own calls and in all after them. */
function cumulative(slots: Slots): Slots {
  const bcat: string[] = [];
  const badv: string[] = [];
  return slots.map((slot) => {
    bcat.push(...(slot.params.bcat ?? []));
    badv.push(...(slot.params.badv ?? []));
    return { ...slot, params: { ...slot.params, bcat: [...bcat], badv: [...badv] } };
  });
}

const joined = (list: readonly string[] | undefined, more: readonly string[] = []): readonly string[] | undefined =>
  more.length > 0 ? [...(list ?? []), ...more] : list;

/** A bid whose type cannot be told stays, untyped, beside the error; the Java variant drops it. */
const toType: TypeRule = ({ ext, impid }, { errors, builder }) => {
  const found = readBidExt(ext);
  const srv = typeof found === 'string' ? undefined : found.srv;
  const type = toMediaType(srv?.type ?? '');
  if (type) return type;
  if (builder.dialect === 'java') return badServer(`Failed to parse bid media type for impression ${impid}`);
  errors.push(srv ? generic(badBidType(srv.type ?? '')) : badServer(`Failed to parse bid mediatype for impression "${impid}"`));
  return '';
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

  before,
  badParams: generic,
  imp: ({ imp, params: { pkey } }, { errors }) => {
    // An imp of no use stays so far: what it blocks is blocked for those after it.
    if (formatsOf(imp, FORMATS).length === 0)
      errors.push(badInput('Invalid MediaType. Sharethrough only supports Banner, Video and Native.'));
    return { tagid: pkey };
  },
  // The Java variant adds up nothing.
  fanout: (slots, { builder }) => (builder.dialect === 'java' ? perFormat(slots, JAVA_FORMATS) : perFormat(cumulative(slots), FORMATS)),
  request: ([slot], { request }) => ({ bcat: joined(request.bcat, slot?.params.bcat), badv: joined(request.badv, slot?.params.badv) }),
  status: statusPolicy({
    texts: { 400: 'Unexpected status code: 400. Run with request.debug = 1 for more info' },
    other: 'unexpected status code: %d. Run with request.debug = 1 for more info',
    fault: generic,
  }),
  response: {
    currency: { fixed: 'USD' },
    mediaType: toType,
  },
});
