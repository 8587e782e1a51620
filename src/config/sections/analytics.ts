/**
 * Analytics modules: which events each receives, and how they are delivered. One block per module; a module without a block costs nothing.
 */
import { z } from 'zod';
import { delivery, duration, size } from './analytics-delivery.ts';
import { kafkaOptions } from './analytics-kafka.ts';
import { deadLetterOptions, spoolOptions } from './analytics-spool.ts';
import { hostName } from './host-name.ts';

/** The Go variant's buffers, and the Java variant's names, which take precedence. */
const buffers = (timeout: string) =>
  z
    .object({
      size: size('2MB'),
      count: z.int().min(1).default(100),
      timeout: duration(timeout),
      size_bytes: z.int().min(1).optional(),
      timeout_ms: z.int().min(1).optional(),
      report_ttl_ms: z.int().min(1).optional(),
    })
    .prefault({});

export const fileOptions = z
  .object({
    /** Prefix of daily files: `<filename>-YYYYMMDD`; empty: disabled. */
    filename: z.string().default(''),
    /** `line`: each line has the local time and ` DEBUG ` before the JSON; `json`: only the JSON. */
    format: z.enum(['line', 'json']).default('line'),
    ...delivery,
  })
  .prefault({});

export const httpOptions = z
  .object({
    /** Collector for POSTs of many events; empty: disabled. */
    url: z.string().default(''),
    /** Additional headers of every POST. */
    headers: z.record(z.string(), z.string()).default({}),
    /** `json`: one array; `ndjson`: one object per line. */
    format: z.enum(['json', 'ndjson']).default('json'),
    /** Compress bodies. */
    gzip: z.boolean().default(true),
    /** Timeout of a POST, ms. */
    timeout_ms: z.int().min(1).default(5000),
    /** Max concurrent POSTs. */
    parallel: z.int().min(1).default(2),
    /** Vendor id of the data's recipient; 0: none, TCF is not checked. */
    vendor_id: z.int().min(0).default(0),
    ...delivery,
  })
  .prefault({});

export const redisOptions = z
  .object({
    /** Write events to a stream. */
    enabled: z.boolean().default(false),
    /** Host of Redis or Valkey. */
    host: hostName().default('127.0.0.1'),
    /** Its port. */
    port: z.int().min(1).max(65535).default(6379),
    /** User name; empty: none. */
    username: z.string().default(''),
    /** Password; empty: none. */
    password: z.string().default(''),
    /** Number of the database. */
    db: z.int().min(0).default(0),
    /** Use TLS; optionally without verifying the certificate. */
    tls: z.object({ enabled: z.boolean().default(false), insecure_skip_verify: z.boolean().default(false) }).prefault({}),
    /** Key of the stream. */
    stream: z.string().min(1).default('auctor:analytics'),
    /** Approximate max entries of the stream; 0: no limit. */
    max_length: z.int().min(0).default(1_000_000),
    /** Timeout of a write, ms. */
    timeout_ms: z.int().min(1).default(2000),
    /** As for the HTTP collector. */
    vendor_id: z.int().min(0).default(0),
    ...delivery,
  })
  .prefault({});

export const pubstackOptions = z
  .object({
    /** Enable Pubstack. */
    enabled: z.boolean().default(false),
    /** Address of the service's configuration. */
    endpoint: z.string().default('https://s2s.pbstck.com/v1'),
    /** Id of this host with the service. */
    scopeid: z.string().default('change-me'),
    /** Interval between configuration requests. */
    configuration_refresh_delay: duration('2h'),
    /** The same in the Java variant's name, which takes precedence. */
    configuration_refresh_delay_ms: z.int().min(1).optional(),
    /** Timeout of a request, ms. */
    timeout_ms: z.int().min(1).default(5000),
    /** Events are sent when they reach this number, size or age. */
    buffers: buffers('900s'),
    /** Share of auctions sent, 0 to 1. */
    sample_rate: delivery.sample_rate,
  })
  .prefault({});

const agmaAccount = z.object({ code: z.string(), publisher_id: z.string(), site_app_id: z.string().default('') });

