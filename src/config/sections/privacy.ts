/**
 * Privacy of the host: TCF, US Privacy, limit ad tracking, COPPA, and where vendor lists come from. Both variants'
 * spellings are read: `tcf2.purpose1` … (Go) and `purposes.p1` … (Java); what is set under the second wins.
 */
import { z } from 'zod';
import { EEA_COUNTRIES } from './eea.ts';

const names = z.array(z.string());

const purpose = (number: number) =>
  z
    .object({
      /** `full` asks for consent to purpose and vendor, `basic` only for what the string says at all. */
      enforce_algo: z
        .string()
        .default('full')
        .refine((algo) => algo === 'basic' || algo === 'full', {
          error: (issue) => `gdpr.tcf2.purpose${number}.enforce_algo must be "basic" or "full". Got ${String(issue.input)}`,
        }),
      /** False: consent to the purpose is not asked for. */
      enforce_purpose: z.boolean().default(true),
      /** False: consent to the vendor is not asked for. */
      enforce_vendors: z.boolean().default(true),
      /** Bidders the purpose is not enforced for. */
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
    /** Precise location: whether an opt-in is needed, and for whom not. */
    special_feature1: feature,
    /** What holds where the publisher is of a country that treats purpose 1 by itself. */
    purpose_one_treatment: z.object({ enabled: z.boolean().default(true), access_allowed: z.boolean().default(true) }).prefault({}),
  })
  .prefault({});

/** How user ids from elsewhere (eids) go with purpose 4 (Java variant). */
export const eidPolicy = z.object({
  /** Activity `transmitEids` follows `transmitUfpd` where it has no rules of its own. */
  activity_transition: z.boolean().optional(),
  /** Eids need consent to purpose 4 itself. */
  require_consent: z.boolean().optional(),
  /** Sources that stay where any purpose 2 to 10 is allowed. */
  exceptions: names.optional(),
});

/** A purpose as the Java variant spells it. */
export const javaPurpose = z.object({
  /** `no`, or the algorithm. */
  enforce_purpose: z.enum(['no', 'basic', 'full']).optional(),
  enforce_vendors: z.boolean().optional(),
  vendor_exceptions: names.optional(),
  eid: eidPolicy.optional(),
});
export const javaPurposes = z
  .partialRecord(z.enum(['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9', 'p10']), javaPurpose)
  .prefault({});

const javaFeature = z.object({ enforce: z.boolean().optional(), vendor_exceptions: names.optional() });
export const javaFeatures = z.partialRecord(z.enum(['sf1', 'sf2']), javaFeature).prefault({});
export const oneTreatment = z.enum(['ignore', 'no-access-allowed', 'access-allowed']);

const vendorListSource = (spec: 2 | 3) =>
  z
    .object({
      /** `{VERSION}` stands for the list's number. */
      http_endpoint_template: z.string().default(`https://vendor-list.consensu.org/v${spec}/archives/vendor-list-v{VERSION}.json`),
      /** Folder where fetched lists are kept between starts; '': memory only. */
      cache_dir: z.string().default(''),
      /** A list taken while the wanted one cannot be had; '': none. */
      fallback_vendor_list_path: z.string().default(''),
      /** Every version is answered with the fallback list, nothing is fetched. */
      deprecated: z.boolean().default(false),
      /** ms a fetch may take. */
      http_default_timeout_ms: z.int().min(1).default(2000),
      /** ms before a version that could not be fetched is tried again from the start. */
      refresh_missing_list_period_ms: z.int().min(1000).default(3600000),
    })
    .prefault({});

const defaultValue = z.union([z.literal('0'), z.literal('1'), z.literal(0), z.literal(1), z.literal('')], {
  error: 'gdpr.default_value must be 0 or 1',
});

