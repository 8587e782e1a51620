/** Compiled TCF settings: the account's value if set, else the host's. */
import type { GdprSettings, PurposeRule } from '#src/config/account.ts';
import type { HostConfig } from '#src/config/schema.ts';

/** Enforcement of one purpose. Exceptions name core bidders, case-sensitively. */
export interface PurposeSettings {
  readonly algo: 'full' | 'basic';
  readonly enforcePurpose: boolean;
  readonly enforceVendors: boolean;
  readonly exceptions: ReadonlySet<string>;
}

export interface FeatureSettings {
  readonly enforce: boolean;
  readonly exceptions: ReadonlySet<string>;
}

export interface TcfSettings {
  /** By number; the first is a placeholder. */
  readonly purposes: readonly PurposeSettings[];
  readonly feature1: FeatureSettings;
  /** Core bidders that use the basic algorithm for purposes 2 to 10. */
  readonly basicVendors: ReadonlySet<string>;
  readonly treatment: { readonly enabled: boolean; readonly accessAllowed: boolean };
  readonly hostVendorId: number;
  /** Eids need consent to purpose 4 itself, except for these sources. */
  readonly eids: { readonly requireConsent: boolean; readonly exceptions?: ReadonlySet<string> | undefined };
  /** Ids need purpose 4 itself; eids any purpose from 2 on (Java variant). */
  readonly idsNeedPurpose4: boolean;
  /** Vendors are enforced without a consent string, too (Java variant). */
  readonly enforceVendorsWithoutConsent: boolean;
  /** Without the vendor list of a string, purposes use the basic algorithm (Java variant). */
  readonly basicWithoutList: boolean;
  /** A purpose that is not enforced depends on the vendor alone (Java variant). */
  readonly vendorsAloneIfUnenforced: boolean;
  /** Purpose 1 has the rules of the other purposes (Java variant). */
  readonly purpose1AsOthers: boolean;
  /** Activity `transmitEids` follows `transmitUfpd` if it has no rules of its own. */
  readonly eidsFollowUfpd: boolean;
  /** Recent strings must state vendors as disclosed (TCF 2.3). */
  readonly strictDisclosure: boolean;
}

const LAST_PURPOSE = 10;

type HostGdpr = HostConfig['gdpr'];
type HostPurpose = HostGdpr['tcf2']['purpose1'];
type PurposeName = 'purpose1';
type JavaName = 'p1';

/** The host's rule for a purpose in the Go variant's terms, in whichever spelling it was set. */
function hostPurpose(gdpr: HostGdpr, number: number): HostPurpose {
  const own = gdpr.tcf2[`purpose${number}` as PurposeName];
  const java = gdpr.purposes[`p${number}` as JavaName];
  if (!java) return own;
  const mode = java.enforce_purpose;
  return {
    enforce_algo: mode === 'basic' || mode === 'full' ? mode : own.enforce_algo,
    enforce_purpose: mode === undefined ? own.enforce_purpose : mode !== 'no',
    enforce_vendors: java.enforce_vendors ?? own.enforce_vendors,
    vendor_exceptions: java.vendor_exceptions ?? own.vendor_exceptions,
  };
}

/** The account's value wins, field by field; an empty algorithm counts as unset. */
function purposeSettings(host: HostPurpose, account: PurposeRule): PurposeSettings {
  const algo = account.enforce_algo || host.enforce_algo;
  return {
    algo: algo === 'basic' ? 'basic' : 'full',
    enforcePurpose: account.enforce_purpose ?? host.enforce_purpose,
    enforceVendors: account.enforce_vendors ?? host.enforce_vendors,
    exceptions: new Set(account.vendor_exceptions ?? host.vendor_exceptions),
  };
}

const TREATMENT = {
  ignore: { enabled: false, access_allowed: true },
  'no-access-allowed': { enabled: true, access_allowed: false },
  'access-allowed': { enabled: true, access_allowed: true },
} as const;

/** Compiles the settings of one account. */
export function tcfSettings(config: HostConfig, account: GdprSettings): TcfSettings {
  const { gdpr } = config;
  const purposes = Array.from({ length: LAST_PURPOSE + 1 }, (_, number) =>
    purposeSettings(hostPurpose(gdpr, Math.max(number, 1)), account[`purpose${Math.max(number, 1)}` as PurposeName]),
  );
  const sf1 = { ...gdpr.tcf2.special_feature1, ...given(gdpr.special_features.sf1), ...given(account.special_feature1) };
  const interpretation = gdpr.purpose_one_treatment_interpretation;
  const treatment = {
    ...gdpr.tcf2.purpose_one_treatment,
    ...(interpretation && TREATMENT[interpretation]),
    ...given(account.purpose_one_treatment),
  };
  const eids = { ...given(gdpr.purposes.p4?.eid), ...given(account.purpose4.eid) };
  return {
    purposes,
    feature1: { enforce: sf1.enforce, exceptions: new Set(sf1.vendor_exceptions) },
    basicVendors: new Set(account.basic_enforcement_vendors),
    treatment: { enabled: treatment.enabled, accessAllowed: treatment.access_allowed },
    hostVendorId: gdpr.host_vendor_id,
    eids: {
      requireConsent: eids.require_consent ?? false,
      exceptions: eids.exceptions && eids.exceptions.length > 0 ? new Set(eids.exceptions) : undefined,
    },
    idsNeedPurpose4: config.rules.idsNeedPurpose4,
    enforceVendorsWithoutConsent: config.rules.enforceVendorsWithoutConsent,
    basicWithoutList: config.rules.basicWithoutVendorList,
    vendorsAloneIfUnenforced: config.rules.vendorsAloneIfUnenforced,
    purpose1AsOthers: config.rules.purpose1AsOthers,
    eidsFollowUfpd: eids.activity_transition ?? true,
    strictDisclosure: config.rules.requireDisclosedVendors,
  };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that are set. */
function given<T extends object>(settings: T | undefined): Given<T> {
  return Object.fromEntries(Object.entries(settings ?? {}).filter(([, value]) => value !== undefined && value !== null)) as Given<T>;
}
