/** The response of `/cookie_sync`. */

import type { SyncType } from './filters.ts';
import type { Evaluation, SyncStatus } from './sync-selection.ts';

/** One sync for the browser; omitted without a URL. */
export interface RenderedSync {
  readonly bidder: string;
  readonly url: string | undefined;
  readonly type: SyncType;
}

export interface BidderStatus {
  readonly bidder: string;
  readonly no_cookie: true;
  readonly usersync: { readonly url: string; readonly type: SyncType };
}

const MESSAGES: Readonly<Record<Exclude<SyncStatus, 'ok' | 'duplicate'>, string>> = {
  'unknown-bidder': 'Unsupported bidder',
  'unconfigured-bidder': 'No sync config',
  'rejected-by-filter': 'Rejected by request filter',
  'already-synced': 'Already in sync',
  'blocked-by-privacy': 'Rejected by privacy',
  'blocked-by-disabled-usersync': 'Sync disabled by config',
  'blocked-by-regulation-scope': 'Rejected by regulation scope',
  'blocked-by-user-opt-out': 'Status blocked by user opt out',
};

const errorMessage = ({ status, syncerKey }: Evaluation): string | undefined => {
  if (status === 'ok') return undefined;
  return status === 'duplicate' ? `Duplicate bidder synced as ${syncerKey ?? ''}` : MESSAGES[status];
};

/** The status of each bidder with a sync URL. */
export const toBidderStatus = (syncs: readonly RenderedSync[]): BidderStatus[] =>
  syncs.flatMap(({ bidder, url, type }) => (url === undefined ? [] : [{ bidder, no_cookie: true as const, usersync: { url, type } }]));

/** The serialized body; with `evaluated`: debug output for every rejected bidder. */
export function cookieSyncBody(hasLiveIds: boolean, statuses: readonly BidderStatus[], evaluated: readonly Evaluation[] = []): string {
  const debug = evaluated.flatMap((evaluation) => {
    const error = errorMessage(evaluation);
    return error === undefined ? [] : [{ bidder: evaluation.bidder, error }];
  });
  const status = hasLiveIds ? 'ok' : 'no_cookie';
  return `${JSON.stringify({ status, bidder_status: statuses, ...(debug.length > 0 && { debug }) })}\n`;
}
