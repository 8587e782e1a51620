/** Who may bid on an imp: bidders found, promoted from the old form, checked (auction-request.md 12.9). */
import type { Ext, ImpExt } from '#src/wire/ext.ts';
import { isUnsafeKey } from '#src/wire/merge.ts';
import type { Imp } from '#src/wire/ortb.ts';
import type { Auction } from '../auction.ts';
import { WARN } from '../findings.ts';
import type { Services } from '../services.ts';
import { bidderOf, type Names } from './bidder-names.ts';
import { RESERVED } from './reserved.ts';
import type { Verdict } from './verdict.ts';

/** What an imp's ext holds, sorted. */
interface Sorted {
  /** Bidders' params; the imp's own object only where they stood under `srv.bidder` already. */
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

/** What became of one bidder's entry. */
type Fate = 'good' | 'dropped' | 'unknown' | { readonly refusal: string };
type Warnings = { readonly code: number; readonly text: string }[];

interface Place {
  readonly index: number;
  readonly promoted: boolean;
  readonly names: Names;
  readonly services: Services;
  /** Bad entries are left out instead of refused (decisions row 18). */
  readonly lenient: boolean;
}

function judge(bidder: string, params: unknown, place: Place, warnings: Warnings): Fate {
  const { names, services, lenient } = place;
  const known = bidderOf(bidder, names);
  if (!known) return judgeUnknown(bidder, place, warnings);
  const faults = services.bidders.paramsErrors(known.code, params);
  if (faults.length === 0) return 'good';
  const text = `request.imp[${place.index}].ext.srv.bidder.${bidder} failed validation.\n${faults.join('')}`;
  if (!lenient) return { refusal: text };
  warnings.push({ code: WARN.none, text });
  return 'dropped';
}

function judgeUnknown(bidder: string, { index, promoted, services, lenient }: Place, warnings: Warnings): Fate {
  const path = `request.imp[${index}].ext`;
  const warn = (code: number, text: string): void => void warnings.push({ code, text });
  const disabled = services.bidders.disabledMessage(bidder);
  if (disabled !== undefined) {
    warn(WARN.bidderDisabled, disabled);
    return 'dropped';
  }
  if (promoted) {
    warn(WARN.none, `${path} contains unknown bidder: '${bidder}', ignoring`);
    return 'unknown';
  }
  const text = `${path}.srv.bidder contains unknown bidder: ${bidder}. Did you forget an alias in request.ext.srv.aliases?`;
  if (!lenient) return { refusal: text };
  warn(WARN.none, text);
  return 'dropped';
}

/**
 * Checks one imp's ext; what is good ends under `ext.srv.bidder`. A refused imp's ext stays as it was sent.
 * @returns the text that refuses the request
 */
export function checkImpExt(imp: Imp, index: number, auction: Auction, services: Services, verdict: Verdict): string | undefined {
  const { ext } = imp;
  if (!ext) return `request.imp[${index}].ext is required`;
  const { bidders, promoted } = sort(ext);
  const fault = storedFault(imp, index, bidders, auction, services);
  if (fault) return fault;
  const { dropInvalidBidders: lenient } = services.config.rules;
  const place: Place = { index, promoted, names: { bidders: services.bidders, aliases: auction.aliases }, services, lenient };
  const warnings: Warnings = [];
  const gone: string[] = [];
  const unknown = new Set<string>();
  let count = 0;
  for (const bidder in bidders) {
    const fate = judge(bidder, bidders[bidder], place, warnings);
    if (typeof fate === 'object') return fate.refusal;
    if (fate === 'good') count++;
    else if (fate === 'unknown') unknown.add(bidder);
    else gone.push(bidder);
  }
  for (const { code, text } of warnings) verdict.warn(code, text);
  if (count === 0) return `request.imp[${index}].ext.srv.bidder must contain at least one bidder`;
  for (const bidder of gone) delete bidders[bidder];
  for (const bidder of unknown) delete bidders[bidder];
  if (promoted) promote(imp, ext, bidders, unknown);
  return undefined;
}

/** The bidders' params move under `srv.bidder`; reserved and unknown members stay. */
function promote(imp: Imp, ext: ImpExt, bidders: Ext, unknown: ReadonlySet<string>): void {
  const kept: ImpExt = {};
  for (const name in ext) if ((RESERVED.has(name) || unknown.has(name)) && !isUnsafeKey(name)) kept[name] = ext[name];
  kept.srv = { ...ext.srv, bidder: bidders as { [bidder: string]: Ext } };
  imp.ext = kept;
}

/** Rules 3 and 4: stored auction answers for all imps or none; stored bids for all of an imp's bidders or none. */
function storedFault(imp: Imp, index: number, bidders: Ext, auction: Auction, services: Services): string | undefined {
  const srv = imp.ext?.srv;
  const { storedAuctionResponses, storedBidResponses } = auction;
  if (storedAuctionResponses.size > 0 && !srv?.storedauctionresponse) {
    return `request validation failed. The StoredAuctionResponse.ID field must be completely present with, or completely absent from, all impressions in request. No StoredAuctionResponse data found for request.imp[${index}].ext.srv \n`;
  }
  if (storedBidResponses.length === 0) return srv?.storedbidresponse?.length ? storedMismatch(imp) : undefined;
  const own = storedBidResponses.filter(({ impId }) => impId === imp.id);
  if (own.length === 0) return undefined;
  if (own.length !== Object.keys(bidders).length) return storedMismatch(imp);
  for (const { bidder } of own) {
    if (!services.bidders.known(bidder)) return `unrecognized bidder "${bidder}"`;
    if (!Object.hasOwn(bidders, bidder)) return storedMismatch(imp);
  }
  return undefined;
}

const storedMismatch = ({ id }: Imp): string =>
  `request validation failed. Stored bid responses are specified for imp ${id}. Bidders specified in imp.ext should match with bidders specified in imp.ext.srv.storedbidresponse`;
