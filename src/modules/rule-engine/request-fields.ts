/** Request fields that schema functions read. */
import { isObject } from '#src/json/merge.ts';
import { nonEmptyString } from '#src/json/values.ts';
import type { RuleContext, RuleImp } from './rule-context.ts';

type Request = RuleContext['request'];

/** Whether a `data` extension contains first-party data: a list or an object with fields. */
const isFilled = (data: unknown): boolean => (Array.isArray(data) ? data.length > 0 : isObject(data) && Object.keys(data).length > 0);

/** Whether the user carries first-party data. */
export const hasUserData = ({ user }: Request): boolean => (user?.data?.length ?? 0) > 0 || isFilled(user?.ext?.['data']);

/** Whether the user, the content or the inventory carries first-party data. */
export const hasFirstPartyData = (request: Request): boolean =>
  hasUserData(request) ||
  [request.site, request.app].some((inventory) => (inventory?.content?.data?.length ?? 0) > 0 || isFilled(inventory?.ext?.['data']));

/** Domains of the publisher, then of the inventory; the first one counts. */
export function domainsOf({ site, app, dooh }: Request): string[] {
  const inventories = [site, app, dooh];
  return [
    ...inventories.map((one) => nonEmptyString(one?.publisher?.domain)),
    ...inventories.map((one) => nonEmptyString(one?.domain)),
  ].filter((domain) => domain !== undefined);
}

/** Ad unit codes of an imp, the most specific first. */
export function adUnitCodesOf(imp: RuleImp): string[] {
  if (!imp) return [];
  const { ext, tagid } = imp;
  const data = ext?.['data'];
  const slot = isObject(data) ? data['pbadslot'] : undefined;
  const codes = [ext?.['gpid'], tagid?.trim() ? tagid : undefined, slot, ext?.srv?.storedrequest?.id];
  return codes.filter((code): code is string => nonEmptyString(code) !== undefined);
}

/** `ext.srv.kvps.<key>` if it is a string. */
export function keyValueOf({ ext }: Request, key: string): string | undefined {
  const pairs: unknown = (ext?.srv as { kvps?: unknown } | undefined)?.kvps;
  return isObject(pairs) ? nonEmptyString(pairs[key]) : undefined;
}

/** Positive GPP section ids. */
export const sectionsOf = ({ regs }: Request): readonly number[] => regs?.gpp_sid?.filter((section) => section > 0) ?? [];
