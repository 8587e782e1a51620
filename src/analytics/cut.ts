/** The copy of a request one module gets: what activities and the user's signals deny it is masked, and of `ext.srv.analytics` only its own entry stays. */
import type { Auction } from '#src/auction/auction.ts';
import { componentPrivacy } from '#src/auction/privacy/component.ts';
import { leavesAll } from '#src/auction/privacy/decision.ts';
import { maskWhole } from '#src/auction/privacy/mask-whole.ts';
import type { Services } from '#src/auction/services.ts';
import type { Account } from '#src/config/account.ts';
import type { Ext, RequestSrv } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest } from '#src/wire/ortb.ts';
import { both, signalPrivacy } from './signals.ts';

export interface CutCopy {
  readonly request: BidRequest;
  /** Own settings: the account's, the request's over them. */
  readonly settings: Ext;
  /** Something had to be masked, so nothing else may repeat it. */
  readonly isMasked: boolean;
  /** The same cut for another object that has `user` and `device` at its top. */
  maskOther(other: Ext | undefined): Ext | undefined;
}

const NONE: Ext = Object.freeze({});

/** Everything of the account's settings of a module but the switch. */
function accountSettings(account: Account, name: string): Ext {
  const { modules } = account.analytics;
  const settings = Object.hasOwn(modules, name) ? modules[name] : undefined;
  if (!settings) return NONE;
  const { enabled: _, ...rest } = settings;
  return rest;
}

/** Whose copy it is. */
export interface CopyFor {
  readonly name: string;
  /** It has a vendor id or asks for consent itself. */
  readonly hasGround: boolean;
}

export function cutCopy(auction: Auction, { name, hasGround }: CopyFor, services: Pick<Services, 'config'>): CutCopy {
  const { account } = auction;
  const given = auction.request.ext?.srv?.analytics;
  const own = isObject(given) && Object.hasOwn(given, name) ? given[name] : undefined;
  const ofAccount = accountSettings(account, name);
  const settings = isObject(own) ? (ofAccount === NONE ? own : { ...ofAccount, ...own }) : ofAccount;
  const told = own === undefined || isObject(own) ? settings : own;
  const entry = own === undefined && settings === NONE ? undefined : told;
  const activities = componentPrivacy({ type: 'analytics', name }, account, services);
  const decision = both(activities, signalPrivacy(auction, hasGround, services));
  const isMasked = !leavesAll(decision);
  const request = given === undefined ? auction.request : withAnalytics(auction.request, name, entry);
  return {
    request: isMasked ? maskWhole(request, decision, account) : request,
    settings,
    isMasked,
    maskOther: (other) => (other && isMasked ? maskWhole(other, decision, account) : other),
  };
}

/** The request with `entry` as the only one of `ext.srv.analytics`; undefined: without any. */
function withAnalytics(request: BidRequest, name: string, entry: unknown): BidRequest {
  const { analytics: _, ...rest } = request.ext?.srv ?? {};
  const srv: RequestSrv = entry === undefined ? rest : { ...rest, analytics: { [name]: entry } };
  return { ...request, ext: { ...request.ext, srv } };
}
