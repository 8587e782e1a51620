/**
 * Privacy of observers: everything that any privacy decision of an auction restricts is removed; if the auction ended before the decisions,
 * all personal data is. Reuses the masks of bidders.
 */
import type { Auction } from '#src/auction/auction.ts';
import { type BidderPrivacy, removesNothing } from '#src/auction/privacy/decision.ts';
import { maskObject } from '#src/auction/privacy/mask-object.ts';
import type { Account } from '#src/config/account.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';

/** Without a decision all personal data is removed. */
const undecided: BidderPrivacy = {
  mayCall: false,
  mayPassIds: false,
  mayPassUfpd: false,
  mayPassPreciseGeo: false,
  mayPassTid: false,
  mayPassEids: false,
  emptiesGeo: true,
  masksProfile: true,
  reasons: [],
};

/** The strictest of an auction's decisions, field by field. */
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
    allowedEidSources: commonSources(limits),
    emptiesGeo: all.some(({ emptiesGeo }) => emptiesGeo === true),
    masksProfile: all.some(({ masksProfile }) => masksProfile === true),
    reasons: [],
  };
}

/** Sources exempted by every decision that removes eids. */
function commonSources(limits: readonly BidderPrivacy[]): ReadonlySet<string> | undefined {
  const [first, ...rest] = limits.map(({ allowedEidSources }) => allowedEidSources);
  return first && new Set([...first].filter((source) => rest.every((more) => more?.has(source))));
}

/** Depth of every endpoint's debug output. */
const DEBUG_DEPTH = 4;

/** A response whose debug output, if any, has the request masked by `decision`; unchanged if there is nothing to mask. */
export function redactResponse(json: string, decision: BidderPrivacy, account: Account): string {
  if (removesNothing(decision) || !json.includes('"resolvedrequest"')) return json;
  try {
    return JSON.stringify(redactDebug(JSON.parse(json), DEBUG_DEPTH, decision, account));
  } catch {
    return '';
  }
}

function redactDebug(value: unknown, depth: number, decision: BidderPrivacy, account: Account): unknown {
  if (!isObject(value) || depth === 0) return value;
  const masked: Ext = {};
  for (const [name, field] of Object.entries(value)) {
    const isRequest = name === 'resolvedrequest' && isObject(field);
    masked[name] = isRequest ? maskObject(field, decision, account) : redactDebug(field, depth - 1, decision, account);
  }
  return masked;
}