export const agmaOptions = z
  .object({
    /** Enable agma. */
    enabled: z.boolean().default(false),
    /** Address of the collector, its timeout (`timeout_ms` takes precedence), and compression. */
    endpoint: z
      .object({
        url: z.string().default('https://go.pbs.agma-analytics.de/v1/prebid-server'),
        timeout: duration('2s'),
        timeout_ms: z.int().min(1).optional(),
        gzip: z.boolean().default(false),
      })
      .prefault({}),
    /** Events are sent when they reach this number, size or age. */
    buffers: buffers('15m'),
    /** Accounts whose auctions are sent: the first entry that matches the request's publisher and, if given, its site or app. */
    accounts: z.array(agmaAccount).default([]),
    /** Share of auctions sent, 0 to 1. */
    sample_rate: delivery.sample_rate,
  })
  .prefault({});

export const logOptions = z
  .object({
    /** One line per event in the host's log, at level debug. */
    enabled: z.boolean().default(false),
  })
  .prefault({});

export const greenbidsOptions = z
  .object({
    /** Enable Greenbids for auctions whose request or account has settings for it (`pbuid`, `greenbidsSampling`). */
    enabled: z.boolean().default(false),
    /** Address of the collector. */
    analytics_server: z.string().default(''),
    /** Version of the sent data. */
    analytics_server_version: z.string().default('2.2.0'),
    /** Part of the sampled auctions taken from the low end of their fingerprints; the rest comes from the high end. */
    exploratory_sampling_split: z.number().min(0).max(1).default(0.9),
    /** Share of auctions sent if neither request nor account sets one. */
    default_sampling_rate: z.number().default(1),
    /** Timeout of a POST, ms. */
    timeout_ms: z.int().min(1).default(10_000),
  })
  .prefault({});

export const liveintentOptions = z
  .object({
    /** Enable LiveIntent for bids and wins. */
    enabled: z.boolean().default(false),
    /** Id of this host with the service. */
    partner_id: z.string().default(''),
    /** Base address; paths are appended. */
    analytics_endpoint: z.string().default(''),
    /** Timeout of a request, ms. */
    timeout_ms: z.int().min(1).default(1000),
  })
  .prefault({});

export type DeliveryOptions = Pick<z.infer<typeof httpOptions>, keyof typeof delivery>;
export type BufferOptions = z.infer<typeof agmaOptions>['buffers'];

export const analyticsOptions = {
  analytics: z
    .object({
      /**
       * Modules that receive events of accounts without their own setting (`analytics.modules` of the account). Default: all enabled ones;
       * with `variant: java` all but `liveintentAnalytics`.
       */
      global: z
        .object({
          /** Names, as a list or a comma-separated string. */
          adapters: z.union([z.array(z.string()), z.string()]).optional(),
        })
        .prefault({}),
      /** Modules that TCF (purpose 7) applies to: those with a vendor id, or all. Default: vendors (go), all (java). */
      tcf: z.enum(['vendors', 'all']).optional(),
      /**
       * Apply the privacy restrictions of bidders to analytics: remove ids, user data and precise location of children, of users who limit
       * tracking or opted out of sale, and of users in scope of the GDPR if no bidder may receive them. False: only activities restrict the
       * data, as in both established servers.
       */
      honor_signals: z.boolean().default(true),
      /** Sampling rate for logging unknown module names in `ext.srv.analytics`. Default: 0 (go), `logging.sampling_rate` (java). */
      unknown_names_sampling_rate: z.number().min(0).max(1).optional(),
      /** Max recent bids stored to join their wins and impressions to the auction. */
      join: z
        .object({
          max_bids: z.int().min(0).default(50_000),
          ttl_seconds: z.int().min(1).default(3600),
          /** Share them with all processes and hosts through the server of `cache.redis`, whatever backend the bid cache has. */
          redis: z.boolean().default(false),
          /** Timeout of that server in ms: a win is then reported without its bid. */
          redis_timeout_ms: z.int().min(1).default(1000),
        })
        .prefault({}),
      spool: spoolOptions,
      dead_letters: deadLetterOptions,
      file: fileOptions,
      http: httpOptions,
      redis: redisOptions,
      kafka: kafkaOptions,
      pubstack: pubstackOptions,
      agma: agmaOptions,
      log: logOptions,
      greenbids: greenbidsOptions,
      liveintent: liveintentOptions,
    })
    /** Settings of modules added to `src/analytics/`, by key; the module registry reports unknown keys. */
    .catchall(z.any())
    .prefault({}),
};
