/** Who is told of auctions, syncs and events, and how it gets there. One block for each analytics module; without one nothing is built. */
import { z } from 'zod';
import { toBytes, toMillis } from '../units.ts';

const size = (byDefault: string) =>
  z
    .union([z.string(), z.int()])
    .default(byDefault)
    .refine((value) => toBytes(value) !== undefined, 'must be a size such as 2MB');
const duration = (byDefault: string) =>
  z
    .union([z.string(), z.int()])
    .default(byDefault)
    .refine((value) => toMillis(value) !== undefined, 'must be a duration such as 15m');

/** What a module is told. */
export const ANALYTICS_KINDS = ['auction', 'amp', 'video', 'cookie_sync', 'setuid', 'notification'] as const;

/** Which events, and how they are gathered, held and sent. */
const delivery = {
  /** Kinds of events told. */
  events: z.array(z.enum(ANALYTICS_KINDS)).default([...ANALYTICS_KINDS]),
  /** Share of auctions told, 0 to 1; their wins and impressions go with them. */
  sample_rate: z.number().min(0).max(1).default(1),
  /** Word for our extension object in what is sent: one of the two, or the caller's. */
  extension: z.enum(['srv', 'prebid', 'follow']).default('srv'),
  /** A batch is sent when it has this many events or bytes, or is this old. */
  batch: z.object({ count: z.int().min(1).default(200), size: size('1MB'), timeout_ms: z.int().min(1).default(1000) }).prefault({}),
  /** Events not yet delivered; what comes beyond is dropped and counted. */
  buffer: z.object({ count: z.int().min(1).default(50_000), size: size('64MB') }).prefault({}),
  /** Tries of one batch, with growing pauses between; then it is dropped and counted. */
  retry: z
    .object({ attempts: z.int().min(1).default(8), first_ms: z.int().min(1).default(250), most_ms: z.int().min(1).default(30_000) })
    .prefault({}),
};

/** Go variant's buffers, and the Java variant's spellings, which win where they are set. */
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
    /** One file a day: `<filename>-YYYYMMDD`; empty: off. */
    filename: z.string().default(''),
    /** `line`: local time and ` DEBUG ` stand before the JSON of each line; `json`: the JSON alone. */
    format: z.enum(['line', 'json']).default('line'),
    ...delivery,
  })
  .prefault({});

export const httpOptions = z
  .object({
    /** Takes POSTs of many events; empty: off. */
    url: z.string().default(''),
    /** Further headers of every post. */
    headers: z.record(z.string(), z.string()).default({}),
    /** `json`: one array; `ndjson`: one object a line. */
    format: z.enum(['json', 'ndjson']).default('json'),
    /** Whether bodies are compressed. */
    gzip: z.boolean().default(true),
    /** ms one post may take. */
    timeout_ms: z.int().min(1).default(5000),
    /** Posts under way at once. */
    parallel: z.int().min(1).default(2),
    /** Vendor id of whoever keeps what is sent; 0: none, TCF is not asked. */
    vendor_id: z.int().min(0).default(0),
    ...delivery,
  })
  .prefault({});

export const redisOptions = z
  .object({
    /** Write events to a stream. */
    enabled: z.boolean().default(false),
    /** Where Redis or Valkey listens. */
    host: z.string().default('127.0.0.1'),
    /** Its port. */
    port: z.int().min(1).max(65535).default(6379),
    /** Empty: without a name. */
    username: z.string().default(''),
    /** Empty: without a password. */
    password: z.string().default(''),
    /** Number of the database. */
    db: z.int().min(0).default(0),
    /** Speak TLS; without checking the certificate where that is skipped. */
    tls: z.object({ enabled: z.boolean().default(false), insecure_skip_verify: z.boolean().default(false) }).prefault({}),
    /** Key of the stream. */
    stream: z.string().min(1).default('auctor:analytics'),
    /** Entries the stream keeps, about; 0: all. */
    max_length: z.int().min(0).default(1_000_000),
    /** ms one write may take. */
    timeout_ms: z.int().min(1).default(2000),
    /** As of the HTTP collector. */
    vendor_id: z.int().min(0).default(0),
    ...delivery,
  })
  .prefault({});

