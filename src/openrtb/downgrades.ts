/** The moves from 2.6 to 2.5, one by one: each returns the same request, or a copy if something moved. */
import { notAnObject } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from './ext.ts';
import type { BidRequest, Imp } from './ortb.ts';

type Move = (request: BidRequest) => BidRequest;

/** The list with each item changed; the same list if no item changed. */
export function mapShared<T>(list: T[], change: (item: T) => T): T[] {
  let copy: T[] | undefined;
  for (let i = 0; i < (list?.length ?? 0); i++) {
    const item = list[i] as T;
    const changed = change(item);
    if (changed === item) continue;
    copy ??= list.slice();
    copy[i] = changed;
  }
  return copy ?? list;
}

/** Whether a field has a value. */
const counts = (value: unknown): boolean => value !== undefined && value !== null && value !== '' && value !== 0;

/** The owner's `ext` with `name` set. */
const extWith = (ext: unknown, name: string, value: unknown): Ext => ({ ...(isObject(ext) ? ext : undefined), [name]: value });

/** `source.schain` → `source.ext.schain` */
export const downSchain: Move = (request) => {
  if (!request.source || !('schain' in request.source)) return request;
  const { schain, ...source } = request.source;
  if (schain) source.ext = extWith(source.ext, 'schain', schain);
  return { ...request, source };
};

/** `regs.gdpr` → `regs.ext.gdpr` */
export const downGdpr: Move = (request) => {
  if (!request.regs || !('gdpr' in request.regs)) return request;
  const { gdpr, ...regs } = request.regs;
  if (typeof gdpr === 'number') regs.ext = extWith(regs.ext, 'gdpr', gdpr);
  return { ...request, regs };
};

/** `regs.us_privacy` → `regs.ext.us_privacy` */
export const downUsPrivacy: Move = (request) => {
  if (!request.regs || !('us_privacy' in request.regs)) return request;
  const { us_privacy, ...regs } = request.regs;
  if (counts(us_privacy)) regs.ext = extWith(regs.ext, 'us_privacy', us_privacy);
  return { ...request, regs };
};

/** `user.consent` → `user.ext.consent` */
export const downConsent: Move = (request) => {
  if (!request.user || !('consent' in request.user)) return request;
  const { consent, ...user } = request.user;
  if (counts(consent)) user.ext = extWith(user.ext, 'consent', consent);
  return { ...request, user };
};

/** `user.eids` → `user.ext.eids` */
export const downEids: Move = (request) => {
  if (!request.user || !('eids' in request.user)) return request;
  const { eids, ...user } = request.user;
  if (eids) user.ext = extWith(user.ext, 'eids', eids);
  return { ...request, user };
};

/** `imp.rwdd` → `imp.ext.srv.is_rewarded_inventory` */
export function downRewarded(imp: Imp): Imp {
  if (!imp || !('rwdd' in imp)) return imp;
  const { rwdd: _, ...rest } = copyRewarded(imp);
  return rest;
}

/** The same, but `imp.rwdd` remains. */
export function copyRewarded(imp: Imp): Imp {
  if (!imp || !counts(imp.rwdd)) return imp;
  const srv: unknown = isObject(imp.ext) ? imp.ext.srv : undefined;
  return { ...imp, ext: extWith(imp.ext, 'srv', extWith(srv, 'is_rewarded_inventory', imp.rwdd)) };
}

/** All moves of the request's own fields; those of imps are `downRewarded`. */
export const DOWN_PARTS: readonly Move[] = [downSchain, downGdpr, downUsPrivacy, downConsent, downEids];

const blocks = (ext: unknown): boolean => ext !== undefined && ext !== null && !isObject(ext);

/** Why a request cannot be down-converted: an `ext` in the way is not an object. Impossible after `upConvert`. */
export function downError({ source, regs, user, imp }: BidRequest): string | undefined {
  const inWay: unknown[] = [];
  if (source?.schain) inWay.push(source.ext);
  if (counts(regs?.us_privacy) || typeof regs?.gdpr === 'number') inWay.push(regs?.ext);
  if (counts(user?.consent) || user?.eids) inWay.push(user?.ext);
  for (const each of imp ?? []) if (counts(each?.rwdd)) inWay.push(each.ext, isObject(each.ext) ? each.ext.srv : undefined);
  const found = inWay.find(blocks);
  return found === undefined ? undefined : notAnObject(found);
}
