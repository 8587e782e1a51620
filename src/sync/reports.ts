/** Metrics and events of user sync. */
import type { Services } from '#src/auction/services.ts';
import type { Counter } from '#src/platform/metrics.ts';
import type { AccountError } from './account.ts';
import type { BidderStatus } from './cookie-sync-response.ts';
import type { Evaluation, SyncStatus } from './sync-selection.ts';

export type CallStatus = 'ok' | 'bad_request' | 'opt_out' | 'gdpr_blocked_host_cookie' | 'syncer_unknown' | AccountError;

/** Data of a bus event of kind `sync`. */
export type SyncEvent =
  | {
      readonly type: 'cookie_sync';
      readonly status: number;
      readonly errors: readonly string[];
      readonly bidderStatus: readonly BidderStatus[];
    }
  | {
      readonly type: 'setuid';
      readonly status: number;
      /** Sync key. */
      readonly bidder: string;
      readonly uid: string;
      readonly errors: readonly string[];
      readonly success: boolean;
    };

const COUNTED: Readonly<Partial<Record<SyncStatus, string>>> = {
  ok: 'ok',
  'blocked-by-privacy': 'privacy_blocked',
  'already-synced': 'already_synced',
  'rejected-by-filter': 'rejected_by_filter',
};

const COOKIE_SYNCS = 'Calls of /cookie_sync by outcome.';
const SET_UIDS = 'Calls of /setuid by outcome.';
const SYNCERS = 'Evaluated syncers by result.';
const SETS = 'Ids stored and removed.';
const TCF = 'Syncs that the GDPR prevented, by reason.';

const CALLS: readonly CallStatus[] = [
  'ok',
  'bad_request',
  'opt_out',
  'gdpr_blocked_host_cookie',
  'acct_blocked',
  'acct_config_malformed',
  'acct_invalid',
];

export class SyncReports {
  readonly #services: Services;
  readonly #counters = new Map<string, Counter>();

  /** @param syncers keys of all syncers of the host */
  constructor(services: Services, syncers: Iterable<string> = []) {
    this.#services = services;
    // Series exist before the first event, so that its increase is visible.
    for (const status of CALLS) {
      this.#counter('cookie_sync_requests', COOKIE_SYNCS, { status });
      this.#counter('setuid_requests', SET_UIDS, { status });
    }
    this.#counter('setuid_requests', SET_UIDS, { status: 'syncer_unknown' });
    for (const syncer of syncers) {
      for (const status of Object.values(COUNTED)) this.#counter('syncer_requests', SYNCERS, { syncer, status });
      for (const status of ['ok', 'cleared']) this.#counter('syncer_sets', SETS, { syncer, status });
    }
  }

  cookieSync(status: CallStatus): void {
    this.#counter('cookie_sync_requests', COOKIE_SYNCS, { status }).add();
  }

  setUid(status: CallStatus): void {
    this.#counter('setuid_requests', SET_UIDS, { status }).add();
  }

  /** Results of the chooser for bidders with a syncer. */
  syncers(evaluated: readonly Evaluation[]): void {
    for (const { syncerKey, status } of evaluated) {
      const label = COUNTED[status];
      if (syncerKey !== undefined && label) this.#counter('syncer_requests', SYNCERS, { syncer: syncerKey, status: label }).add();
    }
  }

  stored(syncer: string, status: 'ok' | 'cleared'): void {
    this.#counter('syncer_sets', SETS, { syncer, status }).add();
  }

  /** A sync without permission, or without a valid consent string. @param syncer its key; `all`: a call of /cookie_sync */
  prevented(syncer: string, reason: 'blocked' | 'invalid'): void {
    this.#counter('syncer_tcf', TCF, { syncer, reason }).add();
  }

  /** Publishes the result of `make` if there are subscribers. */
  publish(account: string | undefined, make: () => SyncEvent): void {
    const { bus, clock } = this.#services;
    if (bus.hasSubscribers('sync')) bus.publish({ v: 1, kind: 'sync', at: clock.now(), account, data: make() });
  }

  #counter(name: string, help: string, labels: Readonly<Record<string, string>>): Counter {
    const key = `${name} ${Object.values(labels).join(' ')}`;
    let counter = this.#counters.get(key);
    if (!counter) {
      counter = this.#services.metrics.counter(name, help, labels);
      this.#counters.set(key, counter);
    }
    return counter;
  }
}
