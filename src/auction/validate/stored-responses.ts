/** Stored answers that take the place of the auction or of single bidders (auction-request.md 11.1). */
import type { StoredDialect } from '#src/dialect/dialect.ts';
import type { Ext, ImpExt, ImpSrv } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { Imp } from '#src/wire/ortb.ts';
import { invalid } from '#src/wire/refusal.ts';
import type { Auction, StoredBidResponse } from '../auction.ts';
import type { Found, Services } from '../services.ts';
import { RESERVED } from './reserved.ts';

/** What the imps ask for: ids, not texts. */
export interface StoredAnswers {
  /** Imp id → id of a stored auction response. */
  readonly auctions: ReadonlyMap<string, string>;
  /** Imp id → text of a stored auction response that came with the request. */
  readonly given: ReadonlyMap<string, string>;
  readonly bids: readonly (Omit<StoredBidResponse, 'body'> & { readonly id: string })[];
  readonly errors: readonly string[];
}

type Declared = NonNullable<ImpSrv['storedbidresponse']>;

/** Reads what every imp declares; an incomplete declaration is an error. */
export function readStoredAnswers(imps: readonly Imp[]): StoredAnswers {
  const auctions = new Map<string, string>();
  const given = new Map<string, string>();
  const bids: (Omit<StoredBidResponse, 'body'> & { readonly id: string })[] = [];
  const errors: string[] = [];
  for (const [i, imp] of imps.entries()) {
    const srv = imp.ext?.srv;
    if (!isObject(srv)) continue;
    const { storedauctionresponse: auction, storedbidresponse: declared } = srv as ImpSrv;
    if (auction?.id) auctions.set(imp.id, auction.id);
    else if (auction?.seatbidobj) given.set(imp.id, JSON.stringify([auction.seatbidobj]));
    else if (auction) errors.push(`request.imp[${i}] has ext.srv.storedauctionresponse specified, but "id" field is missing `);
    if (!declared || declared.length === 0) continue;
    if (declared.some(({ id, bidder }) => !id || !bidder)) {
      errors.push(`request.imp[${i}] has ext.srv.storedbidresponse specified, but "id" or/and "bidder" fields are missing `);
    } else bids.push(...forBidders(imp, declared));
  }
  return { auctions, given, bids, errors };
}

/** One entry for each bidder of the imp that a declaration names, in whatever case; the first declaration wins. */
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

/** Puts the stored texts where the auction looks for them. @returns an error for each that is missing or empty */
export function keepStoredAnswers(
  answers: StoredAnswers,
  texts: Found['texts'],
  auction: Auction,
  { responseMissing }: Pick<StoredDialect, 'responseMissing'>,
): string[] {
  const errors: string[] = [];
  const failed = (what: string): void => void errors.push(responseMissing(what));
  for (const [impId, text] of answers.given) auction.storedAuctionResponses.set(impId, text);
  for (const [impId, id] of answers.auctions) {
    const text = texts.get(id);
    if (text) auction.storedAuctionResponses.set(impId, text);
    else failed(` to fetch stored auction response for impId = ${impId} and storedAuctionResponse id = ${id}`);
  }
  for (const { id, ...rest } of answers.bids) {
    const body = texts.get(id);
    if (body) auction.storedBidResponses.push({ ...rest, body });
    else failed(` to fetch stored bid response for impId = ${rest.impId}, bidder = ${rest.bidder} and storedBidResponse id = ${id}`);
  }
  return errors;
}

/** The step: waits only where the store does. */
export function fetchStoredResponses(auction: Auction, services: Services): void | Promise<void> {
  const answers = readStoredAnswers(auction.request.imp);
  if (answers.errors.length > 0) {
    auction.refusal = invalid(...answers.errors);
    return;
  }
  const ids = [...new Set([...answers.auctions.values(), ...answers.bids.map(({ id }) => id)])];
  if (ids.length === 0) {
    keepStoredAnswers(answers, new Map(), auction, services.dialect.stored);
    return;
  }
  const found = services.stored.find('response', ids, auction.intake.storageTimeoutMs, auction.accountId || undefined, auction.abort);
  if (found instanceof Promise) return found.then((later) => keep(auction, services, answers, later));
  keep(auction, services, answers, found);
}

function keep(auction: Auction, { dialect: { stored } }: Services, answers: StoredAnswers, found: Found): void {
  const errors = stored.responsesFailed(found);
  if (errors.length === 0) errors.push(...keepStoredAnswers(answers, found.texts, auction, stored));
  if (errors.length > 0) auction.refusal = invalid(...errors);
}
