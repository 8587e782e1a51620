/** The injectable services of the states. Every state's function receives them; tests pass their own. */

import type { BidderRegistry } from '#src/bidders/registry.ts';
import type { BidCache } from '#src/cache/contract.ts';
import type { Account } from '#src/config/account.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Dialect } from '#src/dialect/dialect.ts';
import type { Abortable } from '#src/lang/abort-scope.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import type { HookRegistry } from '#src/modules/hook-registry.ts';
import type { Transport } from '#src/net/transport.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Geo } from '#src/openrtb/ortb.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import type { Random } from '#src/platform/random.ts';
import type { VendorLists } from '#src/privacy/vendor-list.ts';
import type { EventKind, ObservableKind } from '#streams/events.ts';
import type { FloorsSource } from './floors/lookup.ts';
import type { PreviousAuctions } from './previous-auctions.ts';
import type { StoredData } from './stored-data.ts';

export type AccountLookup =
  | { readonly kind: 'found'; readonly account: Account }
  /** Not stored: the host's defaults with this id. */
  | { readonly kind: 'unknown'; readonly account: Account; readonly errors: readonly string[]; readonly timedOut?: boolean | undefined }
  | { readonly kind: 'malformed'; readonly part: 'config' | 'dsa' };

export interface AccountService {
  find(id: string, timeoutMs: number, scope?: Abortable): MaybeLater<AccountLookup>;
}

/** The host's currency rates as last fetched. */
export interface HostRates {
  /** base → target → rate; undefined: none (or stale: only equal currencies convert) */
  current(): { readonly [from: string]: { readonly [to: string]: number } } | undefined;
}

/** A location as fields of `device.geo`: country in alpha-3, `utcoffset` in minutes. */
export type FoundPlace = Pick<Geo, 'country' | 'region' | 'city' | 'zip' | 'metro' | 'lat' | 'lon' | 'utcoffset'>;

export interface GeoLookup {
  find(ip: string): MaybeLater<FoundPlace | undefined>;
  /** @throws Error if lookups do not work */
  check?(): void;
}

/** Response health of bidders; decides whether a bidder is called at all. */
export interface BidderHealth {
  /** Why this call must not be made now; undefined: allowed (the call then counts as in flight until `note`). */
  admit(bidder: string): string | undefined;
  /** A call ended: in time with a status below 500, or not; undefined: aborted for reasons unrelated to the bidder. */
  note(bidder: string, isSuccess: boolean | undefined): void;
  /** A response arrived after its auction had continued. */
  late(bidder: string): void;
}

/** Result of signing: the header to send, an error, or both. */
export interface Signed {
  readonly header?: string | undefined;
  readonly error?: string | undefined;
}

/** Signs requests so that recipients can verify the sender (ads.cert). */
export interface CallSigner {
  /** @param body as sent, before compression. Never throws or rejects. */
  sign(uri: string, body: string): MaybeLater<Signed>;
}

/** The destination of events; check `hasSubscribers` before building one. */
export interface Bus {
  hasSubscribers(kind: ObservableKind): boolean;
  publish(event: {
    readonly v: 1;
    readonly kind: EventKind;
    readonly at: number;
    readonly auction?: number | undefined;
    readonly request?: string | undefined;
    readonly account?: string | undefined;
    readonly bidder?: string | undefined;
    readonly data: object;
  }): void;
}

export interface Services {
  readonly config: HostConfig;
  /** Everything that depends on the variant in messages, arithmetic and order. */
  readonly dialect: Dialect<Services>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly bidders: BidderRegistry;
  readonly accounts: AccountService;
  readonly stored: StoredData;
  /** Merged under every request, with the `srv` key; never modified. Absent: none is configured. */
  readonly defaultRequest?: Ext | undefined;
  readonly bidCache: BidCache;
  readonly rates: HostRates;
  readonly floors: FloorsSource;
  readonly vendorLists: VendorLists;
  readonly transport: Transport;
  readonly health: BidderHealth;
  readonly bus: Bus;
  readonly geo?: GeoLookup | undefined;
  /** Absent: this host does not sign requests. */
  readonly adsCert?: CallSigner | undefined;
  /** Absent: no account or bidder of this host uses it. */
  readonly previousAuctions?: PreviousAuctions | undefined;
  /** Modules and their execution plans; absent: this host has none. */
  readonly hooks?: HookRegistry | undefined;
  /** The server's version, without its name. */
  readonly version: string;
}
