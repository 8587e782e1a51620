/** Exchanges with one call for all imps, to a URL from the params of the first imp; these params are not sent. */
import type { BidderError } from '../../bidder.ts';
import { badInput, badServer } from '../../errors.ts';
import { seatBidRequired } from '../../kit/bids.ts';
import { deviceHeaders, OPENRTB_25 } from '../../kit/headers.ts';
import { byImp } from '../../kit/media-type.ts';
import { badServerResponse, noBidderExt } from '../../kit/messages.ts';
import type { ResponseSpec } from '../../kit/response-spec.ts';
import type { Headers, ImpPatch, ImpWithParams, RequestContext, TrafficSpec } from '../../kit/spec.ts';
import { status, statusPolicy, unexpectedStatus } from '../../kit/status.ts';

type Traffic = TrafficSpec<unknown, undefined>;

const response = {
  unreadable: () => badServer(badServerResponse),
  check: seatBidRequired(),
} satisfies Partial<ResponseSpec<undefined>>;

export const firstImpTraffic = {
  paramsOf: 'first',
  badParams: (): BidderError => badInput(noBidderExt),
  imp: ({ index }: ImpWithParams<unknown>): ImpPatch | undefined => (index === 0 ? { ext: undefined } : undefined),
  response,
} satisfies Partial<Omit<Traffic, 'response'>> & { readonly response: Partial<ResponseSpec<undefined>> };

/** For exchanges to which no imp's params are sent. */
export const withoutExt = (): ImpPatch => ({ ext: undefined });

/** The Java variant's error of most of these exchanges. */
export const javaNoBidderExt = (): BidderError => badInput('Ext.bidder not provided');

/** OpenRTB 2.5 and the device's user agent and addresses. */
export const openRtbOfDevice = (_: unknown, { request: { device } }: RequestContext): Headers => ({
  ...OPENRTB_25,
  ...deviceHeaders(device),
});

/** The type of the bid's imp; banner if there is none. */
const typeByImpOrBanner = byImp({ order: ['video', 'native'], otherwise: () => 'banner' });

/** The same for exchanges that bid in USD and in the first seatbid only. */
export const firstSeatTraffic = {
  ...firstImpTraffic,
  headers: openRtbOfDevice,
  status: status.s9,
  response: { ...response, readBids: 'first-seatbid', currency: { fixed: 'USD' }, mediaType: typeByImpOrBanner },
} satisfies Traffic;

/** The same for exchanges that bid in all seatbids. */
export const allSeatsTraffic = {
  ...firstImpTraffic,
  headers: openRtbOfDevice,
  response: { ...response, currency: { fixed: 'USD' } },
} as const;

/** Status 503 has its own message. */
export const OR_UNAVAILABLE = statusPolicy({ messages: { 503: 'Something went wrong Status Code: [ %d ] ' }, other: unexpectedStatus });

interface SourceAndAccount {
  readonly sourceId?: string | undefined;
  readonly accountId?: string | undefined;
}

/** The macros of exchanges that know a source and an account. */
export const sourceAndAccount = ({ params: { sourceId, accountId } }: ImpWithParams<SourceAndAccount>) => ({
  SourceId: sourceId,
  AccountID: accountId,
});
