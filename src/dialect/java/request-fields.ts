/** What only the Java variant fills in before validation (auction-request.md 7.6, 12.11). */
import type { Auction } from '#src/auction/auction.ts';
import { OWN } from '#src/auction/findings.ts';
import type { Services } from '#src/auction/services.ts';
import { applyIosLmt } from '#src/auction/validate/ios-lmt.ts';
import { isObject } from '#src/wire/merge.ts';
import type { EID, Imp } from '#src/wire/ortb.ts';

/** Fills the request in place; a channel with a blank name refuses it. Channel, server and cache defaults are `enrich`'s. */
export function fillJavaFields(auction: Auction, { config }: Services): void {
  const { request } = auction;
  applyIosLmt(request, Number.POSITIVE_INFINITY);
  if (!request.cur?.length && config.ad_server_currency) request.cur = [config.ad_server_currency];
  for (const imp of request.imp ?? []) if (imp) fillImp(imp);
  const channel = request.ext?.srv?.channel;
  if (channel && !channel.name?.trim()) auction.refusal ??= { kind: 'failed', messages: ["ext.srv.channel.name can't be empty"] };
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
  const kept = user.eids.map((eid) => withoutBlankIds(eid, auction)).filter((eid) => eid.uids?.length);
  if (kept.length === 0 && user.eids.length > 0) auction.findings.warn(OWN, 999, 'removed empty EID array');
  user.eids = kept.length > 0 ? kept : undefined;
}

function withoutBlankIds(eid: EID, auction: Auction): EID {
  const uids = eid.uids?.filter((uid) => uid.id?.trim());
  if (uids?.length === eid.uids?.length) return eid;
  auction.findings.warn(OWN, 999, `removed EID ${eid.source ?? ''} due to empty ID`);
  return { ...eid, uids };
}
