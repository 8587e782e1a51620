/**
 * A request as those may see it who are no bidders: analytics, modules with hooks, taps, recordings. What `maskRequest` leaves
 * to the fan-out, where no bidder gets it anyway, is cut as well: the publisher's ids for single bidders and its data for them.
 */
import type { Account } from '#src/config/account.ts';
import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { type BidderPrivacy, leavesAll } from './decision.ts';
import { maskRequest } from './mask.ts';
import { withoutMember } from './mask-fields.ts';

/** Our extension's names: inside, and in bodies as they came. */
const WORDS = ['srv', 'prebid'] as const;

/**
 * A request, or what is shaped like one (bodies of callers, first-party data of bidders), cut by `decision`. Parts too malformed
 * to be cut are left out. `value` is not written to; where nothing is to be cut it is handed back itself.
 */
export function maskWhole<T extends object>(value: T, decision: BidderPrivacy, account: Account): T {
  if (leavesAll(decision)) return value;
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
    // A part that looked like what it should be and was not.
    return { ...shaped, imp: undefined, user: undefined, device: undefined, source: undefined, ext: undefined } as T;
  }
}

/** Ids by bidder, where the endpoints have them: in the extension, of video requests in the user itself. */
function withoutPublisherIds(user: Ext): Ext {
  let cut = withoutMember(user, 'buyeruids');
  for (const word of WORDS) {
    const { ext } = cut;
    const own = isObject(ext) ? ext[word] : undefined;
    if (!isObject(ext) || !isObject(own) || own['buyeruids'] === undefined) continue;
    const rest = withoutMember(own, 'buyeruids');
    const others = Object.keys(rest).length > 0 ? { ...ext, [word]: rest } : withoutMember(ext, word);
    cut = Object.keys(others).length > 0 ? { ...cut, ext: others } : withoutMember(cut, 'ext');
  }
  return cut;
}

/** `bidderconfig` holds users and devices of its own. Its entries keep their places. */
function maskConfigs(ext: Ext, decision: BidderPrivacy, account: Account): Ext {
  let cut = ext;
  for (const word of WORDS) {
    const own = cut[word];
    if (!isObject(own) || own['bidderconfig'] === undefined) continue;
    const { bidderconfig } = own;
    const masked = Array.isArray(bidderconfig) ? bidderconfig.map((entry) => maskConfig(entry, decision, account)) : undefined;
    cut = { ...cut, [word]: { ...own, bidderconfig: masked } };
  }
  return cut;
}

/** Only what can be cut stays. */
function maskConfig(entry: unknown, decision: BidderPrivacy, account: Account): Ext | undefined {
  const config = isObject(entry) ? entry['config'] : undefined;
  const ortb2 = isObject(config) ? config['ortb2'] : undefined;
  if (!isObject(entry) || !isObject(ortb2)) return undefined;
  return { bidders: entry['bidders'], config: { ortb2: maskWhole(ortb2, decision, account) } };
}
