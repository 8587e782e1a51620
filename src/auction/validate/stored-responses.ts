/** Stored responses that replace the auction or single bidders. */

import { RESERVED } from '#src/bidders/reserved.ts';
import type { StoredDialect } from '#src/dialect/contract/stored.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext, ImpExt, ImpSrv } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import type { StoredBidResponse } from '../bidder-task.ts';
import { invalid, storedRejection } from '../rejection.ts';
import type { Services } from '../services.ts';
import type { Found } from '../stored-data.ts';

/** Declarations of the imps: ids, not content. */
export interface StoredResponses {
  /** Imp id → id of a stored auction response */
  readonly auctions: ReadonlyMap<string, string>;
  /** Imp id → JSON of a stored auction response contained in the request */
  readonly given: ReadonlyMap<string, string>;
  readonly bids: readonly (Omit<StoredBidResponse, 'body'> & { readonly id: string })[];
  readonly errors: readonly string[];
}

type Declared = NonNullable<ImpSrv['storedbidresponse']>;

/** Reads the declarations of all imps; an incomplete one is an error. */
export function readStoredResponses(imps: readonly Imp[]): StoredResponses {
  const auctions = new Map<string, string>();
  const given = new Map<string, string>();
  const bids: (Omit<StoredBidResponse, 'body'> & { readonly id: string })[] = [];
  const errors: string[] = [];
  for (const [i, imp] of imps.entries()) {
    const srv = imp.ext?.srv;
    if (!isObject(srv)) continue;
    const { storedauctionresponse: auction, storedbidresponse: declared } = srv as ImpSrv;
    if (auction?.seatbidobj) given.set(imp.id, JSON.stringify([auction.seatbidobj]));
    else if (auction?.id) auctions.set(imp.id, auction.id);
    else if (auction) errors.push(`request.imp[${i}] has ext.srv.storedauctionresponse specified, but "id" field is missing `);
    if (!declared || declared.length === 0) continue;
    for (const { id, bidder } of declared) {
      if (id && bidder) continue;
      errors.push(`request.imp[${i}] has ext.srv.storedbidresponse specified, but "id" or/and "bidder" fields are missing `);
    }
    bids.push(...forBidders(imp, declared));
  }
  return { auctions, given, bids, errors };
}

/** One entry for each bidder of the imp that a declaration names, case-insensitively; the first declaration wins. */
function forBidders(imp: Imp, declared: Declared): (Omit<StoredBidResponse, 'body'> & { readonly id: string })[] {
  const byName = new Map<string, Declared[number]>();
  for (const each of declared) {
    const name = (each.bidder ?? '').toLowerCase();
    if (!byName.has(name)) byName.set(name, each);
  }
  return biddersOf(imp.ext).flatMap((bidder) => {
    const found = byName.get(bidder.toLowerCase());
    return found ? [{ bidder, impId: imp.id, id: found.id ?? '', replaceImpId: found.replaceimpid ?? true }] : [];
  });
}

function biddersOf(ext: ImpExt | undefined): string[] {
  const named: Ext | undefined = isObject(ext?.srv?.bidder) ? ext.srv.bidder : undefined;
  const names = new Set(Object.keys(named ?? {}));
  for (const name in ext) if (!RESERVED.has(name)) names.add(name);
  return [...names];
}

/**
 * Stores the responses for the auction.
 * @returns an error for each that is missing or empty; in the Java variant, a bidder without its stored response is called
 */
export function applyStoredResponses(
  responses: StoredResponses,
  documents: Found['documents'],
  auction: Auction,
  { responseMissing, callsWithoutStored }: Pick<StoredDialect, 'responseMissing' | 'callsWithoutStored'>,
): string[] {
  const errors: string[] = [];
  const failed = (what: string): void => void errors.push(responseMissing(what));
  for (const [impId, text] of responses.given) auction.storedAuctionResponses.set(impId, text);
  for (const [impId, id] of responses.auctions) {
    const json = documents.get(id);
    if (json) auction.storedAuctionResponses.set(impId, json);
    else failed(` to fetch stored auction response for impId = ${impId} and storedAuctionResponse id = ${id}`);
  }
  for (const { id, ...rest } of responses.bids) {
    const body = documents.get(id);
    if (body) auction.storedBidResponses.push({ ...rest, body });
    else if (!callsWithoutStored)
      failed(` to fetch stored bid response for impId = ${rest.impId}, bidder = ${rest.bidder} and storedBidResponse id = ${id}`);
  }
  return errors;
}

/** The step: waits only if the store does. */
export function fetchStoredResponses(auction: Auction, services: Services): void | Promise<void> {
  const responses = readStoredResponses(auction.request.imp);
  if (responses.errors.length > 0) {
    auction.rejection = invalid(...responses.errors);
    return;
  }
  const ids = [...new Set([...responses.auctions.values(), ...responses.bids.map(({ id }) => id)])];
  if (ids.length === 0) {
    applyStoredResponses(responses, new Map(), auction, services.dialect.stored);
    return;
  }
  const timeoutMs = services.dialect.stored.lookUpMs(auction, services, auction.request.tmax);
  const found = services.stored.find('response', ids, timeoutMs, auction.accountId || undefined, auction.abort);
  if (found instanceof Promise) return found.then((later) => apply(auction, services, responses, later));
  apply(auction, services, responses, found);
}

function apply(auction: Auction, { dialect: { stored } }: Services, responses: StoredResponses, found: Found): void {
  const errors = stored.responsesFailed(found);
  if (errors.length === 0) errors.push(...applyStoredResponses(responses, found.documents, auction, stored));
  if (errors.length > 0) auction.rejection = storedRejection(found.unavailable, errors);
}
