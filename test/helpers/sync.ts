/** Syncable bidders, permissive privacy rules, and cookies as browsers send them. */
import type { BidderInfo, UserSyncInfo } from '#src/bidders/bidder.ts';
import type { KnownBidder } from '#src/bidders/registry.ts';
import type { MakeSyncPrivacy, SyncPrivacy } from '#src/sync/privacy.ts';
import { type UidEntry, UidsCookie, uidEntry } from '#src/sync/uids.ts';
import { encodeUids } from '#src/sync/uids-encoding.ts';
import { aBidder, hostInfo } from './auction.ts';

/** A pixel sync whose URL names the bidder. */
export const pixelSync = (code: string): UserSyncInfo => ({
  redirect: { url: `https://${code}.test/sync?r={{.RedirectURL}}`, userMacro: '$UID' },
});

/** A bidder of the registry; by default synced by a pixel under its own code. */
export const syncBidder = (
  code: string,
  userSync: UserSyncInfo | undefined = pixelSync(code),
  over: Partial<BidderInfo> = {},
): KnownBidder => aBidder(code, { info: hostInfo({ userSync, ...over }), syncKey: userSync?.key ?? code });

/** Privacy rules that allow everything except `over`. */
export const allowingPrivacy =
  (over: Partial<SyncPrivacy> = {}): MakeSyncPrivacy =>
  () => ({
    hostCookie: () => ({ kind: 'allowed' }),
    allowsBidder: () => true,
    gdprApplies: false,
    lacksConsent: false,
    allowsVendor: () => true,
    allowsSale: () => true,
    allowsActivity: () => true,
    ...over,
  });

/** A cookie of ids that expire this many ms after `nowMs`. */
export const cookieOf = (ids: Readonly<Record<string, string>>, nowMs: number, livesMs = 86_400_000): UidsCookie =>
  new UidsCookie(new Map(Object.entries(ids).map(([key, uid]): [string, UidEntry] => [key, uidEntry(uid, nowMs + livesMs)])));

/** The `Cookie` header of a browser with these ids. */
export const cookieHeader = (ids: Readonly<Record<string, string>>, nowMs: number, livesMs?: number): string =>
  `uids=${encodeUids(cookieOf(ids, nowMs, livesMs))}`;
