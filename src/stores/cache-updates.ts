/** Updates of stored data caches: background polls, and the endpoints for pushed updates. */
import type { HostConfig } from '#src/config/schema.ts';
import { STORE_SECTIONS } from '#src/config/sections/stores.ts';
import type { CachedStore } from './cached.ts';
import { measuredRefresher } from './measured.ts';
import { databaseRefresher, httpRefresher, type Refresher } from './refreshers.ts';
import { type RefreshedFolder, s3Refresher } from './s3-refresher.ts';
import { openBucket, type SectionEnv, type SectionName } from './section.ts';
import type { StoreKind } from './store.ts';
import type { UpdateTargets } from './updates.ts';

export type Caches = { readonly [name in SectionName]: CachedStore | undefined };

/** The endpoint of pushed updates. */
export interface PushAddress {
  readonly path: string;
  readonly targets: UpdateTargets;
  /** Serve it on the public listener as well. */
  readonly isPublic: boolean;
  /** Authentication is required on the public listener too. */
  readonly isProtected: boolean;
  /** No authentication is required on any listener. */
  readonly isOpen: boolean;
}

/** Data of one section by the names in updates. */
function targetsOf(name: SectionName, cache: CachedStore): UpdateTargets {
  if (name === 'accounts') return { accounts: { cache, kind: 'account' } };
  if (name === 'stored_responses') return { responses: { cache, kind: 'response' } };
  if (name === 'stored_video_req') return { requests: { cache, kind: 'video' } };
  return { requests: { cache, kind: 'request' }, imps: { cache, kind: 'imp' } };
}

/** Data of AMP requests by the names in updates. */
const ampTargets = (cache: CachedStore): UpdateTargets => ({ requests: { cache, kind: 'amp' }, imps: { cache, kind: 'imp' } });

/** Default timeout of an update source in ms, for a setting of 0. */
const DEFAULT_TIMEOUT_MS = 10_000;

/** The kind of a section's data in metrics. */
const KINDS: { readonly [name in SectionName]: StoreKind } = {
  stored_requests: 'request',
  stored_video_req: 'video',
  stored_responses: 'response',
  accounts: 'account',
};

/** One endpoint per section, and one for AMP; an endpoint shared by two sections accepts the data of both. */
export function pushAddresses(config: HostConfig, caches: Caches): PushAddress[] {
  const addresses: PushAddress[] = [];
  const add = (events: HostConfig['accounts']['cache_events'], targets: UpdateTargets): void => {
    if (!events.enabled) return;
    const at = addresses.findIndex(({ path }) => path === events.endpoint);
    const before = addresses[at];
    const isPublic = events.on_application_port || before?.isPublic === true;
    const isProtected = events.protected === true || before?.isProtected === true;
    const isOpen = events.protected === false && before?.isOpen !== false;
    const made = { path: events.endpoint, targets: { ...before?.targets, ...targets }, isPublic, isProtected, isOpen };
    if (before) addresses[at] = made;
    else addresses.push(made);
  };
  for (const name of STORE_SECTIONS) {
    const cache = caches[name];
    if (cache) add(config[name].cache_events, { ...others(name, caches), ...targetsOf(name, cache) });
  }
  const { stored_requests: cache } = caches;
  if (cache) add(config.stored_requests.amp_cache_events, ampTargets(cache));
  return addresses;
}

/** An update of stored requests may contain accounts and responses. */
function others(name: SectionName, { accounts, stored_responses: responses }: Caches): UpdateTargets {
  if (name !== 'stored_requests') return {};
  return {
    ...(accounts ? targetsOf('accounts', accounts) : {}),
    ...(responses ? targetsOf('stored_responses', responses) : {}),
  };
}

/** Polls of every section that has them. */
export async function refreshersOf(config: HostConfig, caches: Caches, env: SectionEnv): Promise<Refresher[]> {
  const refreshers: Refresher[] = [];
  for (const name of STORE_SECTIONS) {
    const cache = caches[name];
    if (!cache) continue;
    const add = (kind: StoreKind, tasks: readonly Refresher[]): void => {
      for (const task of tasks) refreshers.push(measuredRefresher(task, kind, env.metrics, env.clock));
    };
    add(KINDS[name], s3Refreshers(config[name], name, cache, env));
    for (const feed of feedsOf(name, config[name], cache)) {
      add(feed.kind, httpRefreshers(feed, env));
      add(feed.kind, await databaseRefreshers(feed, env));
    }
  }
  return refreshers;
}