export const privacyOptions = {
  gdpr: z
    .object({
      /** The GDPR is looked at at all. */
      enabled: z.boolean().default(true),
      /** Whether the GDPR applies where neither the request nor its country says. Must be set; with `variant: java` it applies unless this says otherwise. */
      default_value: defaultValue.optional(),
      /** This host's own id in the vendor list; 0: none, its cookie is not checked. */
      host_vendor_id: z.int().min(0, 'gdpr.host_vendor_id must be in the range [0, 65535]').max(65535).default(0),
      /** ms to fetch vendor lists: all of them at the start, one while the host runs; 0: as `vendorlist` says. */
      timeouts_ms: z
        .object({ init_vendorlist_fetches: z.int().min(0).default(0), active_vendorlist_fetch: z.int().min(0).default(0) })
        .prefault({}),
      /** Publishers whose auctions are not subject to TCF. */
      non_standard_publishers: names.default(['']),
      /** How often the newest vendor list is fetched, to see which vendors are still in it. */
      live_gvl_refresh_interval_seconds: z.int().min(1).default(86400),
      /** alpha-3 (or alpha-2) codes, as a list or as one text with commas; case does not count */
      eea_countries: z.union([names, z.string()]).default(EEA_COUNTRIES),
      /** Which purposes are enforced and how, in the spelling of the Go variant. An account may say otherwise. */
      tcf2,
      /** The same in the spelling of the Java variant (`p1` to `p10`); wins over `tcf2`. */
      purposes: javaPurposes,
      /** `sf1`, `sf2`, in the spelling of the Java variant. */
      special_features: javaFeatures,
      /** `purpose_one_treatment` in the spelling of the Java variant. */
      purpose_one_treatment_interpretation: oneTreatment.optional(),
      /** A consent string that can be read puts the request in scope. */
      consent_string_means_in_scope: z.boolean().default(false),
      /** Cut addresses for everybody where a readable string does not opt in to precise location, in scope or not. Default: by variant (java: yes). */
      mask_addresses_without_precise_geo: z.boolean().optional(),
      /** Strings from March 2026 on must name the vendor as disclosed (TCF 2.3). Default: by variant (java: yes). */
      strict_disclosed_vendors_treatment: z.boolean().optional(),
      vendorlist: z
        .object({
          v2: vendorListSource(2),
          v3: vendorListSource(3),
          /** The newest list: which vendors have been deleted from it. */
          live: z
            .object({
              http_endpoint: z.string().default('https://vendor-list.consensu.org/v3/vendor-list.json'),
              enabled: z.boolean().default(true),
            })
            .prefault({}),
        })
        .prefault({}),
      amp_exception: z.never({ error: 'gdpr.amp_exception has been discontinued' }).optional(),
    })
    .prefault({}),
  /** Enforce US Privacy strings; an account may say otherwise. */
  ccpa: z.object({ enforce: z.boolean().default(false) }).prefault({}),
  /** Limit ad tracking takes ids and precise location away. */
  lmt: z.object({ enforce: z.boolean().default(true) }).prefault({}),
  /** Requests about children lose what identifies them. */
  coppa: z.object({ enforce: z.boolean().default(true) }).prefault({}),
};

/** What only the whole of the settings shows: faults stop the start, warnings are logged (privacy.md section 4). */
export function checkPrivacyOptions(config: {
  readonly gdpr: { readonly enabled: boolean; readonly default_value?: string | number | undefined; readonly host_vendor_id: number };
  readonly account_defaults: {
    readonly privacy: { readonly ipv4: { readonly anon_keep_bits: number }; readonly ipv6: { readonly anon_keep_bits: number } };
  };
}): { faults: string[]; warnings: string[] } {
  const faults: string[] = [];
  const warnings: string[] = [];
  const { gdpr } = config;
  if (gdpr.default_value === undefined || gdpr.default_value === '') faults.push('gdpr.default_value is required and must be specified');
  if (gdpr.enabled && gdpr.host_vendor_id === 0)
    warnings.push('gdpr.host_vendor_id was not specified. Host company GDPR checks will be skipped.');
  const { ipv4, ipv6 } = config.account_defaults.privacy;
  if (ipv4.anon_keep_bits < 0 || ipv4.anon_keep_bits > 32) faults.push('bits cannot exceed 32 in ipv4 address, or be less than 0');
  if (ipv6.anon_keep_bits < 0 || ipv6.anon_keep_bits > 128) faults.push('bits cannot exceed 128 in ipv6 address, or be less than 0');
  return { faults, warnings };
}
