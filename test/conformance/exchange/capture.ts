/** Stages that record their data, and those that replace the complete exchange. */
import type { AuctionContext } from '#machines/auction-context.ts';
import type { Auction } from '#src/auction/auction.ts';
import { makeClientResponse } from '#src/auction/respond.ts';
import { responseExt } from '#src/auction/response/ext.ts';
import { stages } from '#src/host/app.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest, BidResponse, SeatBid } from '#src/openrtb/ortb.ts';
import type { Mocks } from './case.ts';
import { withoutMarks } from './echo.ts';

type Stages = AuctionContext['stages'];

/** Recorded data of an auction. */
export interface Captured {
  auction?: Auction;
  /** The request as passed to the exchange. */
  request?: BidRequest;
  warnings?: { readonly code: number; readonly message: string }[];
}

const isDebug = ({ request }: Auction): boolean => request.test === 1 || request.ext?.srv?.debug === true;

/** The default stages, with a listener before the exchange. */
export const listening = (captured: Captured, over: Partial<Stages> = {}): Stages => {
  const nested = { ...stages, ...over };
  return {
    ...nested,
    enrich(auction, services) {
      captured.auction = auction;
      captured.request = structuredClone(auction.request);
      const shown = (auction.diagnostics.warnings.get('general') ?? []).filter(({ debugOnly }) => !debugOnly || isDebug(auction));
      captured.warnings = shown.map(({ code, message }) => ({ code, message }));
      return nested.enrich(auction, services);
    },
    adjust(auction, services) {
      const wait = nested.adjust(auction, services);
      withoutMarks(auction);
      return wait;
    },
  };
};

const nothing = (): void => {};

/** Stages of a host whose exchange is replaced by a recorded response. */
export function cannedStages(mock: NonNullable<Mocks['exchange']>): Partial<Stages> {
  return {
    enrich: nothing,
    privacy: nothing,
    fanOut: nothing,
    adjust: nothing,
    target: nothing,
    cache: nothing,
    respond(auction, services) {
      if (mock.kind === 'fails') {
        auction.rejection = { kind: 'failed', messages: [String(mock['message'])] };
        return undefined;
      }
      auction.debug = { requested: isDebug(auction), shown: isDebug(auction), capture: false, override: false };
      const response = cannedResponse(mock, auction);
      // Warnings of validation are reported beside those of the exchange.
      const warnings = { ...responseExt(auction, services).warnings, ...response.ext?.warnings };
      auction.response = Object.keys(warnings).length > 0 ? { ...response, ext: { ...response.ext, warnings } } : response;
      return makeClientResponse(auction, services);
    },
  };
}

function cannedResponse(mock: NonNullable<Mocks['exchange']>, auction: Auction): BidResponse {
  const { id } = auction.request;
  if (mock.kind === 'nobid') return { id, bidid: 'test bid id', nbr: 0 };
  if (mock.kind === 'canned') return structuredClone(mock['response']) as BidResponse;
  if (mock.kind === 'amp-canned') return ampCanned(mock, auction);
  return { id: '' };
}

const AMP_TARGETING = { hb_pb: '1.20', hb_appnexus_pb: '1.20', hb_cache_id: 'some_id' };
const AMP_ERRORS = { openx: [{ code: 1, message: 'The request exceeded the timeout allocated' }] };

function ampCanned(mock: Ext, { request, storedAuctionResponses }: Auction): BidResponse {
  const stored = [...storedAuctionResponses.values()].flatMap((json) => JSON.parse(json) as SeatBid[]);
  const seatbid =
    stored.length > 0
      ? stored
      : [{ bid: [{ id: '', impid: '', price: 0, adm: '<script></script>', ext: { srv: { targeting: AMP_TARGETING } } }] }];
  const ext =
    request.test === 1
      ? { debug: { httpcalls: {}, resolvedrequest: request } }
      : ((mock['responseExt'] as Ext | undefined) ?? { errors: AMP_ERRORS });
  return { id: '', seatbid, ext } as unknown as BidResponse;
}
