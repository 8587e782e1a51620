/** `request.ext` as one bidder sees it (auction-exchange.md 3.6; decisions row 9). */
import { alternateCodesOf, codesForBidder } from '#src/auction/adjust/alternate-codes.ts';
import type { AlternateBidderCodes, Ext, RequestExt, RequestSrv } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import { type GivenAliases, readAliases } from './aliases.ts';
import type { Members } from './imp-ext.ts';
import { multiBidFor, ownMultiBid } from './multibid.ts';

/** Members of `ext.srv` that all bidders see as they are: those the written interface lists, and the Go variant's `sdk`. */
const LISTED = ['auctiontimestamp', 'channel', 'currency', 'debug', 'integration', 'sdk', 'server', 'svc', 'trace'] as const;

/** Members the Java variant leaves in. */
const WIDE = [
  ...LISTED,
  ...(['amp', 'createtids', 'floors', 'secondarybidders', 'storedrequest', 'supportdeals', 'targeting'] as const),
] as const;

/** What all bidders of an auction have in common, and what their own parts are cut from. */
export interface SharedExt {
  /** For a bidder without parts of its own. */
  readonly ext: RequestExt | undefined;
  readonly others: Ext;
  readonly srv: RequestSrv;
  readonly given: RequestSrv;
  readonly aliases: GivenAliases['aliases'];
  readonly members: Members;
}

/** Sorts `request.ext` once an auction. */
export function shareExt(ext: RequestExt | null | undefined, members: Members = 'listed'): SharedExt {
  const given: RequestSrv = isObject(ext?.srv) ? ext.srv : {};
  const others: Ext = {};
  for (const key in ext) if (key !== 'srv' && ext[key] !== undefined) others[key] = ext[key];
  const srv = members === 'listed' ? listed(given) : wide(given);
  const aliases = readAliases(ext);
  return { ext: assemble(others, srv), others, srv, given, aliases: aliases instanceof Error ? undefined : aliases.aliases, members };
}

function assemble(others: Ext, srv: RequestSrv): RequestExt | undefined {
  if (Object.keys(srv).length > 0) return { ...others, srv };
  return Object.keys(others).length > 0 ? others : undefined;
}

function listed(given: RequestSrv): RequestSrv {
  const srv: RequestSrv = {};
  for (const key of LISTED) if (given[key] !== undefined) (srv as Ext)[key] = given[key];
  const { includebrandcategory } = given.targeting ?? {};
  if (includebrandcategory) srv.targeting = { includebrandcategory };
  return srv;
}

function wide(given: RequestSrv): RequestSrv {
  const srv: RequestSrv = {};
  for (const key of WIDE) if (given[key] !== undefined) (srv as Ext)[key] = given[key];
  return srv;
}

/**
 * The bidder's `ext`: what all see and its own parts. Without any of those it is the very object all others see.
 * @param params `ext.srv.bidderparams` of all bidders
 */
export function extForBidder(
  shared: SharedExt,
  bidder: string,
  params: Ext | null | undefined,
  accountCodes: AlternateBidderCodes | null | undefined,
): RequestExt | undefined {
  const { given, others, srv } = shared;
  const codes = alternateCodesOf(given.alternatebiddercodes, accountCodes);
  const own: RequestSrv = shared.members === 'listed' ? listedParts(shared, bidder, params) : wideParts(given, bidder, params);
  const multibid = shared.members === 'listed' ? multiBidFor(given.multibid, bidder, codes) : ownMultiBid(given.multibid, bidder);
  if (multibid) own.multibid = multibid;
  const ownCodes = codesForBidder(codes, bidder);
  if (ownCodes) own.alternatebiddercodes = ownCodes;
  return Object.keys(own).length > 0 ? { ...others, srv: { ...srv, ...own } } : shared.ext;
}

const ownMember = <T>(members: { readonly [name: string]: T } | null | undefined, name: string): T | undefined =>
  members && Object.hasOwn(members, name) ? members[name] : undefined;

function listedParts({ aliases }: SharedExt, bidder: string, params: Ext | null | undefined): RequestSrv {
  const own: RequestSrv = {};
  const core = ownMember(aliases, bidder);
  if (core !== undefined) own.aliases = { [bidder]: core };
  const ofBidder = ownMember(params, bidder);
  if (ofBidder !== undefined) own.bidderparams = ofBidder as Ext;
  return own;
}

/** The Java variant keeps what is keyed by bidder under the bidder's name, and the bidder's own prices. */
function wideParts(given: RequestSrv, bidder: string, params: Ext | null | undefined): RequestSrv {
  const own: RequestSrv = {};
  const ofBidder = ownMember(params, bidder);
  if (ofBidder !== undefined) own.bidderparams = { [bidder]: ofBidder };
  const factors = ownFactors(given.bidadjustmentfactors, bidder);
  if (factors) own.bidadjustmentfactors = factors;
  const mediatype = ownByMediaType(given.bidadjustments?.mediatype, bidder);
  if (mediatype) own.bidadjustments = { mediatype: mediatype as NonNullable<NonNullable<RequestSrv['bidadjustments']>['mediatype']> };
  return own;
}

function ownFactors(factors: RequestSrv['bidadjustmentfactors'] | null, bidder: string): Ext | undefined {
  const plain = ownMember(factors, bidder);
  const { mediatypes } = factors ?? {};
  const byType = isObject(mediatypes) ? ownByMediaType(mediatypes, bidder) : undefined;
  if (plain === undefined && !byType) return undefined;
  return { ...(plain === undefined ? {} : { [bidder]: plain }), ...(byType ? { mediatypes: byType } : {}) };
}

/** media type → the bidder's own entry, under its name. */
function ownByMediaType(byType: Ext | undefined, bidder: string): Ext | undefined {
  let own: Ext | undefined;
  for (const [type, byBidder] of Object.entries(byType ?? {})) {
    const entry = isObject(byBidder) ? ownMember(byBidder, bidder) : undefined;
    if (entry === undefined) continue;
    own ??= {};
    own[type] = { [bidder]: entry };
  }
  return own;
}