/** Polled updates of a section, with the endpoint and the queries that return them; empty: none. */
interface Feed {
  /** Of its data in metrics. */
  readonly kind: StoreKind;
  readonly section: HostConfig[SectionName];
  readonly targets: UpdateTargets;
  readonly endpoint: string;
  readonly fillQuery: string;
  readonly pollQuery: string;
  /** The refresher's name after a source. */
  readonly nameOf: (source: 'http_events' | 'database') => string;
}

/** AMP requests are updated by an endpoint and queries of their own. */
function feedsOf(name: SectionName, section: HostConfig[SectionName], cache: CachedStore): Feed[] {
  const { http_events: http, database } = section;
  const { initialize_caches: fill, poll_for_updates: poll } = database;
  const feed: Feed = {
    kind: KINDS[name],
    section,
    targets: targetsOf(name, cache),
    endpoint: http.endpoint,
    fillQuery: fill.query,
    pollQuery: poll.query,
    nameOf: (source) => `${name}.${source}`,
  };
  if (name !== 'stored_requests') return [feed];
  const amp: Feed = {
    kind: 'amp',
    section,
    targets: ampTargets(cache),
    endpoint: http.amp_endpoint,
    fillQuery: fill.amp_query,
    pollQuery: poll.amp_query,
    nameOf: (source) => `${name}.${source}.amp`,
  };
  return [feed, amp];
}

/** Kinds of each section and their folders. */
function foldersOf(name: SectionName, { s3 }: HostConfig[SectionName]): RefreshedFolder[] {
  if (name === 'accounts') return [{ folder: s3.accounts_dir, kinds: ['account'] }];
  if (name === 'stored_responses') return [{ folder: s3.stored_responses_dir, kinds: ['response'] }];
  if (name === 'stored_video_req') return [{ folder: s3.stored_requests_dir, kinds: ['video'] }];
  return [
    { folder: s3.stored_requests_dir, kinds: ['request', 'amp'] },
    { folder: s3.stored_imps_dir, kinds: ['imp'] },
  ];
}

function s3Refreshers(section: HostConfig[SectionName], name: SectionName, cache: CachedStore, env: SectionEnv): Refresher[] {
  const { s3, in_memory_cache: memory } = section;
  const { enabled, refresh_rate_seconds, timeout_ms: timeoutMs } = s3.poll_for_updates;
  if (s3.bucket === '' || !enabled) return [];
  const bucket = openBucket(s3, env);
  const lifetimeMs = Math.max(0, memory.ttl_seconds - memory.jitter_seconds) * 1000;
  const times = { everyMs: refresh_rate_seconds * 1000, timeoutMs, lifetimeMs, now: () => env.clock.now() };
  return [s3Refresher({ name: `${name}.s3`, bucket, folders: foldersOf(name, section), cache, ...times })];
}

function httpRefreshers({ section, targets, endpoint, nameOf }: Feed, { fetchBody, clock }: SectionEnv): Refresher[] {
  if (endpoint === '') return [];
  const { refresh_rate_seconds, timeout_ms } = section.http_events;
  const times = { everyMs: refresh_rate_seconds * 1000, timeoutMs: timeout_ms || DEFAULT_TIMEOUT_MS, now: () => clock.now() };
  return [httpRefresher({ name: nameOf('http_events'), endpoint, targets, fetchBody, ...times })];
}

async function databaseRefreshers(
  { section, targets, fillQuery, pollQuery, nameOf }: Feed,
  { clock, databases }: SectionEnv,
): Promise<Refresher[]> {
  const { connection, initialize_caches: fill, poll_for_updates: poll } = section.database;
  if (connection.driver === '' || (fillQuery === '' && pollQuery === '')) return [];
  return [
    databaseRefresher({
      name: nameOf('database'),
      database: await databases.get(connection),
      fill: { query: fillQuery, timeoutMs: fill.timeout_ms },
      poll: { query: pollQuery, timeoutMs: poll.timeout_ms, everyMs: poll.refresh_rate_seconds * 1000 },
      targets,
      clock,
    }),
  ];
}
