/**
 * Settings of one publisher. Stored accounts are merged over the host's `account_defaults` and parsed once; keys of the Java variant are
 * converted by `config/java/account.ts`.
 */
import { z } from 'zod';
import { alternateCodes } from './account-codes.ts';
import { priceFloors } from './account-floors.ts';
import { privacy } from './account-privacy.ts';
import { eidPolicy } from './sections/privacy.ts';

const switchByRequestType = z.object({
  /** Enforce it. Default: the host's setting. */
  enabled: z.boolean().optional(),
  /** The same by kind of inventory; takes precedence. */
  channel_enabled: z.partialRecord(z.enum(['amp', 'app', 'video', 'web', 'dooh']), z.boolean()).prefault({}),
});

const purposeRule = z.object({
  /** `full` or `basic`; empty or absent: the host's setting, as for the options below. */
  enforce_algo: z.enum(['basic', 'full', '']).optional(),
  /** False: consent to the purpose is not required. */
  enforce_purpose: z.boolean().optional(),
  /** False: consent to the vendor is not required. */
  enforce_vendors: z.boolean().optional(),
  /** Bidders exempt from the purpose. */
  vendor_exceptions: z.array(z.string()).optional(),
  /** Purpose 4 only (Java variant). */
  eid: eidPolicy.optional(),
});

