import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import { toCurrency } from '#src/openrtb/currency-codes.ts';
import type { SharedRequest } from '../bidder.ts';
import { badInput, badServer, generic, warning } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { PLAIN_JSON_ACCEPT } from '../kit/headers.ts';
import { byImp, byMtype, firstOf } from '../kit/media-type.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';

/** Fields not accepted by the exchange. */
const DROPPED = { dooh: undefined, bapp: undefined, allimps: undefined, cattax: undefined, acat: undefined, wlangb: undefined };

/** The request's supported currencies, otherwise USD. */
function currenciesOf({ cur = [] }: SharedRequest): readonly string[] {
  const known = cur.flatMap((code) => toCurrency(code.trim()) ?? []);
  return known.length > 0 ? known : ['USD'];
}

const javaByMtype = byMtype(undefined, ({ mtype }) => badServer(`Unsupported MType: ${mtype}`));
const javaByImp = byImp({
  order: ['video', 'audio', 'native'],
  noType: () => 'banner',
  noImp: ({ impid }) => badServer(`No matching impression found for ImpID: ${impid}`),
});

export default defineBidder({
  code: 'resetdigital',
  endpoint: 'https://prebid.resetdigital.co',
  maintainer: 'biddersupport@resetdigital.co',
  vendorId: 1162,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  compression: 'gzip',
  params: z.strictObject({ placement_id: z.string().min(1) }),

  before: ({ request }) =>
    request.imp.length === 1 ? undefined : badInput('ResetDigital adapter supports only one impression per request'),
  badParams: (cause, _, step) =>
    badInput(`Error parsing ${step === 'ext' ? 'bidderExt from imp.ext' : 'resetDigitalExt from bidderExt.bidder'}: ${cause}`),
  imp: ({ imp, params }) => ({ tagid: imp.tagid || params.placement_id }),
  uri: ([first], { builder }) => `${builder.endpoint}?pid=${first?.params.placement_id ?? ''}`,
  headers: () => ({ ...PLAIN_JSON_ACCEPT, 'X-OpenRTB-Version': '2.6' }),
  request: (_, { request }) => ({ ...DROPPED, cur: currenciesOf(request) }),
  status: statusPolicy({ other: unexpectedStatus, badInput: ['4xx'] }),
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${cause}`),
    noBid: noSeatBid,
    currency: ({ cur }, { request }) => cur || currenciesOf(request)[0],
    checkBid: ({ price }) => (price <= 0 ? warning(`price ${price.toFixed(6)} <= 0 filtered out`) : undefined),
    mediaType: firstOf(
      byMtype(),
      byImp({
        order: ['video', 'audio', 'native'],
        noType: () => 'banner',
        noImp: ({ impid }) => generic(`no matching impression found for ImpID: ${impid}`),
      }),
    ),
    extras: (_, __, ___, { seatBid }) => ({ seat: seatBid.seat || 'resetdigital' }),
  },
  java: {
    badParams: (cause, _, step) => badInput(`Error parsing ${step === 'ext' ? 'bidderExt' : 'resetDigitalExt'} from imp.ext: ${cause}`),
    uri: ([first], { builder }) => `${builder.endpoint}?pid=${queryEscape(first?.params.placement_id ?? '')}`,
    headers: () => ({ ...PLAIN_JSON_ACCEPT, 'X-Openrtb-Version': '2.5' }),
    request: undefined,
    response: {
      mediaType: (bid, context) => (bid.mtype ? javaByMtype : javaByImp)(bid, context),
      extras: (_, __, ___, { seatBid }) => (seatBid.seat?.trim() ? { seat: seatBid.seat } : undefined),
    },
  },
});
