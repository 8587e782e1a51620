/**
 * One publisher's settings (auction-request.md 5.5 and 5.6). Stored accounts are merged over the host's
 * `account_defaults` and parsed once; keys of the Java variant are read through `account-java.ts`.
 */
import { z } from 'zod';
import { priceFloors } from './account-floors.ts';
import { eidPolicy } from './sections/privacy.ts';

const switchByChannel = z.object({
  /** Whether it is enforced; absent: as the host says. */
  enabled: z.boolean().optional(),
  /** The same for one kind of inventory; wins. */
  channel_enabled: z.partialRecord(z.enum(['amp', 'app', 'video', 'web', 'dooh']), z.boolean()).prefault({}),
});

export const purposeRule = z.object({
  /** `full` or `basic`; empty or absent: as the host says, and so on for the others. */
  enforce_algo: z.enum(['basic', 'full', '']).optional(),
  /** False: consent to the purpose is not asked for. */
  enforce_purpose: z.boolean().optional(),
  /** False: consent to the vendor is not asked for. */
  enforce_vendors: z.boolean().optional(),
  /** Bidders the purpose is not enforced for. */
  vendor_exceptions: z.array(z.string()).optional(),
  /** Purpose 4 only (Java variant). */
  eid: eidPolicy.optional(),
});

const rule = purposeRule.prefault({});
const gdpr = switchByChannel.extend({
  /** Bidders checked the basic way for purposes 2 to 10. */
  basic_enforcement_vendors: z.array(z.string()).optional(),
  /** Countries where the GDPR applies, instead of the host's. */
  eea_countries: z.array(z.string()).optional(),
  /** What holds where the publisher is of a country that treats purpose 1 by itself. */
  purpose_one_treatment: z.object({ enabled: z.boolean().optional(), access_allowed: z.boolean().optional() }).prefault({}),
  /** Precise location: whether an opt-in is needed, and for whom not. */
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
  /** All must hold, each by any of its values; without a condition the rule always holds. */
  condition: z
    .object({
      componentName: z.array(z.string()).optional(),
      componentType: z.array(z.string()).optional(),
      gppSid: z.array(z.int()).optional(),
      geo: z.array(z.string()).optional(),
      gpc: z.string().optional(),
    })
    .optional(),
  /** What the rule says where it holds. Default: allow. */
  allow: z.boolean().optional(),
  /** Instead of a condition: privacy modules to ask, by code; `*` at the end stands for any (Java variant). */
  privacyreg: z.array(z.string()).optional(),
});
export const activity = z.object({ default: z.boolean().optional(), rules: z.array(activityRule).optional() });
export type ActivitySettings = z.infer<typeof activity>;

const vastEvent = z.object({
  /** Element that is put into VAST. */
  create_element: z.enum(['impression', 'tracking', 'clicktracking', 'companionclickthrough', 'error', 'nonlinearclicktracking']),
  /** `event` of a tracking element. */
  type: z.string().optional(),
  /** Only `urls`, not the default one as well. */
  exclude_default_url: z.boolean().default(false),
  /** Addresses, with macros. */
  urls: z.array(z.string()).default([]),
});

