/** Host settings of bidders: `adapters.<code>` (also spelled `bidders.<code>`), and how calls to them are made. */
import { z } from 'zod';

const syncEndpoint = z.object({
  url: z.string().optional(),
  redirect_url: z.string().optional(),
  external_url: z.string().optional(),
  user_macro: z.string().optional(),
  /** Answer of `/setuid`: a blank page or a pixel. */
  format_override: z.enum(['b', 'i', 'blank', 'pixel']).optional(),
});

export const adapterOverride = z.object({
  /** False, or `disabled: true`: requests that name the bidder are warned or refused. */
  enabled: z.boolean().optional(),
  /** The other way round, for files of the Go variant. */
  disabled: z.boolean().optional(),
  /** A new code that stands for this bidder. */
  alias_of: z.string().optional(),
  /** Address the bidder is called at; may hold the macros of its file. */
  endpoint: z.string().optional(),
  /** What else the adapter needs; its file says what. */
  extra_info: z.string().optional(),
  /** Id of this host with the bidder. */
  platform_id: z.string().optional(),
  /** Secret of this host with the bidder. */
  app_secret: z.string().optional(),
  /** Credentials of this host with the bidder. */
  xapi: z.object({ username: z.string().default(''), password: z.string().default(''), tracker: z.string().default('') }).optional(),
  /** `gzip`: calls are sent compressed. */
  endpoint_compression: z.string().optional(),
  /** The bidder's id in the vendor list. */
  gvl_vendor_id: z.int().optional(),
  /** False: US Privacy is left to the bidder. */
  pbs_enforces_ccpa: z.boolean().optional(),
  /** Shown by `/info/bidders`. */
  maintainer: z.object({ email: z.string() }).optional(),
  /** Media types it takes, by kind of inventory; others are not sent. */
  capabilities: z.partialRecord(z.enum(['site', 'app', 'dooh']), z.array(z.enum(['banner', 'video', 'audio', 'native']))).optional(),
  /** Our tracker may be put into its VAST. */
  modifying_vast_xml_allowed: z.boolean().optional(),
  /** Its calls may be shown in debug output. */
  debug: z.object({ allow: z.boolean() }).optional(),
  /** What its endpoint understands; the rest is taken out or put where it understands it. */
  openrtb: z
    .object({
      version: z.enum(['2.5', '2.6']).optional(),
      gpp_supported: z.boolean().optional(),
      multiformat_supported: z.boolean().optional(),
    })
    .optional(),
  /** May only be called under an alias. */
  white_label_only: z.boolean().optional(),
  /** Currencies it bids in; the request is made in the first that fits. */
  currency_accepted: z.array(z.string()).optional(),
  /** ms taken off what its request says of the time left. */
  tmax_deduction_ms: z.int().optional(),
  /** Its calls are signed (ads.cert). */
  experiment: z.object({ adscert: z.object({ enabled: z.boolean() }) }).optional(),
  /** How users are synced: default kind, address of each, macro of the id, whom to leave out; what is absent stays as the bidder's file says. */
  usersync: z
    .object({
      key: z.string().optional(),
      default: z.enum(['iframe', 'redirect']).optional(),
      iframe: syncEndpoint.optional(),
      redirect: syncEndpoint.optional(),
      external_url: z.string().optional(),
      support_cors: z.boolean().optional(),
      enabled: z.boolean().optional(),
      skipwhen: z.object({ gdpr: z.boolean().optional(), gpp_sid: z.array(z.union([z.string(), z.int()])).optional() }).optional(),
    })
    .optional(),
});
export type AdapterOverride = z.infer<typeof adapterOverride>;

export const bidderOptions = {
  /** By bidder code: what this host sets over what the file of the bidder says; also aliases of its own. */
  adapters: z.record(z.string(), adapterOverride).default({}),
  /** For bidders whose file, and `adapters` above, do not say. */
  adapter_defaults: z
    .object({
      /** False: only bidders that `adapters` switches on are called. */
      enabled: z.boolean().optional(),
      /** False: their calls are not shown in debug output. */
      debug: z.object({ allow: z.boolean().optional() }).optional(),
      /** Our tracker may be put into their VAST. Default: by variant (java: yes). */
      modifying_vast_xml_allowed: z.boolean().optional(),
    })
    .prefault({}),
  /** Whose adapters' way bidders are spoken to where those of the two servers differ (headers, currency of answers, how strictly they are read). Default: by variant. */
  adapter_dialect: z.enum(['go', 'java']).optional(),
  http_client: z
    .object({
      /** Connections open at once to one origin; 0: any number. */
      max_connections_per_host: z.int().min(0).default(128),
      /** As hosts of the Go variant write it; without effect: unused connections are closed by their time alone. */
      max_idle_connections: z.int().min(0).optional(),
      /** The same for one origin; without effect. */
      max_idle_connections_per_host: z.int().min(0).optional(),
      /** How long an unused connection is kept. */
      idle_connection_timeout_seconds: z.int().min(1).default(60),
      /** How long a TLS handshake may take, within `connect_timeout_ms`. */
      tls_handshake_timeout_seconds: z.int().min(1).default(10),
      /** ms until a connection, TLS included, must stand. Also written `dialer.timeout_seconds`. */
      connect_timeout_ms: z.int().min(1).default(2500),
      /** Time after which the system looks whether an unused connection lives. Also written `dialer.keep_alive_seconds`. */
      tcp_keep_alive_seconds: z.int().min(1).default(60),
      /** ms the longest call may take, whatever the auction's deadline (there may be none). */
      call_timeout_ms: z.int().min(1).default(10000),
      /** ms a timeout notice to a bidder may take. */
      timeout_notice_ms: z.int().min(1).default(200),
      /** Whether redirects of bidders are followed, ten requests a call at most and within its time. Default: yes with `variant: go`, no with `java`. */
      follow_redirects: z.boolean().optional(),
      /** Longer answers count as failed. */
      max_response_bytes: z.int().min(1024).default(1048576),
      /** Origins (bidder codes) called over HTTP/2. */
      http2_bidders: z.array(z.string()).default([]),
      /** Refuse a growing part of the calls of bidders that fail, or only count what would be refused; the window is the number of calls that are looked back on. */
      throttle: z
        .object({
          enable_throttling: z.boolean().default(false),
          simulate_throttling_only: z.boolean().default(false),
          throttle_window: z.int().min(1).default(1000),
        })
        .prefault({}),
      /** Calls of one bidder under way at once in this process. */
      max_live_calls_per_bidder: z.int().min(1).default(1000),
    })
    .prefault({}),
};
