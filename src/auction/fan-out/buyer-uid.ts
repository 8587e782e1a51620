/** `user.buyeruid`: selects the id of the user that a bidder receives. */

import type { FanOutDialect } from '#src/dialect/contract/fan-out.ts';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { User } from '#src/openrtb/ortb.ts';
import type { Uids } from '#src/sync/uids.ts';
import type { Called } from './identity.ts';

/** Bidder in lower case → id, as the publisher gave them. */
export type BuyerUids = ReadonlyMap<string, string>;

const NONE: BuyerUids = new Map();

/** The publisher's ids; an error if `user.ext` is malformed. */
export function readBuyerUids(user: User | null | undefined): Result<BuyerUids> {
  const ext: unknown = user?.ext ?? {};
  const srv: unknown = isObject(ext) ? (ext['srv'] ?? {}) : undefined;
  const given: unknown = isObject(srv) ? (srv['buyeruids'] ?? {}) : undefined;
  if (!isObject(given)) return { error: 'request.user.ext object is not valid' };
  if (Object.keys(given).length === 0) return { value: NONE };
  const uids = new Map<string, string>();
  for (const [bidder, uid] of Object.entries(given)) if (typeof uid === 'string') uids.set(bidder.toLowerCase(), uid);
  return { value: uids };
}

/** The user without the publisher's ids and the objects that held only them. The same user if there are none. */
export function withoutBuyerUids<U extends User | null | undefined>(user: U): U {
  const srv: unknown = user?.ext?.srv;
  if (!user || !isObject(srv) || !('buyeruids' in srv || Object.keys(srv).length === 0)) return user;
  const { buyeruids: _, ...rest } = srv;
  const ext = { ...user.ext, srv: Object.keys(rest).length > 0 ? rest : undefined };
  const isEmpty = Object.values(ext).every((field) => field === undefined);
  return { ...user, ext: isEmpty ? undefined : ext };
}

/**
 * The id for one bidder if the request itself has none: the publisher's under one of the bidder's names, else that of the host's cookie;
 * undefined: unknown.
 */
export function buyerUidFor(
  called: Pick<Called, 'bidder' | 'known'>,
  given: BuyerUids,
  cookie: Uids,
  { uidNames }: Pick<FanOutDialect, 'uidNames'>,
): string | undefined {
  const name = given.size === 0 ? undefined : uidNames(called).find((each) => given.has(each.toLowerCase()));
  return (name && given.get(name.toLowerCase())) || cookie.get(called.known.syncKey) || undefined;
}
