/**
 * The protocol of the exchanges built on one platform: one call per imp, with the imp's placement or endpoint in its `ext`. Most of them
 * differ in one or two rules, which are in their files.
 */
import { z } from 'zod';
import { type BidderError, MEDIA_TYPES, type MediaType } from '../../bidder.ts';
import { badInput, badServer, generic } from '../../errors.ts';
import { seatBidRequired } from '../../kit/bids.ts';
import { perImp } from '../../kit/fan-out.ts';
import { byImp, byMtype, byReadExtType, toMediaType } from '../../kit/media-type.ts';
import {
  badServerResponse,
  impNotFound,
  javaTypeNotFetched,
  noValidImpressions,
  typeNotDefined,
  typeNotFetched,
} from '../../kit/messages.ts';
import { has, where } from '../../kit/params.ts';
import type { ResponseSpec, SharedBid, TypeRule } from '../../kit/response-spec.ts';
import type { ImpPatch, TrafficSpec } from '../../kit/spec.ts';
import { onlyOk, status, unexpectedStatus } from '../../kit/status.ts';

/** A placement or an endpoint, never both. */
export const placementOrEndpoint = where(
  z.object({ placementId: z.string().min(1).optional(), endpointId: z.string().min(1).optional() }),
  { oneOf: [has('placementId'), has('endpointId')] },
);

/** Params of the platform's exchanges: each has a subset. */
interface Params {
  readonly placementId?: string | undefined;
  readonly endpointId?: string | undefined;
  readonly integration?: string | undefined;
  readonly token?: string | undefined;
}
type Traffic = TrafficSpec<Params, undefined>;
type HasParams = { readonly params: Params };

/** `imp.ext` with the placement, else the endpoint; if there is neither, its type is empty. */
export function withIds({ params: { placementId, endpointId } }: HasParams): ImpPatch {
  if (placementId) return withPlacement(placementId);
  return { ext: { bidder: endpointId ? { type: 'network', endpointId } : { type: '' } } };
}

export const withPlacement = (placementId: string | undefined): ImpPatch => ({
  ext: { bidder: { type: 'publisher', ...(placementId && { placementId }) } },
});

const hasId = ({ params }: HasParams): boolean => Boolean(params.placementId || params.endpointId);

/** As `withIds`, but without a type if there is no id. */
const withIdsIfAny = (item: HasParams): ImpPatch => (hasId(item) ? withIds(item) : { ext: { bidder: {} } });

const trimmed = (text: string | undefined): string | undefined => (text?.trim() === '' ? undefined : text);

/** As `withIdsIfAny`; a blank id counts as absent. */
const withIdsNotBlank = ({ params: { placementId, endpointId } }: HasParams): ImpPatch =>
  withIdsIfAny({ params: { placementId: trimmed(placementId), endpointId: trimmed(endpointId) } });

/** The type of the bid's imp. */
export const typeByImp = (error: (impId: string) => BidderError, where?: 'sent'): TypeRule => {
  return byImp({ order: ['banner', 'video', 'native'], ...(where && { in: where }), otherwise: ({ impid }) => error(impid) });
};

/** `bid.mtype` 1 banner, 2 video, 4 native. */
export const typeByMtype = (error: (impId: string) => BidderError): TypeRule =>
  byMtype(['banner', 'video', 'native'], ({ impid }) => error(impid));

const missingMtype = ({ id }: SharedBid): BidderError => badServer(`Missing MType for bid: ${id}`);

/** The same with the messages of the Java variant. */
export const javaTypeByMtype: TypeRule = byMtype(['banner', 'video', 'native'], (bid) =>
  bid.mtype === undefined ? missingMtype(bid) : badServer(typeNotFetched(bid.impid)),
);

/** `bid.mtype` of any type, with the messages of the Java variant. */
const javaTypeByAnyMtype: TypeRule = byMtype(undefined, (bid) => badServer(javaTypeNotFetched(bid)));

