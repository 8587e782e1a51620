/**
 * What those who watch may see of an auction: what any decision of its privacy state took away is gone, for an auction that
 * never came so far everything is. Reuses the cuts bidders get.
 */
import type { Auction } from '#src/auction/auction.ts';
import { type BidderPrivacy, leavesAll } from '#src/auction/privacy/decision.ts';
import { maskWhole } from '#src/auction/privacy/mask-whole.ts';
import type { Account } from '#src/config/account.ts';
import type { Ext } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';

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
    cut[name] = isRequest ? maskWhole(member, decision, account) : redactDebug(member, depth - 1, decision, account);
  }
  return cut;
}
