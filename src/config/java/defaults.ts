/** Defaults of the Java variant that differ from ours. They apply to a host that names that variant or uses its settings file. */

import { EEA_COUNTRIES } from '../sections/eea.ts';

const off = { enabled: false };

/** Its list has more overseas territories than ours; it lacks some countries of the EEA, which stay protected. */
const OVERSEAS = 'ai aw bm aq io vg ic ky fk re mw gp gf yt pf tf gl ms an bq cw sx nc pn sh pm gs tc uk wf'.split(' ');

/** Connections to a database of stored data. */
const pool = { database: { connection: { max_connections: 20 } } };

/** Analytics modules that run for accounts without their own setting: those of that variant, and those only this server has. */
const reporters = ['logAnalytics', 'pubstack', 'greenbids', 'agmaAnalytics', 'filelogger', 'http', 'kafka', 'redis'];

export const JAVA_DEFAULTS = {
  port: 8080,
  admin_port: 8060,
  external_url: 'http://localhost:8080',
  datacenter: 'local',
  keep_alive_timeout_seconds: 10,
  category_mapping_enabled: false,
  filter_imp_media_type: false,
  // Bidders are disabled by default.
  adapter_defaults: off,
  admin_endpoints: {
    cache_invalidation: off,
    collected_metrics: off,
    currency_rates: off,
    logging_changelevel: off,
    logging_httpinteraction: off,
    tracelog: off,
    version: off,
  },
  analytics: {
    global: { adapters: reporters },
    agma: { endpoint: { timeout: '5s' }, buffers: { size: '100000', count: 4, timeout: '5s' } },
  },
  metrics: { prometheus: { address: 'host' } },
  http_client: { max_connections_per_host: 4000 },
  stored_requests: pool,
  stored_video_req: pool,
  stored_responses: pool,
  accounts: pool,
  cookie_sync: { default_limit: 8, coop_sync: { default: true } },
  currency_converter: {
    fetch_timeout_ms: 4000,
    fetch_interval_seconds: 900,
    external_rates: { stale_after_ms: 259_200_000 },
  },
  gdpr: {
    eea_countries: [...EEA_COUNTRIES, ...OVERSEAS],
    // `purpose-one-treatment-interpretation: ignore`
    tcf2: { purpose_one_treatment: off },
  },
  host_cookie: { max_cookie_size_bytes: 4096 },
  // A provider is never abandoned.
  price_floors: { fetcher: { max_retries: 1_000_000_000 } },
  request_validation: { ipv6_private_networks: ['::1/128', '2001:db8::/32', 'fc00::/7', 'fe80::/10', 'ff00::/8'] },
  video: { enable_deprecated_endpoint: false },
} satisfies object;
