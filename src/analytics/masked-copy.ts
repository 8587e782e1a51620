/**
 * The copy of a request for one module: everything that activities and the user's signals deny it is masked, and `ext.srv.analytics` holds
 * only the module's own entry.
 */
import type { Auction } from '#src/auction/auction.ts';
import { componentPrivacy } from '#src/auction/privacy/component.ts';
import { removesNothing } from '#src/auction/privacy/decision.ts';
import { maskObject } from '#src/auction/privacy/mask-object.ts';
import type { Services } from '#src/auction/services.ts';
import type { Account } from '#src/config/account.ts';
import { isObject } from '#src/json/merge.ts';
import type { Ext, RequestSrv } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { signalPrivacy } from './signals.ts';

export interface MaskedCopy {
  readonly request: BidRequest;
  /** The module's settings: the account's, overridden by the request's. */
  readonly settings: Ext;
  /** Something was masked, so no other field may repeat it. */
  readonly isMasked: boolean;
  /** Applies the same mask to another object with `user` and `device` at its top level. */
  maskOther(other: Ext | undefined): Ext | undefined;
}

const NONE: Ext = Object.freeze({});

/** The account's settings of a module without the switch. */
function accountSettings(account: Account, name: string): Ext {
  const { modules } = account.analytics;
  const settings = Object.hasOwn(modules, name) ? modules[name] : undefined;
  if (!settings) return NONE;
  const { enabled: _, ...rest } = settings;
  return rest;
}

/** The module the copy is for. */
export interface CopyFor {
  readonly name: string;
  /** The module has a vendor id or checks consent itself. */
  readonly hasLegalBasis: boolean;
}

/** The auction's data as one module may receive it. */
export function maskedCopy(auction: Auction, { name, hasLegalBasis }: CopyFor, services: Pick<Services, 'config'>): MaskedCopy {
  const { account } = auction;
  const given = auction.request.ext?.srv?.analytics;
  const own = isObject(given) && Object.hasOwn(given, name) ? given[name] : undefined;
  const ofAccount = accountSettings(account, name);
  const settings = isObject(own) ? (ofAccount === NONE ? own : { ...ofAccount, ...own }) : ofAccount;
  const reported = own === undefined || isObject(own) ? settings : own;
  const entry = own === undefined && settings === NONE ? undefined : reported;
  const activities = componentPrivacy({ type: 'analytics', name }, account, services);
  const signals = signalPrivacy(auction, hasLegalBasis, services);
  // One after the other: a variant's activities may remove other fields than signals do.
  const mask = <T extends object>(value: T): T => maskObject(maskObject(value, activities, account), signals, account);
  const isMasked = !removesNothing(activities) || !removesNothing(signals);
  const request = given === undefined ? auction.request : withAnalytics(auction.request, name, entry);
  return {
    request: mask(request),
    settings,
    isMasked,
    maskOther: (other) => other && mask(other),
  };
}

/** The request with `entry` as the only entry of `ext.srv.analytics`; undefined: without any. */
function withAnalytics(request: BidRequest, name: string, entry: unknown): BidRequest {
  const { analytics: _, ...rest } = request.ext?.srv ?? {};
  const srv: RequestSrv = entry === undefined ? rest : { ...rest, analytics: { [name]: entry } };
  return { ...request, ext: { ...request.ext, srv } };
}
