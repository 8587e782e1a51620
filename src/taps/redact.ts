/**
 * What those who watch may see of an auction: what any decision of its privacy state took away is gone, for an auction that
 * never came so far everything is. Reuses the cuts bidders get.
 */
import type { Auction } from '#src/auction/auction.ts';
import { type BidderPrivacy, leavesAll } from '#src/auction/privacy/decision.ts';
import { maskRequest } from '#src/auction/privacy/mask.ts';
import { withoutMember, withoutUserExt } from '#src/auction/privacy/mask-fields.ts';
import type { Account } from '#src/config/account.ts';
import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest, User } from '#src/wire/ortb.ts';

/** Nobody has decided: nothing personal is shown. */
const undecided: BidderPrivacy = {
  mayCall: false,
  mayPassIds: false,
  mayPassUfpd: false,
  mayPassPreciseGeo: false,
  mayPassTid: false,
  mayPassEids: false,
  emptiesGeo: true,
  reasons: [],
};

/** The strictest of an auction's decisions, member by member. */
export function strictest({ privacy }: Pick<Auction, 'privacy'>): BidderPrivacy {
  if (privacy.size === 0) return undecided;
  const all = [...privacy.values()];
  const every = (may: (decision: BidderPrivacy) => boolean): boolean => all.every(may);
  const limits = all.filter(({ mayPassEids, mayPassIds }) => mayPassEids === false || !mayPassIds);
  return {
    mayCall: every(({ mayCall }) => mayCall),
    mayPassIds: every(({ mayPassIds }) => mayPassIds),
    mayPassUfpd: every(({ mayPassUfpd }) => mayPassUfpd),
    mayPassPreciseGeo: every(({ mayPassPreciseGeo }) => mayPassPreciseGeo),
    mayPassTid: every(({ mayPassTid }) => mayPassTid),
    mayPassEids: every(({ mayPassEids, mayPassIds }) => mayPassEids ?? mayPassIds),
    keptEidSources: commonSources(limits),
    emptiesGeo: all.some(({ emptiesGeo }) => emptiesGeo === true),
    reasons: [],
  };
}

/** Sources every decision that removes eids makes an exception of. */
function commonSources(limits: readonly BidderPrivacy[]): ReadonlySet<string> | undefined {
  const [first, ...rest] = limits.map(({ keptEidSources }) => keptEidSources);
  return first && new Set([...first].filter((source) => rest.every((more) => more?.has(source))));
}

/**
 * A request, or what is shaped like one (bodies of callers, first-party data of bidders), cut by `decision`.
 * Parts too malformed to be cut are left out. `value` is not written to.
 */
export function redactRequest<T extends object>(value: T, decision: BidderPrivacy, account: Account): T {
  if (leavesAll(decision)) return value;
  const shaped = { ...value } as Ext;
  for (const part of ['user', 'device', 'source']) if (shaped[part] !== undefined && !isObject(shaped[part])) shaped[part] = undefined;
  const imps = shaped['imp'];
  shaped['imp'] = Array.isArray(imps) ? imps.filter(isObject) : [];
  try {
    const masked: Ext = { ...maskRequest(shaped as unknown as BidRequest, decision, account) };
    if (!Array.isArray(imps)) masked['imp'] = undefined;
    if (!(decision.mayPassIds && decision.mayPassUfpd) && isObject(masked['user']))
      masked['user'] = withoutPublisherIds(masked['user'] as User);
    masked['ext'] = redactBidderConfigs(masked['ext'], decision, account);
    return masked as T;
  } catch {
    // A part that looked like what it should be and was not.
    return { ...shaped, imp: undefined, user: undefined, device: undefined, source: undefined, ext: undefined } as T;
  }
}

/** Ids a publisher gives for single bidders, in the words of all endpoints. */
function withoutPublisherIds(user: User): Ext {
  let cut = withoutMember(user as Ext, 'buyeruids');
  for (const word of ['srv', 'prebid']) {
    const own = isObject(cut['ext']) ? cut['ext'][word] : undefined;
    if (!isObject(own) || own['buyeruids'] === undefined) continue;
    const rest = withoutMember(own as Ext, 'buyeruids');
    cut =
      Object.keys(rest).length > 0 ? { ...cut, ext: { ...(cut['ext'] as Ext), [word]: rest } } : (withoutUserExt(cut as User, word) as Ext);
  }
  return cut;
}

/** `ext.srv.bidderconfig` holds users and devices of its own. */
function redactBidderConfigs(ext: unknown, decision: BidderPrivacy, account: Account): unknown {
  if (!isObject(ext)) return ext;
  let cut = ext;
  for (const word of ['srv', 'prebid']) {
    const own = cut[word];
    const configs = isObject(own) ? own['bidderconfig'] : undefined;
    if (configs === undefined) continue;
    const redacted = Array.isArray(configs) ? configs.map((config) => redactConfig(config, decision, account)) : undefined;
    cut = { ...cut, [word]: { ...(own as Ext), bidderconfig: redacted } };
  }
  return cut;
}

function redactConfig(entry: unknown, decision: BidderPrivacy, account: Account): unknown {
  const config = isObject(entry) ? entry['config'] : undefined;
  const ortb2 = isObject(config) ? config['ortb2'] : undefined;
  if (!isObject(ortb2)) return undefined;
  return { ...(entry as Ext), config: { ...(config as Ext), ortb2: redactRequest(ortb2, decision, account) } };
}

/** Deep enough for every endpoint's debug output. */
const DEBUG_DEPTH = 4;

/** An answer whose debug output, if any, shows the request cut by `decision`; the same text where there is nothing to cut. */
export function redactAnswer(text: string, decision: BidderPrivacy, account: Account): string {
  if (leavesAll(decision) || !text.includes('"resolvedrequest"')) return text;
  try {
    return JSON.stringify(redactDebug(JSON.parse(text), DEBUG_DEPTH, decision, account));
  } catch {
    return '';
  }
}

function redactDebug(value: unknown, depth: number, decision: BidderPrivacy, account: Account): unknown {
  if (!isObject(value) || depth === 0) return value;
  const cut: Ext = {};
  for (const [name, member] of Object.entries(value)) {
    const isRequest = name === 'resolvedrequest' && isObject(member);
    cut[name] = isRequest ? redactRequest(member, decision, account) : redactDebug(member, depth - 1, decision, account);
  }
  return cut;
}
