import type { FirstPartyData } from '#src/auction/auction.ts';
import { readAliases } from '#src/auction/fan-out/aliases.ts';
import { bidderParamsOf } from '#src/auction/fan-out/bidder-params.ts';
import { readBuyerUids, withoutBuyerUids } from '#src/auction/fan-out/buyer-uid.ts';
import { eidsFor } from '#src/auction/fan-out/eids.ts';
import { fpdOf, withFpd } from '#src/auction/fan-out/fpd.ts';
import { sharedImpExt } from '#src/auction/fan-out/imp-ext.ts';
import { overrideImp } from '#src/auction/fan-out/imp-override.ts';
import { extForBidder, shareExt } from '#src/auction/fan-out/request-ext.ts';
import { readSchains, sourceFor } from '#src/auction/fan-out/schain.ts';
import { assembleImp, splitImps } from '#src/auction/fan-out/split.ts';
import { liveImps } from '#src/auction/fan-out/stored-imps.ts';
import { schainsError } from '#src/auction/validate/extension-rules.ts';
import type { AlternateBidderCodes, EidPermission, Ext, ImpExt, ImpSrv, RequestExt, SupplyChainNode } from '#src/openrtb/ext.ts';
import type { BidRequest, EID, Imp, User } from '#src/openrtb/ortb.ts';
import { aBidder } from '#test/helpers/auction.ts';
import { dialects } from '#test/helpers/dialects.ts';
import type { Row } from '../suites/tables.ts';

type Made = Record<string, unknown>;

/** A bidder's name; null is none. */
const nameOf = (bidder: unknown): string => (bidder as string | null | undefined) ?? '';

const OPS: { readonly [op: string]: (input: Ext) => Made } = {
  'imp-ext': ({ ext, srv }) => ({ ext: sharedImpExt(ext as ImpExt | null, srv as ImpSrv | null, 'listed') }),
  'request-ext'({ ext, bidder, params, accountAlternateBidderCodes }) {
    const readable = readAliases(ext);
    if ('error' in readable) return readable;
    const shared = shareExt(ext as RequestExt, 'listed');
    return { ext: extForBidder(shared, nameOf(bidder), params as Ext | null, accountAlternateBidderCodes as AlternateBidderCodes | null) };
  },
  eids: ({ eids, permissions, bidder }) => ({
    eids: eidsFor((eids ?? []) as EID[], (permissions ?? []) as EidPermission[], nameOf(bidder)),
  }),
  buyeruids({ user }) {
    const uids = readBuyerUids(user as User | null);
    if ('error' in uids) return uids;
    return { buyeruids: uids.value.size > 0 ? Object.fromEntries(uids.value) : undefined, user: withoutBuyerUids(user as User | null) };
  },
  fpd({ request, fpd, bidder, coreBidder, isRequestAlias, userEidsBefore }) {
    const called = { bidder: nameOf(bidder), known: aBidder(nameOf(coreBidder)), isAlias: isRequestAlias === true };
    const own = fpdOf(new Map(Object.entries((fpd ?? {}) as { [name: string]: FirstPartyData })), called);
    return { request: withFpd((request ?? {}) as BidRequest, own ?? undefined, userEidsBefore === true) };
  },
  'imp-fpd'({ imp, fpd }) {
    const changed = overrideImp(imp as Imp | null, fpd, 0);
    return 'error' in changed ? changed : { imp: changed.value };
  },
  aliases({ ext }) {
    const found = readAliases(ext);
    return 'error' in found ? found : { aliases: found.value.aliases, gvlids: found.value.gvlids };
  },
  'stored-imps': ({ request, storedBidResponses }) => ({
    imps: liveImps((request as BidRequest | null)?.imp ?? [], new Set(Object.keys((storedBidResponses as Ext | null) ?? {}))),
  }),
  schain({ request: given, bidder, hostNode }) {
    const request = (given ?? {}) as BidRequest;
    const { source, ext } = request;
    const error = schainsError(ext?.srv?.schains);
    if (error !== undefined) return { error };
    const rules = readSchains(ext?.srv?.schains, (hostNode as SupplyChainNode | null) ?? undefined, dialects.go.fanOut);
    const own = rules ? sourceFor(source, rules, nameOf(bidder)) : source;
    return { request: { ...request, ...(own && { source: own }) } };
  },
  'adapter-params'({ request }) {
    const found = bidderParamsOf(request);
    return 'error' in found ? found : { params: found.value };
  },
  split({ imps, request }) {
    const split = splitImps((imps ?? (request as BidRequest | null | undefined)?.imp ?? []) as Imp[], 'listed', () => undefined, {
      anyCase: false,
    });
    if ('error' in split) return split;
    return { imps: Object.fromEntries(Array.from(split.value, ([bidder, shares]) => [bidder, shares.map(assembleImp)])) };
  },
};

export function run(row: Row): Made {
  return OPS[row.in['op'] as string]?.(row.in) ?? {};
}
