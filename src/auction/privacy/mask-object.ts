/**
 * Requests masked for recipients that are not bidders: analytics, modules with hooks, taps, recordings. It also removes what `maskRequest`
 * leaves to fan-out because no bidder receives it: the publisher's bidder-specific ids and data.
 */
import type { Account } from '#src/config/account.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { type BidderPrivacy, removesNothing } from './decision.ts';
import { maskRequest } from './mask.ts';
import { withoutField } from './mask-fields.ts';

/** Our extension's keys: internally, and in bodies as received. */
const EXT_KEYS = ['srv', 'prebid'] as const;

/**
 * A request, or a similar object (bodies of callers, first-party data of bidders), masked by `decision`. Parts too malformed to mask are
 * omitted. `value` is not modified; if nothing is removed, it is returned itself.
 */
export function maskObject<T extends object>(value: T, decision: BidderPrivacy, account: Account): T {
  if (removesNothing(decision)) return value;
  const shaped = { ...value } as Ext;
  for (const part of ['user', 'device', 'source']) if (shaped[part] !== undefined && !isObject(shaped[part])) shaped[part] = undefined;
  const imps = shaped['imp'];
  if (!Array.isArray(imps)) shaped['imp'] = [];
  else if (!imps.every(isObject)) shaped['imp'] = imps.filter(isObject);
  try {
    const masked: Ext = { ...maskRequest(shaped as unknown as BidRequest, decision, account) };
    if (!Array.isArray(imps)) masked['imp'] = undefined;
    if (!(decision.mayPassIds && decision.mayPassUfpd) && isObject(masked['user'])) masked['user'] = withoutPublisherIds(masked['user']);
    if (isObject(masked['ext'])) masked['ext'] = maskConfigs(masked['ext'], decision, account);
    return masked as T;
  } catch {
    // A part has the right name but a malformed value.
    return { ...shaped, imp: undefined, user: undefined, device: undefined, source: undefined, ext: undefined } as T;
  }
}

/** Removes the publisher's ids by bidder wherever endpoints accept them: in the extension; in video requests in the user itself. */
function withoutPublisherIds(user: Ext): Ext {
  let masked = withoutField(user, 'buyeruids');
  for (const extKey of EXT_KEYS) {
    const { ext } = masked;
    const own = isObject(ext) ? ext[extKey] : undefined;
    if (!isObject(ext) || !isObject(own) || own['buyeruids'] === undefined) continue;
    const rest = withoutField(own, 'buyeruids');
    const others = Object.keys(rest).length > 0 ? { ...ext, [extKey]: rest } : withoutField(ext, extKey);
    masked = Object.keys(others).length > 0 ? { ...masked, ext: others } : withoutField(masked, 'ext');
  }
  return masked;
}

/** `bidderconfig` holds users and devices of its own. Its entries keep their positions. */
function maskConfigs(ext: Ext, decision: BidderPrivacy, account: Account): Ext {
  let shortened = ext;
  for (const extKey of EXT_KEYS) {
    const own = shortened[extKey];
    if (!isObject(own) || own['bidderconfig'] === undefined) continue;
    const { bidderconfig } = own;
    const masked = Array.isArray(bidderconfig) ? bidderconfig.map((entry) => maskConfig(entry, decision, account)) : undefined;
    shortened = { ...shortened, [extKey]: { ...own, bidderconfig: masked } };
  }
  return shortened;
}

/** Removes parts that cannot be masked. */
function maskConfig(entry: unknown, decision: BidderPrivacy, account: Account): Ext | undefined {
  const config = isObject(entry) ? entry['config'] : undefined;
  const ortb2 = isObject(config) ? config['ortb2'] : undefined;
  if (!isObject(entry) || !isObject(ortb2)) return undefined;
  return { bidders: entry['bidders'], config: { ortb2: maskObject(ortb2, decision, account) } };
}
