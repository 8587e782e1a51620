/** Host settings of bidders: `adapters.<code>` (also spelled `bidders.<code>`), and how calls to them are made. */
import { z } from 'zod';

const syncEndpoint = z.object({
  url: z.string(),
  redirect_url: z.string().optional(),
  external_url: z.string().optional(),
  user_macro: z.string().optional(),
  format_override: z.enum(['b', 'i']).optional(),
});

export const adapterOverride = z.object({
  enabled: z.boolean().optional(),
  disabled: z.boolean().optional(),
  alias_of: z.string().optional(),
  endpoint: z.string().optional(),
  extra_info: z.string().optional(),
  platform_id: z.string().optional(),
  app_secret: z.string().optional(),
  xapi: z.object({ username: z.string().default(''), password: z.string().default(''), tracker: z.string().default('') }).optional(),
  endpoint_compression: z.string().optional(),
  gvl_vendor_id: z.int().optional(),
  pbs_enforces_ccpa: z.boolean().optional(),
  maintainer: z.object({ email: z.string() }).optional(),
  capabilities: z.partialRecord(z.enum(['site', 'app', 'dooh']), z.array(z.enum(['banner', 'video', 'audio', 'native']))).optional(),
  modifying_vast_xml_allowed: z.boolean().optional(),
  debug: z.object({ allow: z.boolean() }).optional(),
  openrtb: z
    .object({
      version: z.enum(['2.5', '2.6']).optional(),
      gpp_supported: z.boolean().optional(),
      multiformat_supported: z.boolean().optional(),
    })
    .optional(),
  white_label_only: z.boolean().optional(),
  currency_accepted: z.array(z.string()).optional(),
  tmax_deduction_ms: z.int().optional(),
  experiment: z.object({ adscert: z.object({ enabled: z.boolean() }) }).optional(),
  usersync: z
    .object({
      key: z.string().optional(),
      default: z.enum(['iframe', 'redirect']).optional(),
      iframe: syncEndpoint.optional(),
      redirect: syncEndpoint.optional(),
      external_url: z.string().optional(),
      support_cors: z.boolean().optional(),
      enabled: z.boolean().optional(),
      skipwhen: z.object({ gdpr: z.boolean().optional(), gpp_sid: z.array(z.string()).optional() }).optional(),
    })
    .optional(),
});
export type AdapterOverride = z.infer<typeof adapterOverride>;

export const bidderOptions = {
  adapters: z.record(z.string(), adapterOverride).default({}),
  /** For bidders whose file does not say. */
  adapter_defaults: z
    .object({
      /** Our tracker may be put into their VAST. Default: by variant (java: yes). */
      modifying_vast_xml_allowed: z.boolean().optional(),
    })
    .prefault({}),
  /** Whose adapters' way bidders are spoken to where those of the two servers differ (headers, currency of answers, how strictly they are read). Default: by variant. */
  adapter_dialect: z.enum(['go', 'java']).optional(),
  http_client: z
    .object({
      max_connections_per_host: z.int().min(1).default(128),
      idle_connection_timeout_seconds: z.int().min(1).default(60),
      tls_handshake_timeout_seconds: z.int().min(1).default(10),
      connect_timeout_ms: z.int().min(1).default(2500),
      /** ms the longest call may take, whatever the auction's deadline (there may be none). */
      call_timeout_ms: z.int().min(1).default(10000),
      /** ms a timeout notice to a bidder may take. */
      timeout_notice_ms: z.int().min(1).default(200),
      max_response_bytes: z.int().min(1024).default(1048576),
      /** Origins (bidder codes) called over HTTP/2. */
      http2_bidders: z.array(z.string()).default([]),
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
