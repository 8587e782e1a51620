/**
 * One publisher's settings (auction-request.md 5.5 and 5.6). Stored accounts are merged over the host's
 * `account_defaults` and parsed once; keys of the Java variant are read through `account-java.ts`.
 */
import { z } from 'zod';
import { eidPolicy } from './sections/privacy.ts';

const switchByChannel = z.object({
  enabled: z.boolean().optional(),
  channel_enabled: z.partialRecord(z.enum(['amp', 'app', 'video', 'web', 'dooh']), z.boolean()).prefault({}),
});

export const purposeRule = z.object({
  enforce_algo: z.enum(['basic', 'full', '']).optional(),
  enforce_purpose: z.boolean().optional(),
  enforce_vendors: z.boolean().optional(),
  vendor_exceptions: z.array(z.string()).optional(),
  /** Purpose 4 only (Java variant). */
  eid: eidPolicy.optional(),
});

const rule = purposeRule.prefault({});
const gdpr = switchByChannel.extend({
  basic_enforcement_vendors: z.array(z.string()).optional(),
  eea_countries: z.array(z.string()).optional(),
  purpose_one_treatment: z.object({ enabled: z.boolean().optional(), access_allowed: z.boolean().optional() }).prefault({}),
  special_feature1: z.object({ enforce: z.boolean().optional(), vendor_exceptions: z.array(z.string()).optional() }).prefault({}),
  purpose1: rule,
  purpose2: rule,
  purpose3: rule,
  purpose4: rule,
  purpose5: rule,
  purpose6: rule,
  purpose7: rule,
  purpose8: rule,
  purpose9: rule,
  purpose10: rule,
});

export type PurposeRule = z.infer<typeof purposeRule>;
export type GdprSettings = z.infer<typeof gdpr>;

const activityRule = z.object({
  condition: z
    .object({
      componentName: z.array(z.string()).optional(),
      componentType: z.array(z.string()).optional(),
      gppSid: z.array(z.int()).optional(),
      geo: z.array(z.string()).optional(),
      gpc: z.string().optional(),
    })
    .optional(),
  allow: z.boolean().optional(),
  /** Instead of a condition: privacy modules to ask, by code; `*` at the end stands for any (Java variant). */
  privacyreg: z.array(z.string()).optional(),
});
export const activity = z.object({ default: z.boolean().optional(), rules: z.array(activityRule).optional() });
export type ActivitySettings = z.infer<typeof activity>;

/** What is left open here goes by the variant (`auction/enrich/floors/settings.ts`). */
const floorsFetch = z.object({
  enabled: z.boolean().default(false),
  url: z.string().default(''),
  timeout_ms: z.int().optional(),
  max_file_size_kb: z.int().optional(),
  max_rules: z.int().optional(),
  max_age_sec: z.int().default(86400),
  period_sec: z.int().default(3600),
  max_schema_dims: z.int().optional(),
});

const priceFloors = z.object({
  enabled: z.boolean().optional(),
  enforce_floors_rate: z.int().min(0).max(100).default(100),
  adjust_for_bid_adjustment: z.boolean().default(true),
  enforce_deal_floors: z.boolean().optional(),
  use_dynamic_data: z.boolean().optional(),
  max_rules: z.int().min(0).default(100),
  max_schema_dims: z.int().min(0).max(20).default(3),
  fetch: floorsFetch.prefault({}),
});

const vastEvent = z.object({
  create_element: z.enum(['impression', 'tracking', 'clicktracking', 'companionclickthrough', 'error', 'nonlinearclicktracking']),
  type: z.string().optional(),
  exclude_default_url: z.boolean().default(false),
  urls: z.array(z.string()).default([]),
});