const rule = purposeRule.prefault({});
const gdpr = switchByRequestType.extend({
  /** Bidders that use the basic algorithm for purposes 2 to 10. */
  basic_enforcement_vendors: z.array(z.string()).optional(),
  /** Countries where the GDPR applies, replacing the host's. */
  eea_countries: z.array(z.string()).optional(),
  /** Treatment of publishers in a country with its own rule for purpose 1. */
  purpose_one_treatment: z.object({ enabled: z.boolean().optional(), access_allowed: z.boolean().optional() }).prefault({}),
  /** Precise geolocation: whether an opt-in is required, and exempt bidders. */
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

const vastEvent = z.object({
  /** Element inserted into VAST. */
  create_element: z.enum(['impression', 'tracking', 'clicktracking', 'companionclickthrough', 'error', 'nonlinearclicktracking']),
  /** `event` of a tracking element. */
  type: z.string().optional(),
  /** Use only `urls`, without the default address. */
  exclude_default_url: z.boolean().default(false),
  /** Addresses with macros. */
  urls: z.array(z.string()).default([]),
});

const mediaTtl = z.object({
  banner: z.int().default(0),
  video: z.int().default(0),
  native: z.int().default(0),
  audio: z.int().default(0),
});

export const accountSchema = z.object({
  /** Account id; ignored in `account_defaults`. */
  id: z.string().default(''),
  /** Reject its requests. */
  disabled: z.boolean().default(false),
  /** Show debug output on request. */
  debug_allow: z.boolean().default(true),
  /** Default of `ext.srv.integration`. */
  default_integration: z.string().default(''),
  /** Lifetime (s) of cached bids by media type; 0: the host's setting. */
  cache_ttl: mediaTtl.prefault({}),
  /** False: bids are never cached, whatever the request says. */
  cache: z.object({ enabled: z.boolean().default(true) }).prefault({}),
  /** US Privacy. */
  ccpa: switchByRequestType.prefault({}),
  /** TCF. */
  gdpr: gdpr.prefault({}),
  /** Settings of `/cookie_sync`. Default: the host's. */
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
      /** Add event URLs and trackers to bids. */
      enabled: z.boolean().default(false),
      /** Default tracker of `vast_events`; empty: the host's. */
      default_url: z.string().default(''),
      /** Trackers inserted into VAST. */
      vast_events: z.array(vastEvent).default([]),
    })
    .prefault({}),
  /** Max length of a targeting key. Default: the host's setting. 0 is no limit with `variant: java`; `go` ignores it with a warning. */
  truncate_target_attr: z.int().optional(),
  /** Prefix of targeting keys instead of `hb`. */
  targeting_prefix: z.string().default(''),
  /** Defaults of the request's targeting. A request without one has keys if any is set; the first two apply only to such requests. */
  targeting: z
    .object({
      includewinners: z.boolean().optional(),
      includebidderkeys: z.boolean().optional(),
      includeformat: z.boolean().optional(),
      preferdeals: z.boolean().optional(),
      alwaysincludedeals: z.boolean().optional(),
    })
    .prefault({}),
  /** Named price granularity for requests without one: `low`, `medium`, `high`, `auto`, `dense`. */
  price_granularity: z.string().optional(),
  /** Rounding of prices to buckets: down, up, to the nearest, or at random so that the mean is preserved (`timesplit`). */
  bid_rounding: z.enum(['down', 'true', 'timesplit', 'up']).catch('down').default('down'),
  /** Max bids of one seat per imp in responses with targeting; further ones are removed, whatever `multibid` says; 0: no limit. */
  default_bid_limit: z.int().min(0).default(0),
  /** Add a bid's rank among the bids of its imp. */
  ranking: z.object({ enabled: z.boolean().default(false) }).prefault({}),
  /** Max imps of a request; further ones are dropped; 0: no limit. */
  impression_limit: z.int().min(0).default(0),
  /** Account overrides of the host options with these names. */
  profiles: z.object({ limit: z.int().optional(), fail_on_unknown: z.boolean().optional() }).prefault({}),
  /** Bidders an auction does not wait for once all others have ended; the request's own list takes precedence. */
  secondary_bidders: z.array(z.string()).default([]),
  /** Other seats under which bidders may bid, as in the request. */
  alternatebiddercodes: alternateCodes.optional(),
  /** Price adjustments as in the request, which overrides them. */
  bidadjustments: z.record(z.string(), z.unknown()).optional(),
  /** Per bidder: its media type if it accepts only one per imp. */
  preferredmediatype: z.record(z.string(), z.string()).default({}),
  /** Price floors of this account. */
  price_floors: priceFloors.prefault({}),
  /** Overrides the host's option; empty: the host's setting. */
  validations: z
    .object({
      banner_creative_max_size: z.enum(['skip', 'warn', 'enforce', '']).default(''),
      /** In `account_defaults`: the host's option, unless that is set. Stored accounts do not override it. */
      secure_markup: z.enum(['skip', 'warn', 'enforce', '']).default(''),
      /** Largest banner; 0: the host's setting. */
      max_creative_width: z.int().min(0).default(0),
      max_creative_height: z.int().min(0).default(0),
    })
    .prefault({}),
  privacy: privacy.prefault({}),
  analytics: z
    .object({
      /** Show analytics tags on request (`analytics.options.enableclientdetails`). */
      allow_client_details: z.boolean().default(false),
      /** Java variant, with `events.enabled`: per request type, whether bids have event addresses. Default: `amp` and `app` have. */
      auction_events: z.record(z.string(), z.boolean()).default({}),
      /** Per module: settings of this account. */
      modules: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
    })
    .prefault({}),
  /** Info of the user's previous auctions for bidders that opted in (`adapters.<code>.previous_auction_info`). */
  previous_auction_info: z
    .object({
      /** Store and send it. */
      enabled: z.boolean().default(false),
      /** Only for these bidders; empty: for all that opted in. */
      bidders: z.array(z.string()).default([]),
    })
    .prefault({}),
  /** Detail of this account's metrics: none, requests and invalid creatives, or everything. Default: the host's `metrics.accounts`. */
  metrics: z.object({ verbosity_level: z.enum(['none', 'basic', 'detailed']).optional() }).prefault({}),
  /** Geolocate devices without a location, if the host supports it (`geolocation`). */
  settings: z.object({ geo_lookup: z.boolean().default(false) }).prefault({}),
  /** Lifetime (s) of values cached by `/vtrack`. */
  vtrack: z.object({ ttl: z.int().optional() }).prefault({}),
  /** Modules: settings of this account, and its execution plan in addition to the host's. */
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
