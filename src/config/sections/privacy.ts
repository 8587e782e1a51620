/**
 * Privacy of the host: TCF, US Privacy, limit ad tracking, COPPA, and the source of vendor lists. Both variants' names are accepted:
 * `tcf2.purpose1` … (Go) and `purposes.p1` … (Java); the second takes precedence.
 */
import { z } from 'zod';
import { EEA_COUNTRIES } from './eea.ts';

const names = z.array(z.string());

const purpose = (number: number) =>
  z
    .object({
      /** `full` requires consent to purpose and vendor, `basic` uses only the user's choices in the string. */
      enforce_algo: z
        .string()
        .default('full')
        .refine((algo) => algo === 'basic' || algo === 'full', {
          error: (issue) => `gdpr.tcf2.purpose${number}.enforce_algo must be "basic" or "full". Got ${String(issue.input)}`,
        }),
      /** False: consent to the purpose is not required. */
      enforce_purpose: z.boolean().default(true),
      /** False: consent to the vendor is not required. */
      enforce_vendors: z.boolean().default(true),
      /** Bidders exempt from the purpose. */
      vendor_exceptions: names.default([]),
    })
    .prefault({});

const feature = z.object({ enforce: z.boolean().default(true), vendor_exceptions: names.default([]) }).prefault({});

const tcf2 = z
  .object({
    enabled: z.boolean().default(true),
    purpose1: purpose(1),
    purpose2: purpose(2),
    purpose3: purpose(3),
    purpose4: purpose(4),
    purpose5: purpose(5),
    purpose6: purpose(6),
    purpose7: purpose(7),
    purpose8: purpose(8),
    purpose9: purpose(9),
    purpose10: purpose(10),
    /** Precise geolocation: whether an opt-in is required, and exempt bidders. */
    special_feature1: feature,
    /** Treatment of publishers in a country with its own rule for purpose 1. */
    purpose_one_treatment: z.object({ enabled: z.boolean().default(true), access_allowed: z.boolean().default(true) }).prefault({}),
  })
  .prefault({});

/** Effect of purpose 4 on eids (Java variant). */
export const eidPolicy = z.object({
  /** Activity `transmitEids` follows `transmitUfpd` if it has no rules of its own. Default: true. */
  activity_transition: z.boolean().optional(),
  /** Eids require consent to purpose 4 itself. */
  require_consent: z.boolean().optional(),
  /** Sources that remain if any purpose from 2 to 10 is allowed. */
  exceptions: names.optional(),
});

/** A purpose in the Java variant's format. */
const javaPurpose = z.object({
  /** `no`, or the algorithm. */
  enforce_purpose: z.enum(['no', 'basic', 'full']).optional(),
  enforce_vendors: z.boolean().optional(),
  vendor_exceptions: names.optional(),
  eid: eidPolicy.optional(),
});
const javaPurposes = z.partialRecord(z.enum(['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9', 'p10']), javaPurpose).prefault({});

const javaFeature = z.object({ enforce: z.boolean().optional(), vendor_exceptions: names.optional() });
const javaFeatures = z.partialRecord(z.enum(['sf1', 'sf2']), javaFeature).prefault({});
const oneTreatment = z.enum(['ignore', 'no-access-allowed', 'access-allowed']);

const retryPolicy = z
  .object({
    exponential_backoff: z
      .object({
        /** First pause (ms). */
        delay_millis: z.int().min(1).default(60_000),
        /** Max pause (ms). */
        max_delay_millis: z.int().min(1).default(120_000),
        /** Growth factor of the pauses. */
        factor: z.number().min(1).default(1.1),
        /** Random variation of the pauses, as a share. */
        jitter: z.number().min(0).max(1).default(0.2),
      })
      .optional(),
    fixed_interval: z
      .object({
        /** Length of each pause (ms). */
        delay: z.int().min(1).default(60_000),
        /** Retries after the first attempt; absent: unlimited. */
        retries_left: z.int().min(0).optional(),
      })
      .optional(),
  })
  .prefault({});

const vendorListSource = (spec: 2 | 3) =>
  z
    .object({
      /** `{VERSION}` is replaced by the list's number. */
      http_endpoint_template: z.string().default(`https://vendor-list.consensu.org/v${spec}/archives/vendor-list-v{VERSION}.json`),
      /** Folder that stores fetched lists across restarts; '': `vendor-lists` in `data_dir`. */
      cache_dir: z.string().default(''),
      /** A list used while the required one is unavailable; '': none. */
      fallback_vendor_list_path: z.string().default(''),
      /** Use the fallback list for every version, without fetching. */
      deprecated: z.boolean().default(false),
      /** Timeout of a fetch, ms. */
      http_default_timeout_ms: z.int().min(1).default(2000),
      /** Pauses between attempts for one version: exponential or fixed; set one of the two. */
      retry_policy: retryPolicy,
      /** ms until fetching of an unavailable version restarts. */
      refresh_missing_list_period_ms: z.int().min(1000).default(3600000),
    })
    .prefault({});

const defaultValue = z.union([z.literal('0'), z.literal('1'), z.literal(0), z.literal(1), z.literal('')], {
  error: 'gdpr.default_value must be 0 or 1',
});

