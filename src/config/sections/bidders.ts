/** Host settings of bidders: `adapters.<code>` (also spelled `bidders.<code>`), and the HTTP client that calls them. */
import { z } from 'zod';
import { baseAddress } from './base-address.ts';
import { circuitBreaker } from './circuit-breaker.ts';

const syncEndpoint = z.object({
  url: z.string().optional(),
  redirect_url: z.string().optional(),
  external_url: baseAddress().optional(),
  user_macro: z.string().optional(),
  /** Response of `/setuid`: a blank page or a pixel. */
  format_override: z.enum(['b', 'i', 'blank', 'pixel']).optional(),
});

const adapterOverride = z.object({
  /** False, or `disabled: true`: requests that name the bidder get a warning or are rejected. */
  enabled: z.boolean().optional(),
  /** The inverse of `enabled`, for configurations of the Go variant. */
  disabled: z.boolean().optional(),
  /** Defines this code as an alias of another bidder. */
  alias_of: z.string().optional(),
  /** Address of the bidder; may contain the macros of its file. */
  endpoint: z.string().optional(),
  /** Adapter-specific settings, described in its file. */
  extra_info: z.string().optional(),
  /** Id of this host with the bidder. */
  platform_id: z.string().optional(),
  /** Secret of this host with the bidder. */
  app_secret: z.string().optional(),
  /** Credentials of this host with the bidder. */
  xapi: z.object({ username: z.string().default(''), password: z.string().default(''), tracker: z.string().default('') }).optional(),
  /** `gzip`: requests are compressed. */
  endpoint_compression: z.string().optional(),
  /** The bidder's id in the vendor list. */
  gvl_vendor_id: z.int().optional(),
  /** False: US Privacy is left to the bidder. */
  pbs_enforces_ccpa: z.boolean().optional(),
  /** Shown by `/info/bidders`. */
  maintainer: z.object({ email: z.string() }).optional(),
  /** Supported media types by kind of inventory; others are not sent. */
  capabilities: z.partialRecord(z.enum(['site', 'app', 'dooh']), z.array(z.enum(['banner', 'video', 'audio', 'native']))).optional(),
  /** Permit inserting our tracker into its VAST. */
  modifying_vast_xml_allowed: z.boolean().optional(),
  /** Permit its calls in debug output. */
  debug: z.object({ allow: z.boolean() }).optional(),
  /** OpenRTB features of its endpoint; other fields are removed or converted. */
  openrtb: z
    .object({
      version: z.enum(['2.5', '2.6']).optional(),
      gpp_supported: z.boolean().optional(),
      multiformat_supported: z.boolean().optional(),
      /** Treatment of fields without a 2.5 location: `strict` removes them, `move` leaves them. Default: the host's `openrtb.downgrade`. */
      downgrade: z.enum(['strict', 'move']).optional(),
    })
    .optional(),
  /** Old names of the bidder: an error for requests that use one names the new one. */
  deprecated_names: z.array(z.string()).optional(),
  /** Callable only under an alias. */
  white_label_only: z.boolean().optional(),
  /** Currencies of its bids; it is not called for a request with none of them in `cur`. */
  currency_accepted: z.array(z.string()).optional(),
  /** ms subtracted from the remaining time in its request. */
  tmax_deduction_ms: z.int().optional(),
  /** Sign its calls (ads.cert). */
  experiment: z.object({ adscert: z.object({ enabled: z.boolean().optional() }).prefault({}) }).optional(),
  /** Send it info of its own bids in the user's previous auctions, for accounts with `previous_auction_info.enabled`. */
  previous_auction_info: z.boolean().optional(),
  /** User sync: default kind, address of each kind, macro of the id, exclusions; absent values come from the bidder's file. */
  usersync: z
    .object({
      key: z.string().optional(),
      default: z.enum(['iframe', 'redirect']).optional(),
      iframe: syncEndpoint.optional(),
      redirect: syncEndpoint.optional(),
      external_url: baseAddress().optional(),
      /** Accepted from configurations of the Go variant; without effect: responses do not contain it. */
      support_cors: z.boolean().optional(),
      enabled: z.boolean().optional(),
      format_override: z.enum(['b', 'i', 'blank', 'pixel']).optional(),
      skipwhen: z.object({ gdpr: z.boolean().optional(), gpp_sid: z.array(z.union([z.string(), z.int()])).optional() }).optional(),
    })
    .optional(),
});
export type AdapterOverride = z.infer<typeof adapterOverride>;

