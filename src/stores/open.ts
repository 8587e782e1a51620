/** Opens the configured stores. */
import type { AccountService } from '#src/auction/services.ts';
import type { StoredData, StoredKind } from '#src/auction/stored-data.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { StoresDialect } from '#src/dialect/contract/stores.ts';
import { type FetchBody, fetchBody } from '#src/net/fetch-body.ts';
import { PoolTransport } from '#src/net/http.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import { type Metrics, MetricsRegistry } from '#src/platform/metrics.ts';
import { type Random, systemRandom } from '#src/platform/random.ts';
import { accountReport } from './account-report.ts';
import { createAccounts } from './accounts.ts';
import { createYamlAccounts } from './accounts-yaml.ts';
import { type Caches, type PushAddress, pushAddresses, refreshersOf } from './cache-updates.ts';
import { Databases } from './databases.ts';
import { loadDefaultRequest } from './default-request.ts';
import type { Refresher } from './refreshers.ts';
import { type OpenSection, openSection, type SectionEnv, type SectionName } from './section.ts';
import type { Store } from './store.ts';
import { createStoredData } from './stored-data.ts';

export interface OpenStores {
  readonly stored: StoredData;
  readonly accounts: AccountService;
  readonly defaultRequest: Ext | undefined;
  readonly caches: Caches;
  /** Background tasks. */
  readonly refreshers: readonly Refresher[];
  /** Endpoints for pushed updates. */
  readonly pushed: readonly PushAddress[];
  /** Queries the database; rejects if it does not respond, or there is none. */
  pingDatabase(): Promise<unknown>;
  close(): void;
}

/** Injectable services of stores besides time and log; the defaults use the machine. */
export interface StoresEnv {
  readonly dialect: StoresDialect;
  readonly metrics?: Metrics;
  readonly random?: Pick<Random, 'next'>;
  readonly fetchBody?: FetchBody;
}

/** The section of each kind. */
const SECTIONS: { readonly [kind in StoredKind]: Exclude<SectionName, 'accounts'> } = {
  request: 'stored_requests',
  amp: 'stored_requests',
  imp: 'stored_requests',
  profile: 'stored_requests',
  video: 'stored_video_req',
  response: 'stored_responses',
};

type Sections = { readonly [name in SectionName | 'category_mapping']: OpenSection };

async function openSections(config: HostConfig, env: SectionEnv): Promise<Sections> {
  return {
    stored_requests: await openSection('stored_requests', ['request', 'amp', 'imp', 'profile'], config, env),
    stored_video_req: await openSection('stored_video_req', ['video'], config, env),
    stored_responses: await openSection('stored_responses', ['response'], config, env),
    accounts: await openSection('accounts', ['account'], config, env),
    category_mapping: await openSection('category_mapping', [], config, env),
  };
}

const cachesOf = (sections: Sections): Caches => ({
  stored_requests: sections.stored_requests.cache,
  stored_video_req: sections.stored_video_req.cache,
  stored_responses: sections.stored_responses.cache,
  accounts: sections.accounts.cache,
});

/** Account stores in order of lookup: folder, YAML file, then the rest. */
async function accountStores({ accounts: { settings_filename: file, filesystem } }: HostConfig, stores: readonly Store[], env: SectionEnv) {
  if (file === '') return stores;
  const yaml = await createYamlAccounts(file, { watch: filesystem.watch, clock: env.clock, log: env.log });
  return filesystem.enabled ? [...stores.slice(0, 1), yaml, ...stores.slice(1)] : [yaml, ...stores];
}

/** Max bytes of one response with stored data: documents of services and buckets may be as large as files. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The limit of bidders' responses does not apply to the host's own data. */
const storeClient = ({ http_client: client }: HostConfig): HostConfig['http_client'] => ({
  ...client,
  max_response_bytes: Math.max(client.max_response_bytes, MAX_BYTES),
});

/**
 * Opens all sections; missing folders count as empty.
 * @param more stores queried after the configured ones (memory for demonstrations), each for any kind
 */
export async function openStores(
  config: HostConfig,
  clock: Clock,
  log: Log,
  more: readonly Store[],
  { dialect, metrics = new MetricsRegistry(), random = systemRandom, fetchBody: fetch = fetchBody }: StoresEnv,
): Promise<OpenStores> {
  const defaultRequest = await loadDefaultRequest(config);
  const databases = new Databases(config.settings.database.ssl_mode, clock);
  const transport = new PoolTransport(storeClient(config), config.http_client.follow_redirects ?? false);
  const breaker = config.settings.database.circuit_breaker;
  // Expired data is served after half of a timeout.
  const minTimeoutMs = config.rules.storedDataTimeoutMs / 2;
  const env = { clock, log, metrics, random, fetchBody: fetch, databases, transport, dialect, breaker, minTimeoutMs };
  const sections = await openSections(config, env);
  const accounts = await accountStores(config, sections.accounts.stores, env);
  const caches = cachesOf(sections);
  return {
    stored: createStoredData({
      stores: (kind) => [...sections[SECTIONS[kind]].stores, ...more],
      last: (kind) => sections[SECTIONS[kind]].last,
      categories: [...sections.category_mapping.stores, ...more],
      dialect,
      categoryTimeoutMs: config.rules.storedDataTimeoutMs,
      metrics,
    }),
    accounts: createAccounts(
      [...accounts, ...more],
      config.account_defaults,
      config.rules.lenientAccounts,
      accountReport(config, log),
      config.price_floors,
    ),
    defaultRequest,
    caches,
    refreshers: await refreshersOf(config, caches, env),
    pushed: pushAddresses(config, caches),
    pingDatabase: () => databases.ping(),
    close: () => {
      for (const section of Object.values(sections)) section.close();
      for (const store of [...accounts, ...more]) store.close?.();
      databases.close();
      void transport.close();
    },
  };
}