const privacy = z.object({
  /** Who may do what with user data: by activity, rules in order, then the default. */
  allowactivities: z.record(z.string(), activity).optional(),
  /** Put in as `regs.ext.dsa` where the request has none; only where the GDPR applies if `gdpr_only`. */
  dsa: z
    .object({ default: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(), gdpr_only: z.boolean().default(false) })
    .prefault({}),
  /** Bits of an address that stay when it is masked. */
  ipv6: z.object({ anon_keep_bits: z.int().default(56) }).prefault({}),
  /** Bits of an address that stay when it is masked. */
  ipv4: z.object({ anon_keep_bits: z.int().default(24) }).prefault({}),
  privacysandbox: z
    .object({
      /** Name of browsing topics in `user.data`; empty: topics are not read. */
      topicsdomain: z.string().default(''),
      /** Read Chrome's label for the phase-out of cookies, and ask for it by a cookie. */
      cookiedeprecation: z.object({ enabled: z.boolean().default(false), ttl_sec: z.int().default(604800) }).prefault({}),
    })
    .prefault({}),
  /** Privacy modules that rules may ask (`privacyreg`). */
  modules: z
    .array(
      z.object({
        /** Which module: `iab.usgeneral`, `iab.uscustomlogic`. */
        code: z.string(),
        /** False: it is not asked. */
        enabled: z.boolean().default(true),
        /** Percentage of requests that pass by it. */
        skipRate: z.number().default(0),
        /** Its own settings. */
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
  /** Its id; in `account_defaults` it means nothing. */
  id: z.string().default(''),
  /** Its requests are refused. */
  disabled: z.boolean().default(false),
  /** Debug output is shown to those who ask. */
  debug_allow: z.boolean().default(true),
  /** `ext.srv.integration` where the request has none. */
  default_integration: z.string().default(''),
  /** Lifetime (s) of cached bids by media type; 0: as the host says. */
  cache_ttl: mediaTtl.prefault({}),
  /** False: bids are not cached whatever the request says. */
  cache: z.object({ enabled: z.boolean().default(true) }).prefault({}),
  /** US Privacy. */
  ccpa: switchByChannel.prefault({}),
  /** TCF. */
  gdpr: gdpr.prefault({}),
  /** What `/cookie_sync` offers; what is absent goes by the host. */
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
      /** Bids carry event URLs and trackers. */
      enabled: z.boolean().default(false),
      /** Tracker for `vast_events`; empty: the host's. */
      default_url: z.string().default(''),
      /** Trackers put into VAST. */
      vast_events: z.array(vastEvent).default([]),
    })
    .prefault({}),
  /** Longest targeting key; 0: no limit. Default: as the host says. */
  truncate_target_attr: z.int().optional(),
  /** Instead of `hb` in targeting keys. */
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
  /** Named buckets for requests that have none: `low`, `medium`, `high`, `auto`, `dense`. */
  price_granularity: z.string().optional(),
  /** How prices fall into buckets: down, up, to the nearer, or by chance so that the mean stays (`timesplit`). */
  bid_rounding: z.enum(['down', 'true', 'timesplit', 'up']).catch('down').default('down'),
  /** Bids of one bidder that get targeting keys, without `multibid`; 0: no limit. */
  default_bid_limit: z.int().min(0).default(0),
  /** Bids carry their rank among the bids of their imp. */
  ranking: z.object({ enabled: z.boolean().default(false) }).prefault({}),
  /** Further imps are left out of requests; 0: no limit. */
  impression_limit: z.int().min(0).default(0),
  /** As the options of the host with these names. */
  profiles: z.object({ limit: z.int().optional(), fail_on_unknown: z.boolean().optional() }).prefault({}),
  /** Bidders an auction does not wait for once all others have ended; the request's own list wins. */
  secondary_bidders: z.array(z.string()).default([]),
  /** Under which other seats bidders may bid, as in the request. */
  alternatebiddercodes: z.record(z.string(), z.unknown()).optional(),
  /** Adjustments of prices as in the request, under the request's own. */
  bidadjustments: z.record(z.string(), z.unknown()).optional(),
  /** By bidder: the media type it is sent where it takes but one. */
  preferredmediatype: z.record(z.string(), z.string()).default({}),
  /** Floors of this account. */
  price_floors: priceFloors.prefault({}),
  /** As the option of the host; empty: what that says. */
  validations: z.object({ banner_creative_max_size: z.enum(['skip', 'warn', 'enforce', '']).default('') }).prefault({}),
  privacy: privacy.prefault({}),
  analytics: z
    .object({
      /** Analytics tags are shown to those who ask (`analytics.options.enableclientdetails`). */
      allow_client_details: z.boolean().default(false),
      /** By channel: whether events of auctions are on, over `events.enabled`. */
      auction_events: z.record(z.string(), z.boolean()).default({}),
      /** By module: settings of this account. */
      modules: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
    })
    .prefault({}),
  /** How much is counted of this account: nothing, requests and faulty creatives, or all there is. Default: as `metrics.accounts` of the host says. */
  metrics: z.object({ verbosity_level: z.enum(['none', 'basic', 'detailed']).optional() }).prefault({}),
  /** Look up where devices are that do not say, if the host can (`geolocation`). */
  settings: z.object({ geo_lookup: z.boolean().default(false) }).prefault({}),
  /** Lifetime (s) of what `/vtrack` caches. */
  vtrack: z.object({ ttl: z.int().optional() }).prefault({}),
  /** Modules: settings of this account, and its execution plan over the host's. */
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
