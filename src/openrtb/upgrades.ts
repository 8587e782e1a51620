/** The moves from 2.4 and 2.5 to 2.6, one by one, each in place. */

import { copyJson, isObject } from '#src/json/merge.ts';
import { shapeErrorOf } from './decode.ts';
import type { Ext, SupplyChain } from './ext.ts';
import type { BidRequest, EID, Imp } from './ortb.ts';

/** Removes `name` from the owner's `ext`; an `ext` that becomes empty is removed as well. */
function take(owner: { ext?: object | undefined } | undefined, name: string): unknown {
  const ext = owner?.ext;
  if (!owner || !isObject(ext) || !(name in ext)) return undefined;
  const rest: Ext = {};
  let isEmpty = true;
  for (const key in ext) {
    // An own field of that name would become the copy's prototype.
    if (key === name || key === '__proto__') continue;
    rest[key] = ext[key];
    isEmpty = false;
  }
  owner.ext = isEmpty ? undefined : rest;
  return ext[name] ?? undefined;
}

/** `ext.schain` (2.4) → `source.ext.schain`, unless one is there */
export function upSchain24(request: BidRequest): void {
  const schain = take(request, 'schain');
  if (schain === undefined || request.source?.ext?.['schain']) return;
  request.source ??= {};
  request.source.ext = { ...request.source.ext, schain };
}

/** Java variant: `ext.schain` is used if there is no `source.schain`. It remains, and a malformed one is ignored. */
function readSchain24(request: BidRequest): void {
  const given = isObject(request.ext) ? request.ext['schain'] : undefined;
  if (given === undefined || request.source?.schain) return;
  const schain = copyJson(given);
  if (shapeErrorOf('SupplyChain', schain, true)) return;
  request.source ??= {};
  request.source.schain = schain as SupplyChain;
}

/** `source.ext.schain` → `source.schain` */
export function upSchain(request: BidRequest): void {
  const schain = take(request.source, 'schain');
  if (schain !== undefined && request.source) request.source.schain ??= schain as SupplyChain;
}

/** `regs.ext.gdpr` → `regs.gdpr` */
export function upGdpr({ regs }: BidRequest): void {
  const gdpr = take(regs, 'gdpr');
  if (gdpr !== undefined && regs) regs.gdpr ??= gdpr as number;
}

/** `user.ext.consent` → `user.consent` */
export function upConsent({ user }: BidRequest): void {
  const consent = take(user, 'consent');
  if (consent !== undefined && user) user.consent ||= consent as string;
}

/** `regs.ext.us_privacy` → `regs.us_privacy` */
export function upUsPrivacy({ regs }: BidRequest): void {
  const usPrivacy = take(regs, 'us_privacy');
  if (usPrivacy !== undefined && regs) regs.us_privacy ||= usPrivacy as string;
}

/** `user.ext.eids` → `user.eids`; an empty list in the new location counts as present */
export function upEids({ user }: BidRequest): void {
  const eids = take(user, 'eids');
  if (eids !== undefined && user) user.eids ??= eids as EID[];
}

/** `imp.ext.srv.is_rewarded_inventory` → `imp.rwdd` */
export function upRewarded(imp: Imp): void {
  const { ext } = imp;
  if (!isObject(ext) || !isObject(ext.srv) || !('is_rewarded_inventory' in ext.srv)) return;
  const { is_rewarded_inventory: rewarded, ...srv } = ext.srv;
  if (Object.keys(srv).length > 0) ext.srv = srv;
  else take(imp, 'srv');
  if (rewarded !== undefined && rewarded !== null) imp.rwdd ||= rewarded;
}

/** All moves, in order. */
export function moveUp(request: BidRequest, lenientOldSchain: boolean): void {
  if (!lenientOldSchain) upSchain24(request);
  upSchain(request);
  if (lenientOldSchain) readSchain24(request);
  upGdpr(request);
  upConsent(request);
  upUsPrivacy(request);
  upEids(request);
  for (const imp of request.imp ?? []) if (imp) upRewarded(imp);
}