/** `bid.ext.srv.type`, with the messages of the Java variant. */
export const javaTypeByExt = (types: readonly MediaType[] = MEDIA_TYPES): TypeRule => {
  const notParsed = ({ id }: SharedBid): BidderError => badServer(`Failed to parse bid.ext.prebid.type for bid.id: '${id}'`);
  const notPresent = ({ id }: SharedBid): BidderError => badServer(`bid.ext.prebid.type is not present for bid.id: '${id}'`);
  return byReadExtType({
    types,
    missing: (bid, cause) => (bid.ext === undefined || cause === undefined ? notPresent : notParsed)(bid),
    unknown: (bid, type) => {
      if (type === '') return notPresent(bid);
      return toMediaType(type) ? badServer(`Unsupported BidType: ${type} for bid.id: '${bid.id}'`) : notParsed(bid);
    },
  });
};

type Differences = Omit<Traffic, 'response' | 'setup'> & { readonly response?: Partial<ResponseSpec<undefined>> };

/** The platform's own protocol, with the differences of one exchange merged over it (`response` and `java` field by field). */
export function teqblazeTraffic({ response, java, ...rest }: Differences = {}): Traffic {
  const mediaType = response?.mediaType ?? typeByImp((impId) => badServer(`Failed to find impression for ID: '${impId}'`), 'sent');
  return {
    onBadImp: 'abort',
    imp: withIds,
    fanout: perImp,
    status: onlyOk(`${unexpectedStatus}.`),
    ...rest,
    response: { currency: 'response', mediaType: typeByImp((impId) => badInput(impNotFound(impId))), onBadBid: 'abort', ...response },
    java: { imp: rest.imp ?? withIdsIfAny, ...java, response: { mediaType, ...java?.response } },
  };
}

/** The same for exchanges that drop a malformed imp, and bid in dollars if they name no currency. */
export const tolerantTraffic = ({ response, ...rest }: Differences): Traffic =>
  teqblazeTraffic({ onBadImp: 'drop', status: status.s1, ...rest, response: { currency: 'response-or-usd', ...response } });

/** The same for exchanges that use `bid.mtype`, and omit errors of imps beside calls or always. */
export const tolerantTrafficByMtype = (reportImpErrors: 'without-calls' | 'never'): Traffic =>
  tolerantTraffic({
    reportImpErrors,
    response: { mediaType: typeByMtype((impId) => generic(typeNotDefined(impId))) },
    java: { imp: withIdsNotBlank, reportImpErrors: 'always', response: { mediaType: javaTypeByMtype } },
  });

/** For exchanges that report that no imp is left. */
export const NO_VALID_IMPS = {
  reportImpErrors: 'without-calls',
  noImps: () => generic(noValidImpressions),
} satisfies Differences;

export const JAVA_NO_VALID_IMPS = {
  reportImpErrors: 'always',
  noImps: () => badInput(noValidImpressions),
  noImpsOnly: true,
} satisfies Traffic['java'];

/** For exchanges that do not send imps without an id. */
export const WITH_IDS_ONLY = {
  imp: (item) => (hasId(item) ? withIds(item) : 'skip'),
  noImps: () => generic(noValidImpressions),
  status: status.s1,
} satisfies Differences;

export const JAVA_WITH_IDS_ONLY = { imp: withIdsIfAny, noImps: undefined } satisfies Traffic['java'];

/** For exchanges that bid for all media types, by `bid.mtype`. */
export const anyMtypeTraffic: Traffic = teqblazeTraffic({
  status: status.s1,
  response: { mediaType: byMtype(undefined, ({ impid }) => generic(typeNotFetched(impid))) },
  java: {
    badParams: (_, { id }) => badInput(`Invalid ext. Imp.Id: ${id}`),
    response: {
      unreadable: () => badServer(badServerResponse),
      check: seatBidRequired(),
      mediaType: javaTypeByAnyMtype,
    },
  },
});
