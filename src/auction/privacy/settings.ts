/** All privacy settings of an account merged over the host's, compiled once per pair and cached with the account object. */

import type { Account } from '#src/config/account.ts';
import type { HostConfig } from '#src/config/schema.ts';
import { isSwitchedOn } from '../account-switch.ts';
import type { RequestType } from '../auction.ts';
import { type ActivityControl, compileActivities } from './activities.ts';
import { eeaCountries, toCountries } from './gdpr-scope.ts';
import { compileModules } from './privacy-modules.ts';
import { type TcfSettings, tcfSettings } from './tcf-settings.ts';

export interface PrivacySettings {
  readonly gdpr: {
    readonly default: 0 | 1;
    readonly eea: ReadonlySet<string>;
    readonly exemptPublishers: ReadonlySet<string>;
    readonly consentMeansScope: boolean;
    readonly masksAddresses: boolean;
    /** The older fields take precedence over GPP. */
    readonly olderFieldsWin: boolean;
    readonly deviceCountryFirst: boolean;
    isEnabled(requestType: RequestType): boolean;
  };
  readonly tcf: TcfSettings;
  /** `anyCase`: US Privacy strings may use lower case. */
  readonly ccpa: { readonly anyCase: boolean; isEnabled(requestType: RequestType): boolean };
  readonly lmt: boolean;
  readonly coppa: boolean;
  /** Ids are masked together with the whole profile (Java variant). */
  readonly masksProfiles: boolean;
  readonly activities: ActivityControl;
}

function compile(config: HostConfig, account: Account): PrivacySettings {
  const { gdpr } = config;
  const tcf = tcfSettings(config, account.gdpr);
  return {
    gdpr: {
      // Unset: startup rejects that if GDPR is enabled; as a fallback users are protected.
      default: String(gdpr.default_value ?? '1') === '0' ? 0 : 1,
      eea: toCountries(eeaCountries(gdpr.eea_countries, account.gdpr.eea_countries)),
      exemptPublishers: new Set(gdpr.non_standard_publishers.filter((id) => id !== '')),
      consentMeansScope: gdpr.consent_string_means_in_scope,
      masksAddresses: config.rules.maskAddresses,
      olderFieldsWin: config.rules.olderPrivacyFieldsWin,
      deviceCountryFirst: config.rules.deviceCountryFirst,
      isEnabled: (requestType) => gdpr.enabled && isSwitchedOn(account.gdpr, requestType, gdpr.tcf2.enabled),
    },
    tcf,
    ccpa: {
      anyCase: config.rules.uspInAnyCase,
      isEnabled: (requestType) => isSwitchedOn(account.ccpa, requestType, config.rules.enforceUsPrivacy),
    },
    lmt: config.lmt.enforce,
    coppa: config.coppa.enforce,
    masksProfiles: config.rules.masksProfiles,
    activities: compileActivities(
      account.privacy.allowactivities,
      compileModules(account.privacy.modules),
      tcf.eidsFollowUfpd,
      config.rules.ignoresEmptyActivityRules,
    ),
  };
}

const compiled = new WeakMap<HostConfig, WeakMap<Account, PrivacySettings>>();

/** The settings of `account` on this host; account objects are immutable. */
export function privacySettings(config: HostConfig, account: Account): PrivacySettings {
  const known = compiled.get(config)?.get(account);
  if (known) return known;
  const ofHost = compiled.get(config) ?? new WeakMap<Account, PrivacySettings>();
  compiled.set(config, ofHost);
  const settings = compile(config, account);
  ofHost.set(account, settings);
  return settings;
}
