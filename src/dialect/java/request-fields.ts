/** Fields that only the Java variant sets before validation. */

import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/diagnostics.ts';
import type { Services } from '#src/auction/services.ts';
import { hasOwnId } from '#src/auction/validate/eids.ts';
import { applyIosLmt } from '#src/auction/validate/ios-lmt.ts';
import { CODES } from '#src/bidders/errors.ts';
import { isObject } from '#src/json/merge.ts';
import type { EID, Imp } from '#src/openrtb/ortb.ts';

/** Fills the request in place; a channel with a blank name rejects it. Channel, server and cache defaults are set by `enrich`. */
export function fillJavaFields(auction: Auction, { config }: Services): void {
  const { request } = auction;
  applyIosLmt(request, Number.POSITIVE_INFINITY);
  if (!request.cur?.length && config.ad_server_currency) request.cur = [config.ad_server_currency];
  for (const imp of request.imp ?? []) if (imp) fillImp(imp);
  const channel = request.ext?.srv?.channel;
  if (channel && !channel.name?.trim()) auction.rejection ??= { kind: 'failed', messages: ["ext.srv.channel.name can't be empty"] };
  pruneEids(auction);
}

function fillImp(imp: Imp): void {
  imp.ext ??= {};
  if (!isObject(imp.ext)) return;
  imp.ext.srv ??= {};
  if (isObject(imp.ext.srv)) imp.ext.srv.bidder ??= {};
}

/** Drops user ids without an id and eids without ids, each with a warning. */
export function pruneEids(auction: Auction): void {
  const { user } = auction.request;
  if (!user?.eids) return;
  const retained = user.eids.map((eid) => withoutBlankIds(eid, auction)).filter((eid) => eid.uids?.length || hasOwnId(eid));
  if (retained.length === 0 && user.eids.length > 0) auction.diagnostics.warn(OWN, CODES.unknown, 'removed empty EID array');
  user.eids = retained.length > 0 ? retained : undefined;
}

function withoutBlankIds(eid: EID, auction: Auction): EID {
  const uids = eid.uids?.filter((uid) => uid.id?.trim());
  if (uids?.length === eid.uids?.length) return eid;
  auction.diagnostics.warn(OWN, CODES.unknown, `removed EID ${eid.source ?? ''} due to empty ID`);
  return { ...eid, uids };
}