export const privacyOptions = {
  gdpr: z
    .object({
      /** Apply the GDPR. */
      enabled: z.boolean().default(true),
      /**
       * Default if neither the request nor its country determines whether the GDPR applies. Required; with `variant: java` the default is
       * that it applies.
       */
      default_value: defaultValue.optional(),
      /** This host's own id in the vendor list; 0: none, its cookie is not checked. */
      host_vendor_id: z.int().min(0, 'gdpr.host_vendor_id must be in the range [0, 65535]').max(65535).default(0),
      /** Timeouts of fetching vendor lists in ms: all of them at startup, one at run time; 0: as in `vendorlist`. */
      timeouts_ms: z
        .object({ init_vendorlist_fetches: z.int().min(0).default(0), active_vendorlist_fetch: z.int().min(0).default(0) })
        .prefault({}),
      /** Max ms a starting host waits for the newest vendor list; a list on disk, or a fallback, is enough. */
      vendor_list_wait_ms: z.int().min(0).default(2000),
      /** Publishers whose auctions are exempt from TCF. */
      non_standard_publishers: names.default(['']),
      /** Interval between fetches of the newest vendor list, which shows deleted vendors. */
      live_gvl_refresh_interval_seconds: z.int().min(1).default(86400),
      /** alpha-3 (or alpha-2) codes, as a list or a comma-separated string; case-insensitive */
      eea_countries: z.union([names, z.string()]).default(EEA_COUNTRIES),
      /** Enforcement of purposes, in the Go variant's format. An account may override it. */
      tcf2,
      /** The same in the Java variant's format (`p1` to `p10`); takes precedence over `tcf2`. */
      purposes: javaPurposes,
      /** `sf1`, `sf2`, in the Java variant's format. */
      special_features: javaFeatures,
      /** `purpose_one_treatment` in the Java variant's format. */
      purpose_one_treatment_interpretation: oneTreatment.optional(),
      /** A decodable consent string implies that the GDPR applies. */
      consent_string_means_in_scope: z.boolean().default(false),
      /**
       * Mask addresses for all recipients if a decodable string does not opt in to precise geolocation, in scope or not. Default: by
       * variant (java: yes).
       */
      mask_addresses_without_precise_geo: z.boolean().optional(),
      /** Strings from March 2026 on must state the vendor as disclosed (TCF 2.3). Default: by variant (java: yes). */
      strict_disclosed_vendors_treatment: z.boolean().optional(),
      vendorlist: z
        .object({
          v2: vendorListSource(2),
          v3: vendorListSource(3),
          /** The newest list, which shows deleted vendors. */
          live: z
            .object({
              http_endpoint: z.string().default('https://vendor-list.consensu.org/v3/vendor-list.json'),
              enabled: z.boolean().default(true),
              /** Folder to read at startup, before the first fetch; '': none. */
              startup_cache_dir: z.string().default(''),
            })
            .prefault({}),
        })
        .prefault({}),
    })
    .prefault({}),
  /** Enforce US Privacy strings; an account may override it. Default: by variant (java: yes). */
  ccpa: z.object({ enforce: z.boolean().optional() }).prefault({}),
  /** Limit ad tracking removes ids and precise geolocation. */
  lmt: z.object({ enforce: z.boolean().default(true) }).prefault({}),
  /** COPPA requests lose identifying data. */
  coppa: z.object({ enforce: z.boolean().default(true) }).prefault({}),
};

/**
 * Validates combinations of privacy options: errors stop the startup, warnings are logged. Legally relevant settings must be explicit; the
 * Java variant assumes that the GDPR applies.
 */
export function checkPrivacyOptions(config: {
  readonly variant?: 'go' | 'java';
  readonly gdpr: { readonly enabled: boolean; readonly default_value?: string | number | undefined; readonly host_vendor_id: number };
  readonly account_defaults: {
    readonly privacy: { readonly ipv4: { readonly anon_keep_bits: number }; readonly ipv6: { readonly anon_keep_bits: number } };
  };
}): { errors: string[]; warnings: string[] } {
  const errors: string[] = [];
  const warnings: string[] = [];
  const { gdpr } = config;
  if ((gdpr.default_value ?? '') === '' && config.variant !== 'java') errors.push('gdpr.default_value: is required and must be specified');
  if (gdpr.enabled && gdpr.host_vendor_id === 0)
    warnings.push('gdpr.host_vendor_id was not specified. Host company GDPR checks will be skipped.');
  const AT = 'account_defaults.privacy';
  const { ipv4, ipv6 } = config.account_defaults.privacy;
  if (ipv4.anon_keep_bits < 0 || ipv4.anon_keep_bits > 32)
    errors.push(`${AT}.ipv4.anon_keep_bits: bits cannot exceed 32 in ipv4 address, or be less than 0`);
  if (ipv6.anon_keep_bits < 0 || ipv6.anon_keep_bits > 128)
    errors.push(`${AT}.ipv6.anon_keep_bits: bits cannot exceed 128 in ipv6 address, or be less than 0`);
  return { errors, warnings };
}
