/** The answer of `/cookie_sync` (usersync.md section 6). */
import type { Evaluation, SyncStatus } from './chooser.ts';
import type { SyncType } from './filters.ts';

/** One sync ready for the browser; without a URL it is left out. */
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

const TEXTS: Readonly<Record<Exclude<SyncStatus, 'ok' | 'duplicate'>, string>> = {
  'unknown-bidder': 'Unsupported bidder',
  'unconfigured-bidder': 'No sync config',
  'rejected-by-filter': 'Rejected by request filter',
  'already-synced': 'Already in sync',
  'blocked-by-privacy': 'Rejected by privacy',
  'blocked-by-disabled-usersync': 'Sync disabled by config',
  'blocked-by-regulation-scope': 'Rejected by regulation scope',
  'blocked-by-user-opt-out': 'Status blocked by user opt out',
};

const errorText = ({ status, syncerKey }: Evaluation): string | undefined => {
  if (status === 'ok') return undefined;
  return status === 'duplicate' ? `Duplicate bidder synced as ${syncerKey ?? ''}` : TEXTS[status];
};

export const toBidderStatus = (syncs: readonly RenderedSync[]): BidderStatus[] =>
  syncs.flatMap(({ bidder, url, type }) => (url === undefined ? [] : [{ bidder, no_cookie: true as const, usersync: { url, type } }]));

/** The body's text: `evaluated` given: debug output for every bidder that was turned down. */
export function cookieSyncBody(hasLiveIds: boolean, statuses: readonly BidderStatus[], evaluated: readonly Evaluation[] = []): string {
  const debug = evaluated.flatMap((evaluation) => {
    const error = errorText(evaluation);
    return error === undefined ? [] : [{ bidder: evaluation.bidder, error }];
  });
  const status = hasLiveIds ? 'ok' : 'no_cookie';
  return `${JSON.stringify({ status, bidder_status: statuses, ...(debug.length > 0 && { debug }) })}\n`;
}