export const pubstackOptions = z
  .object({
    /** Tell Pubstack. */
    enabled: z.boolean().default(false),
    /** Where the service is asked what it wants. */
    endpoint: z.string().default('https://s2s.pbstck.com/v1'),
    /** Id of this host with the service. */
    scopeid: z.string().default('change-me'),
    /** How often it is asked. */
    configuration_refresh_delay: duration('2h'),
    /** The same in the Java variant's spelling, which wins. */
    configuration_refresh_delay_ms: z.int().min(1).optional(),
    /** ms one call may take. */
    timeout_ms: z.int().min(1).default(5000),
    /** Events are sent when they are so many or so large, or the first is so old. */
    buffers: buffers('900s'),
    /** Share of auctions told, 0 to 1. */
    sample_rate: delivery.sample_rate,
  })
  .prefault({});

const agmaAccount = z.object({ code: z.string(), publisher_id: z.string(), site_app_id: z.string().default('') });

export const agmaOptions = z
  .object({
    /** Tell agma. */
    enabled: z.boolean().default(false),
    /** Where posts go, how long one may take (`timeout_ms` wins), whether they are compressed. */
    endpoint: z
      .object({
        url: z.string().default('https://go.pbs.agma-analytics.de/v1/prebid-server'),
        timeout: duration('2s'),
        timeout_ms: z.int().min(1).optional(),
        gzip: z.boolean().default(false),
      })
      .prefault({}),
    /** Events are sent when they are so many or so large, or the first is so old. */
    buffers: buffers('15m'),
    /** Whose auctions are told: the first whose publisher is the request's, and its site or app where one is named. */
    accounts: z.array(agmaAccount).default([]),
    /** Share of auctions told, 0 to 1. */
    sample_rate: delivery.sample_rate,
  })
  .prefault({});

export const logOptions = z
  .object({
    /** One line of the host's log an event, at level debug. */
    enabled: z.boolean().default(false),
  })
  .prefault({});

export const greenbidsOptions = z
  .object({
    /** Tell Greenbids of auctions whose request or account has settings for it (`pbuid`, `greenbidsSampling`). */
    enabled: z.boolean().default(false),
    /** Where posts go. */
    analytics_server: z.string().default(''),
    /** Version of what is sent. */
    analytics_server_version: z.string().default('2.2.0'),
    /** Part of the told auctions taken from the lower end of their fingerprints; the rest comes from the upper one. */
    exploratory_sampling_split: z.number().min(0).max(1).default(0.9),
    /** Share of auctions told where neither request nor account says. */
    default_sampling_rate: z.number().default(1),
    /** ms one post may take. */
    timeout_ms: z.int().min(1).default(10_000),
  })
  .prefault({});

export const liveintentOptions = z
  .object({
    /** Tell LiveIntent of bids and wins. */
    enabled: z.boolean().default(false),
    /** Id of this host with the service. */
    partner_id: z.string().default(''),
    /** Where calls go; their paths are added. */
    analytics_endpoint: z.string().default(''),
    /** ms one call may take. */
    timeout_ms: z.int().min(1).default(1000),
  })
  .prefault({});

export type DeliveryOptions = Pick<z.infer<typeof httpOptions>, keyof typeof delivery>;
export type BufferOptions = z.infer<typeof agmaOptions>['buffers'];

export const analyticsOptions = {
  analytics: z
    .object({
      /** Modules told of accounts that do not say themselves (`analytics.modules` of the account). Default: all that are on. */
      global: z
        .object({
          /** Names, as a list or as one text with commas. */
          adapters: z.union([z.array(z.string()), z.string()]).optional(),
        })
        .prefault({}),
      /** Which modules TCF (purpose 7) is asked for: those with a vendor id, or all. Default: vendors (go), all (java). */
      tcf: z.enum(['vendors', 'all']).optional(),
      /**
       * Sinks lose what the law or the user takes from every bidder: ids, user data and the exact place of children, of users who limit
       * tracking or opted out of sale, and of users in scope of the GDPR where no bidder may have them. False: only activities cut
       * copies, as in both established servers.
       */
      honor_signals: z.boolean().default(true),
      /** Share of requests with names in `ext.srv.analytics` nobody here has whose names are logged. Default: 0 (go), `logging.sampling_rate` (java). */
      unknown_names_sampling_rate: z.number().min(0).max(1).optional(),
      /** Bids remembered so that their wins and impressions can be joined to the auction. */
      join: z.object({ max_bids: z.int().min(0).default(50_000), ttl_seconds: z.int().min(1).default(3600) }).prefault({}),
      file: fileOptions,
      http: httpOptions,
      redis: redisOptions,
      pubstack: pubstackOptions,
      agma: agmaOptions,
      log: logOptions,
      greenbids: greenbidsOptions,
      liveintent: liveintentOptions,
    })
    /** Settings of modules added to `src/analytics/`, by their key; whoever opens the modules tells of keys that none has. */
    .catchall(z.any())
    .prefault({}),
};
