/** Bidders of an imp: collected, moved from the old form, validated. */

import { RESERVED } from '#src/bidders/reserved.ts';
import { isUnsafeKey } from '#src/json/merge.ts';
import type { Ext, ImpExt } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import type { StoredBidResponse } from '../bidder-task.ts';
import { WARN } from '../diagnostics.ts';
import type { Services } from '../services.ts';
import { bidderOf, type Names } from './bidder-names.ts';
import type { ValidationResult } from './validation-result.ts';

/** The parts of an imp's ext. */
interface Sorted {
  /** Bidders' params; the imp's own object only if they already were under `srv.bidder`. */
  readonly bidders: Ext;
  readonly promoted: boolean;
}

function sort(ext: ImpExt): Sorted {
  const named = ext.srv?.bidder;
  if (named) return { bidders: named, promoted: false };
  const bidders: Ext = {};
  for (const name in ext) if (!RESERVED.has(name) && !isUnsafeKey(name)) bidders[name] = ext[name];
  return { bidders, promoted: true };
}

/** The result for one bidder's entry. */
type ParamsOutcome = 'good' | 'dropped' | 'unknown' | { readonly rejection: string };
type Warnings = { readonly code: number; readonly message: string }[];

const disabledLast = (a: Warnings[number], b: Warnings[number]): number =>
  Number(a.code === WARN.bidderDisabled) - Number(b.code === WARN.bidderDisabled);

interface Place {
  readonly index: number;
  readonly promoted: boolean;
  readonly names: Names;
  readonly services: Services;
  /** Invalid entries are dropped instead of rejecting the request. */
  readonly lenient: boolean;
}

function checkBidder(bidder: string, params: unknown, place: Place, warnings: Warnings): ParamsOutcome {
  const { names, services, lenient } = place;
  const known = bidderOf(bidder, names);
  if (!known) return checkUnknownBidder(bidder, place, warnings);
  const errors = services.bidders.paramsErrors(known.code, params);
  if (errors.length === 0) return 'good';
  const message = `request.imp[${place.index}].ext.srv.bidder.${bidder} failed validation.\n${errors.join('')}`;
  if (!lenient) return { rejection: message };
  warnings.push({ code: WARN.none, message });
  return 'dropped';
}

function checkUnknownBidder(bidder: string, { index, promoted, services, lenient }: Place, warnings: Warnings): ParamsOutcome {
  const path = `request.imp[${index}].ext`;
  const warn = (code: number, message: string): void => void warnings.push({ code, message });
  const disabled = services.bidders.disabledMessage(bidder);
  if (disabled !== undefined) {
    warn(WARN.bidderDisabled, disabled);
    return 'dropped';
  }
  if (promoted) {
    warn(WARN.none, `${path} contains unknown bidder: '${bidder}', ignoring`);
    return 'unknown';
  }
  const reason = `${path}.srv.bidder contains unknown bidder: ${bidder}. Did you forget an alias in request.ext.srv.aliases?`;
  if (!lenient) return { rejection: reason };
  warn(WARN.none, reason);
  return 'dropped';
}

/** Stored responses of an auction's bidders, by the id of their imp. */
export type StoredByImp = ReadonlyMap<string, readonly StoredBidResponse[]>;

export const storedByImp = ({ storedBidResponses }: Pick<Auction, 'storedBidResponses'>): StoredByImp =>
  Map.groupBy(storedBidResponses, ({ impId }) => impId);

/**
 * Validates one imp's ext; valid entries end up under `ext.srv.bidder`. A rejected imp's ext is unchanged.
 * @param stored the stored responses of all imps
 * @returns the error message that rejects the request; of several rejected bidders the last one's, the others' are in the result
 */
export function checkImpExt(
  imp: Imp,
  index: number,
  auction: Auction,
  services: Services,
  result: ValidationResult,
  stored: StoredByImp = storedByImp(auction),
): string | undefined {
  const { ext } = imp;
  if (!ext) return `request.imp[${index}].ext is required`;
  const { bidders, promoted } = sort(ext);
  const error = storedError(imp, index, bidders, { auction, services, stored });
  if (error) return error;
  const { dropInvalidBidders: lenient } = services.config.rules;
  const place: Place = { index, promoted, names: { bidders: services.bidders, aliases: auction.aliases }, services, lenient };
  const warnings: Warnings = [];
  const removed: string[] = [];
  const unknown = new Set<string>();
  const rejections: string[] = [];
  let count = 0;
  for (const bidder in bidders) {
    const outcome = checkBidder(bidder, bidders[bidder], place, warnings);
    if (typeof outcome === 'object') rejections.push(outcome.rejection);
    else if (outcome === 'good') count++;
    else if (outcome === 'unknown') unknown.add(bidder);
    else removed.push(bidder);
  }
  const last = rejections.pop();
  for (const message of rejections) result.reject(message);
  if (last !== undefined) return last;
  // Disabled bidders last: the order of names in an object means nothing.
  for (const { code, message } of warnings.sort(disabledLast)) result.warn(code, message);
  if (count === 0) return `request.imp[${index}].ext.srv.bidder must contain at least one bidder`;
  for (const bidder of removed) delete bidders[bidder];
  for (const bidder of unknown) delete bidders[bidder];
  if (promoted) promote(imp, ext, bidders, unknown);
  return undefined;
}

/** Moves the bidders' params under `srv.bidder`; reserved and unknown fields remain. */
function promote(imp: Imp, ext: ImpExt, bidders: Ext, unknown: ReadonlySet<string>): void {
  const retained: ImpExt = {};
  for (const name in ext) if ((RESERVED.has(name) || unknown.has(name)) && !isUnsafeKey(name)) retained[name] = ext[name];
  retained.srv = { ...ext.srv, bidder: bidders as { [bidder: string]: Ext } };
  imp.ext = retained;
}

/** Stored auction responses for all imps or none; stored bids for all of an imp's bidders or none. */
function storedError(
  imp: Imp,
  index: number,
  bidders: Ext,
  { auction, services, stored }: { readonly auction: Auction; readonly services: Services; readonly stored: StoredByImp },
): string | undefined {
  const srv = imp.ext?.srv;
  if (auction.storedAuctionResponses.size > 0 && !srv?.storedauctionresponse) {
    return `request validation failed. The StoredAuctionResponse.ID field must be completely present with, or completely absent from, all impressions in request. No StoredAuctionResponse data found for request.imp[${index}].ext.srv \n`;
  }
  if (stored.size === 0) return srv?.storedbidresponse?.length ? storedMismatch(imp) : undefined;
  const own = stored.get(imp.id);
  if (!own) return undefined;
  if (own.length !== Object.keys(bidders).length) return storedMismatch(imp);
  for (const { bidder } of own) {
    if (!services.bidders.known(bidder)) return `unrecognized bidder "${bidder}"`;
    if (!Object.hasOwn(bidders, bidder)) return storedMismatch(imp);
  }
  return undefined;
}

const storedMismatch = ({ id }: Imp): string =>
  `request validation failed. Stored bid responses are specified for imp ${id}. Bidders specified in imp.ext should match with bidders specified in imp.ext.srv.storedbidresponse`;
