/** Bidders of an imp by the Java variant's rules: invalid entries are dropped, never rejected. */

import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/diagnostics.ts';
import type { Services } from '#src/auction/services.ts';
import { CODES } from '#src/bidders/errors.ts';
import { RESERVED_JAVA } from '#src/bidders/reserved.ts';
import { isObject, isUnsafeKey } from '#src/json/merge.ts';
import type { Ext, ImpExt, ImpSrv } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { JavaNames } from './names.ts';

/** Copies `imp.ext.BIDDER` under an absent or empty `srv.bidder`; removes known bidders' old entries. */
export function promoteBidders(imp: Imp, names: JavaNames): void {
  const { ext } = imp;
  const named = ext?.srv?.bidder;
  if (!ext || (named !== undefined && Object.keys(named).length > 0)) return;
  const bidders: { [bidder: string]: Ext } = {};
  const retained: ImpExt = {};
  for (const name in ext) {
    if (isUnsafeKey(name)) continue;
    const params = ext[name];
    const isBidder = !RESERVED_JAVA.has(name) && isObject(params);
    if (isBidder) bidders[name] = params;
    if (!isBidder || !names.isKnown(name)) retained[name] = params;
  }
  imp.ext = { ...retained, srv: { ...ext.srv, bidder: bidders } };
}

const warn = (auction: Auction, message: string): void => auction.diagnostics.warn(OWN, CODES.unknown, message);

/** @returns the error message that rejects the request */
export function checkJavaImpExt(imp: Imp, index: number, auction: Auction, services: Services, names: JavaNames): string | undefined {
  const path = `request.imp[${index}]`;
  const srv = imp.ext?.srv;
  if (!srv) return `${path}.ext.srv must be defined`;
  if (!srv.bidder && !srv.storedauctionresponse) return `${path}.ext.srv.bidder must be defined`;
  if (srv.bidder) {
    dropBadBidders(srv.bidder, index, auction, services, names);
    if (Object.keys(srv.bidder).length === 0) warn(auction, `WARNING: ${path}.ext must contain at least one valid bidder`);
  }
  const error = storedError(srv, path, auction, names);
  if (error) return error;
  for (const bidder of Object.keys(srv.imp ?? {})) {
    if (names.isKnown(bidder)) continue;
    warn(auction, `WARNING: ${path}.ext.srv.imp.${bidder} was dropped with the reason: invalid bidder`);
    delete srv.imp?.[bidder];
  }
  return undefined;
}

function dropBadBidders(bidders: Ext, index: number, auction: Auction, services: Services, names: JavaNames): void {
  for (const bidder of Object.keys(bidders)) {
    const core = names.coreOf(bidder);
    const path = `request.imp[${index}].ext.srv.bidder`;
    let reason: string | undefined;
    if (core === undefined) {
      // Removed bidders get an error later that names their replacement.
      const target = names.targetOf(bidder);
      if (services.bidders.disabledMessage(target.toLowerCase()) === undefined) reason = `${path} contains unknown bidder: ${target}`;
    } else {
      // From here on aliases are looked up as they are written.
      if (names.isAlias(bidder)) auction.aliases.set(bidder, core);
      const errors = services.bidders.paramsErrors(core, bidders[bidder]);
      if (errors.length > 0) reason = `${path}.${core} failed validation.\n${errors.join('\n')}`;
    }
    if (reason === undefined) continue;
    warn(auction, `WARNING: ${path}.${bidder} was dropped with a reason: ${reason}`);
    delete bidders[bidder];
  }
}

/** Checks of stored responses. */
function storedError(srv: ImpSrv, path: string, auction: Auction, names: JavaNames): string | undefined {
  const { storedauctionresponse: full, storedbidresponse: bids = [] } = srv;
  if (full) {
    if ('seatbidarr' in full) warn(auction, `WARNING: ${path}.ext.srv.storedauctionresponse.seatbidarr is not supported at the imp level`);
    if (!full.id && !full.seatbidobj) return `${path}.ext.srv.storedauctionresponse.{id or seatbidobj} should be defined`;
  }
  if (bids.length === 0) return undefined;
  const bidders = new Set(Object.keys(srv.bidder ?? {}).map((name) => name.toLowerCase()));
  if (bidders.size === 0) return `${path}.ext.srv.bidder should be defined for storedbidresponse`;
  for (const { bidder, id } of bids) {
    if (!bidder) return `${path}.ext.srv.storedbidresponse.bidder was not defined`;
    if (!id) return `Id was not defined for ${path}.ext.srv.storedbidresponse.id`;
    if (!names.isKnown(bidder)) return `${path}.ext.srv.storedbidresponse.bidder is not valid bidder`;
    if (!bidders.has(bidder.toLowerCase())) {
      return `${path}.ext.srv.storedbidresponse.bidder does not have correspondent bidder parameters`;
    }
  }
  return undefined;
}
