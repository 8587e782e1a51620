/** The host's settings for user sync, compiled once: syncers, priorities, switches, metrics. */
import type { Services } from '#src/auction/services.ts';
import type { BidderRegistry, KnownBidder } from '#src/bidders/registry.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { createShuffle, type Shuffle } from './candidates.ts';
import { type Priorities, toPriorities } from './cookie-fit.ts';
import type { MakeSyncPrivacy } from './privacy.ts';
import { SyncReports } from './reports.ts';
import { createSyncers, redirectError, type Syncers, type SyncSource, type SyncUrlSettings } from './syncers.ts';

export interface SyncHost {
  readonly services: Services;
  readonly makePrivacy: MakeSyncPrivacy;
  readonly syncers: Syncers;
  /** Codes of all bidders with a syncer. */
  readonly available: readonly string[];
  readonly priorityGroups: readonly (readonly string[])[];
  readonly priorities: Priorities;
  readonly shuffle: Shuffle;
  /** Base of our own `/setuid` URLs. */
  readonly externalUrl: string;
  /** The host's own cookie overrides stored ids of its family. */
  readonly hostWins: boolean;
  readonly enforcesBidderVendor: boolean;
  readonly reports: SyncReports;
}

const ALLOWS_KEYS_ALONE = { go: false, java: true } as const;

/** Default base and template of redirects. */
const syncUrlSettings = (config: HostConfig): SyncUrlSettings => ({
  externalUrl: config.user_sync.external_url || config.external_url,
  redirectUrl: config.rules.syncRedirect,
  allowsKeysAlone: ALLOWS_KEYS_ALONE[config.rules.syncDialect],
});

/** The host's priority groups; the Java variant's flat list is one group. */
const hostPriorityGroups = ({ user_sync, cookie_sync }: HostConfig): readonly (readonly string[])[] =>
  user_sync.priority_groups.length > 0 || cookie_sync.pri.length === 0 ? user_sync.priority_groups : [cookie_sync.pri];

const toSource = ({ code, info, syncKey }: KnownBidder): SyncSource => ({
  code,
  key: syncKey,
  active: info.enabled && !info.whiteLabelOnly,
  info: info.userSync,
});

/** The syncers of a host's bidders. Their errors are invalid settings; one of the host's own redirect is reported once, not by each bidder. */
export function syncersOf(bidders: BidderRegistry, config: HostConfig): Syncers {
  const settings = syncUrlSettings(config);
  const error = redirectError(settings);
  if (error !== undefined) return { byBidder: new Map(), errors: [`user_sync.redirect_url: ${error}`] };
  return createSyncers([...bidders.all.values()].map(toSource), settings);
}

/** The parts of a host that all user-ID syncs share. @param makePrivacy decides by the signals of each call */
export function createSyncHost(services: Services, makePrivacy: MakeSyncPrivacy): SyncHost {
  const { config, bidders } = services;
  const syncers = syncersOf(bidders, config);
  for (const error of syncers.errors) services.log.error({ error }, 'user sync of a bidder failed');
  const priorityGroups = hostPriorityGroups(config);
  return {
    services,
    makePrivacy,
    syncers,
    available: [...syncers.byBidder.keys()],
    priorityGroups,
    priorities: toPriorities(priorityGroups, (bidder) => bidders.known(bidder)?.syncKey),
    shuffle: createShuffle(services.random),
    externalUrl: syncUrlSettings(config).externalUrl,
    hostWins: config.rules.hostCookieWins,
    enforcesBidderVendor: config.rules.enforceBidderVendor,
    reports: new SyncReports(services, new Set([...syncers.byBidder.values()].map(({ key }) => key))),
  };
}