export const bidderOptions = {
  /** By bidder code: overrides of the bidder's file; also defines aliases. */
  adapters: z.record(z.string(), adapterOverride).default({}),
  /** Defaults for bidders whose file, and `adapters` above, set nothing. */
  adapter_defaults: z
    .object({
      /** False: only bidders enabled in `adapters` are called. */
      enabled: z.boolean().optional(),
      /** False: their calls are not shown in debug output. */
      debug: z.object({ allow: z.boolean().optional() }).optional(),
      /** Permit inserting our tracker into their VAST. Default: by variant (java: yes). */
      modifying_vast_xml_allowed: z.boolean().optional(),
      /** `gzip`: requests are compressed. */
      endpoint_compression: z.enum(['none', 'gzip']).optional(),
      /** OpenRTB version supported by their endpoints. */
      ortb_version: z.enum(['2.5', '2.6']).optional(),
      /** Send imps with several formats unchanged; false: one imp per format. */
      ortb: z.object({ multiformat_supported: z.boolean().optional() }).optional(),
      /** False: bidders handle US Privacy themselves. */
      pbs_enforces_ccpa: z.boolean().optional(),
    })
    .prefault({}),
  /** Adapter behavior where the two servers differ (headers, currency of responses, strictness of parsing). Default: by variant. */
  adapter_dialect: z.enum(['go', 'java']).optional(),
  http_client: z
    .object({
      /** Max open connections per origin; 0: no limit. Calls beyond it wait for a connection, and so for other bidders of the same origin. */
      max_connections_per_host: z.int().min(0).default(0),
      /** Accepted from configurations of the Go variant; without effect: idle connections are closed by their timeout only. */
      max_idle_connections: z.int().min(0).optional(),
      /** The same per origin; without effect. */
      max_idle_connections_per_host: z.int().min(0).optional(),
      /** Seconds until an idle connection is closed. */
      idle_connection_timeout_seconds: z.int().min(1).default(60),
      /** Timeout of a TLS handshake in seconds, within `connect_timeout_ms`. */
      tls_handshake_timeout_seconds: z.int().min(1).default(10),
      /** Timeout of connecting in ms, including TLS. Also written `dialer.timeout_seconds`. */
      connect_timeout_ms: z.int().min(1).default(2500),
      /** Seconds of idleness after which the system probes a connection. Also written `dialer.keep_alive_seconds`. */
      tcp_keep_alive_seconds: z.int().min(1).default(60),
      /** Max duration of a call in ms, whatever the auction's deadline (there may be none). */
      call_timeout_ms: z.int().min(1).default(10000),
      /** Timeout of a timeout notice to a bidder, ms. */
      timeout_notice_ms: z.int().min(1).default(200),
      /** Follow redirects of bidders, at most ten per call and within its timeout. Default: yes with `variant: go`, no with `java`. */
      follow_redirects: z.boolean().optional(),
      /** Max redirects to follow per call. */
      max_redirects: z.int().min(0).default(9),
      /**
       * Permit calls to private, loopback and other special addresses that a request, an account or a bidder names (floors, redirects).
       * Addresses in the host's own settings may be anywhere in any case.
       */
      allow_private_addresses: z.boolean().default(false),
      /** Request compressed responses from bidders. */
      use_decompression: z.boolean().default(true),
      /** Level of compressed requests: 1 (least CPU) to 9 (smallest). */
      gzip_level: z.int().min(1).max(9).default(1),
      /** Pause calls to bidder hosts that keep failing. */
      circuit_breaker: z
        .object({
          ...circuitBreaker,
          /** Hours after which the breaker of an unused host is dropped. */
          idle_expire_hours: z.int().min(1).default(24),
        })
        .prefault({}),
      /** Max response size; larger ones count as failed. */
      max_response_bytes: z.int().min(1024).default(1048576),
      /** Proxy for calls to bidders; absent values come from `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. */
      proxy: z
        .strictObject({
          /** Its address, with user name and password if it requires them; without a scheme `http://`; empty: none. */
          url: z.string().optional(),
          /** Hosts, domains (`.internal`) and networks (`10.0.0.0/8`) that are called directly, separated by commas; `*`: all. */
          no_proxy: z.string().optional(),
        })
        .prefault({}),
      /** Bidder codes whose origins are called over HTTP/2. */
      http2_bidders: z.array(z.string()).default([]),
      /**
       * Throttle a growing share of the calls of failing bidders, or only count them; the window is the number of recent calls considered.
       */
      throttle: z
        .object({
          enable_throttling: z.boolean().default(false),
          simulate_throttling_only: z.boolean().default(false),
          throttle_window: z.int().min(1).default(1000),
        })
        .prefault({}),
      /** Max calls of one bidder in flight in this process. */
      max_live_calls_per_bidder: z.int().min(1).default(1000),
      /** Max bytes that one auction sends to bidders, before compression; further calls are not sent, with a warning. */
      max_auction_bytes: z.int().min(1).default(33554432),
    })
    .prefault({}),
};