const privacy = z.object({
  allowactivities: z.record(z.string(), activity).optional(),
  dsa: z
    .object({ default: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(), gdpr_only: z.boolean().default(false) })
    .prefault({}),
  ipv6: z.object({ anon_keep_bits: z.int().default(56) }).prefault({}),
  ipv4: z.object({ anon_keep_bits: z.int().default(24) }).prefault({}),
  privacysandbox: z
    .object({
      topicsdomain: z.string().default(''),
      cookiedeprecation: z.object({ enabled: z.boolean().default(false), ttl_sec: z.int().default(604800) }).prefault({}),
    })
    .prefault({}),
  modules: z
    .array(
      z.object({
        code: z.string(),
        enabled: z.boolean().default(true),
        skipRate: z.number().default(0),
        config: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .default([]),
});

const mediaTtl = z.object({
  banner: z.int().default(0),
  video: z.int().default(0),
  native: z.int().default(0),
  audio: z.int().default(0),
});

export const accountSchema = z.object({
  id: z.string().default(''),
  disabled: z.boolean().default(false),
  debug_allow: z.boolean().default(true),
  default_integration: z.string().default(''),
  cache_ttl: mediaTtl.prefault({}),
  cache: z.object({ enabled: z.boolean().default(true) }).prefault({}),
  ccpa: switchByChannel.prefault({}),
  gdpr: gdpr.prefault({}),
  cookie_sync: z
    .object({
      default_limit: z.int().optional(),
      max_limit: z.int().optional(),
      default_coop_sync: z.boolean().optional(),
      priority_groups: z.array(z.array(z.string())).optional(),
      priority_groups_only: z.boolean().optional(),
      disabled_iframe_bidders: z.array(z.string()).optional(),
    })
    .prefault({}),
  events: z
    .object({
      enabled: z.boolean().default(false),
      default_url: z.string().default(''),
      vast_events: z.array(vastEvent).default([]),
    })
    .prefault({}),
  truncate_target_attr: z.int().optional(),
  targeting_prefix: z.string().default(''),
  /** Java variant: fill what the request's targeting leaves open. */
  targeting: z
    .object({
      includewinners: z.boolean().optional(),
      includebidderkeys: z.boolean().optional(),
      includeformat: z.boolean().optional(),
      preferdeals: z.boolean().optional(),
      alwaysincludedeals: z.boolean().optional(),
    })
    .prefault({}),
  price_granularity: z.string().optional(),
  bid_rounding: z.enum(['down', 'true', 'timesplit', 'up']).catch('down').default('down'),
  default_bid_limit: z.int().min(0).default(0),
  ranking: z.object({ enabled: z.boolean().default(false) }).prefault({}),
  impression_limit: z.int().min(0).default(0),
  profiles: z.object({ limit: z.int().optional(), fail_on_unknown: z.boolean().optional() }).prefault({}),
  secondary_bidders: z.array(z.string()).default([]),
  alternatebiddercodes: z.record(z.string(), z.unknown()).optional(),
  bidadjustments: z.record(z.string(), z.unknown()).optional(),
  preferredmediatype: z.record(z.string(), z.string()).default({}),
  price_floors: priceFloors.prefault({}),
  validations: z.object({ banner_creative_max_size: z.enum(['skip', 'warn', 'enforce', '']).default('') }).prefault({}),
  privacy: privacy.prefault({}),
  analytics: z
    .object({
      allow_client_details: z.boolean().default(false),
      auction_events: z.record(z.string(), z.boolean()).default({}),
      modules: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
    })
    .prefault({}),
  metrics: z.object({ verbosity_level: z.enum(['none', 'basic', 'detailed']).optional() }).prefault({}),
  settings: z.object({ geo_lookup: z.boolean().default(false) }).prefault({}),
  vtrack: z.object({ ttl: z.int().optional() }).prefault({}),
  hooks: z
    .object({
      modules: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
      execution_plan: z.record(z.string(), z.unknown()).optional(),
      admin: z.record(z.string(), z.unknown()).optional(),
    })
    .prefault({}),
});

export type Account = z.infer<typeof accountSchema>;
export type AccountInput = z.input<typeof accountSchema>;
