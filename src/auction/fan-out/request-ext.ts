/** `request.ext` as one bidder sees it (docs/stages/fan-out.md#what-a-bidder-sees). */

import { isObject } from '#src/json/merge.ts';
import type { AlternateBidderCodes, Ext, RequestExt, RequestSrv } from '#src/openrtb/ext.ts';
import { alternateCodesOf, codesForBidder } from '../alternate-codes.ts';
import { type GivenAliases, readAliases } from './aliases.ts';
import type { FieldSelection } from './imp-ext.ts';
import { multiBidFor, ownMultiBid } from './multibid.ts';

/** Fields of `ext.srv` that all bidders see unchanged: those of the documented interface, and the Go variant's `sdk`. */
const LISTED = ['auctiontimestamp', 'channel', 'currency', 'debug', 'integration', 'sdk', 'server', 'svc', 'trace'] as const;

/** Fields the Java variant passes on. */
const WIDE = [
  ...LISTED,
  ...(['amp', 'createtids', 'floors', 'secondarybidders', 'storedrequest', 'supportdeals', 'targeting'] as const),
] as const;

/** The parts all bidders of an auction share, and the source of their own parts. */
export interface SharedExt {
  /** For a bidder without parts of its own. */
  readonly ext: RequestExt | undefined;
  readonly others: Ext;
  readonly srv: RequestSrv;
  readonly given: RequestSrv;
  readonly aliases: GivenAliases['aliases'];
  readonly fields: FieldSelection;
}

/** Splits `request.ext` once per auction. */
export function shareExt(ext: RequestExt | null | undefined, fields: FieldSelection): SharedExt {
  const given: RequestSrv = isObject(ext?.srv) ? ext.srv : {};
  const others: Ext = {};
  for (const key in ext) if (key !== 'srv' && ext[key] !== undefined) others[key] = ext[key];
  const srv = fields === 'listed' ? listed(given) : wide(given);
  const aliases = readAliases(ext);
  return { ext: assemble(others, srv), others, srv, given, aliases: 'error' in aliases ? undefined : aliases.value.aliases, fields };
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
 * The bidder's `ext`: the shared parts and its own. A bidder without own parts gets the shared object itself.
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
  const own: RequestSrv = shared.fields === 'listed' ? listedParts(shared, bidder, params) : wideParts(given, bidder, params);
  const multibid = shared.fields === 'listed' ? multiBidFor(given.multibid, bidder, codes) : ownMultiBid(given.multibid, bidder);
  if (multibid) own.multibid = multibid;
  const ownCodes = codesForBidder(codes, bidder);
  if (ownCodes) own.alternatebiddercodes = ownCodes;
  return Object.keys(own).length > 0 ? { ...others, srv: { ...srv, ...own } } : shared.ext;
}

const ownField = <T>(fields: { readonly [name: string]: T } | null | undefined, name: string): T | undefined =>
  fields && Object.hasOwn(fields, name) ? fields[name] : undefined;

function listedParts({ aliases }: SharedExt, bidder: string, params: Ext | null | undefined): RequestSrv {
  const own: RequestSrv = {};
  const core = ownField(aliases, bidder);
  if (core !== undefined) own.aliases = { [bidder]: core };
  const ofBidder = ownField(params, bidder);
  if (ofBidder !== undefined) own.bidderparams = ofBidder as Ext;
  return own;
}

/** The Java variant stores bidder-specific data under the bidder's name, and the bidder's own prices. */
function wideParts(given: RequestSrv, bidder: string, params: Ext | null | undefined): RequestSrv {
  const own: RequestSrv = {};
  const ofBidder = ownField(params, bidder);
  if (ofBidder !== undefined) own.bidderparams = { [bidder]: ofBidder };
  const factors = ownFactors(given.bidadjustmentfactors, bidder);
  if (factors) own.bidadjustmentfactors = factors;
  const mediatype = ownByMediaType(given.bidadjustments?.mediatype, bidder);
  if (mediatype) own.bidadjustments = { mediatype: mediatype as NonNullable<NonNullable<RequestSrv['bidadjustments']>['mediatype']> };
  return own;
}

function ownFactors(factors: RequestSrv['bidadjustmentfactors'] | null, bidder: string): Ext | undefined {
  const plain = ownField(factors, bidder);
  const { mediatypes } = factors ?? {};
  const byType = isObject(mediatypes) ? ownByMediaType(mediatypes, bidder) : undefined;
  if (plain === undefined && !byType) return undefined;
  return { ...(plain === undefined ? {} : { [bidder]: plain }), ...(byType ? { mediatypes: byType } : {}) };
}

/** media type → the bidder's own entry, under its name */
function ownByMediaType(byType: Ext | undefined, bidder: string): Ext | undefined {
  let own: Ext | undefined;
  for (const [type, byBidder] of Object.entries(byType ?? {})) {
    const entry = isObject(byBidder) ? ownField(byBidder, bidder) : undefined;
    if (entry === undefined) continue;
    own ??= {};
    own[type] = { [bidder]: entry };
  }
  return own;
}
