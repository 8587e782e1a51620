/** Module `iab.usgeneral`: decides activities by the applicable US sections, with states converted to the national section. */

import { SECTION } from '#src/privacy/gpp.ts';
import { missingCalifornia, type NationalFields, toNational } from '#src/privacy/us-states.ts';
import type { ActivityDecision, ActivityRequest, PrivacyModule } from './activities.ts';
import type { Activity } from './decision.ts';

const NOTICE = { given: 1, notGiven: 2, notApplicable: 0 } as const;
const OPT_OUT = { yes: 1, no: 2 } as const;
/** Kinds of sensitive data that need consent, and those that may be used with notice. Kind 8 is precise geolocation. */
const NEVER_WITHOUT_CONSENT = [6, 7, 9, 10, 12, 14, 16];
const OPT_OUT_KINDS = [1, 2, 3, 4, 5, 11, 13, 15];
const ALL_BUT_PLACE = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16];
const PLACE = 8;

const sensitive = (fields: NationalFields, kind: number): number | undefined => fields[`SensitiveDataProcessing${kind}`];

/** The user opted out, was not given the notice, or declined without a notice. */
const isOptedOut = (optOut: number | undefined, notice: number | undefined): boolean =>
  optOut === OPT_OUT.yes || notice === NOTICE.notGiven || (notice === NOTICE.notApplicable && optOut === OPT_OUT.no);

function isSharingOptedOut(fields: NationalFields): boolean {
  const { SharingNotice, SharingOptOut, SharingOptOutNotice } = fields;
  if (SharingNotice === NOTICE.notGiven || SharingOptOutNotice === NOTICE.notGiven || SharingOptOut === OPT_OUT.yes) return true;
  const noNotice = SharingNotice === NOTICE.notApplicable || SharingOptOutNotice === NOTICE.notApplicable;
  return noNotice && SharingOptOut === OPT_OUT.no;
}

function concernsChild(fields: NationalFields): boolean {
  const [first, second, third] = [1, 2, 3].map((number) => fields[`KnownChildSensitiveDataConsents${number}`]);
  return first === 1 || second === 1 || third === 1 || second === 2;
}

const hasNoSensitiveNotice = (fields: NationalFields, value: number): boolean =>
  fields['SensitiveDataProcessingOptOutNotice'] === value || fields['SensitiveDataLimitUseNotice'] === value;

/** Conditions that deny every activity these rules cover. */
const isServiceProviderOnly = (fields: NationalFields, gpc: boolean): boolean => fields['MspaServiceProviderMode'] === 1 || gpc;

const isPersonal = (fields: NationalFields, allowsPersonal: boolean): boolean =>
  concernsChild(fields) || (fields['PersonalDataConsents'] === 2 && !allowsPersonal);

function deniesProfile(fields: NationalFields, gpc: boolean, allowsPersonal: boolean): boolean {
  return (
    isServiceProviderOnly(fields, gpc) ||
    isOptedOut(fields['SaleOptOut'], fields['SaleOptOutNotice']) ||
    isSharingOptedOut(fields) ||
    isOptedOut(fields['TargetedAdvertisingOptOut'], fields['TargetedAdvertisingOptOutNotice']) ||
    isPersonal(fields, allowsPersonal)
  );
}

function deniesSensitive(fields: NationalFields): boolean {
  return (
    hasNoSensitiveNotice(fields, NOTICE.notGiven) ||
    (hasNoSensitiveNotice(fields, NOTICE.notApplicable) && ALL_BUT_PLACE.some((kind) => sensitive(fields, kind) === 2)) ||
    OPT_OUT_KINDS.some((kind) => sensitive(fields, kind) === 1) ||
    NEVER_WITHOUT_CONSENT.some((kind) => sensitive(fields, kind) === 1 || sensitive(fields, kind) === 2)
  );
}

function deniesPlace(fields: NationalFields, gpc: boolean, allowsPersonal: boolean): boolean {
  const place = sensitive(fields, PLACE);
  return (
    isServiceProviderOnly(fields, gpc) ||
    hasNoSensitiveNotice(fields, NOTICE.notGiven) ||
    (hasNoSensitiveNotice(fields, NOTICE.notApplicable) && place === 2) ||
    place === 1 ||
    isPersonal(fields, allowsPersonal)
  );
}

/** Whether one section's fields deny an activity; undefined: the rules do not cover it. */
export function deniesActivity(activity: Activity, fields: NationalFields, gpc: boolean, allowsPersonal: boolean): boolean | undefined {
  switch (activity) {
    case 'syncUser':
    case 'enrichUfpd':
      return deniesProfile(fields, gpc, allowsPersonal);
    case 'transmitUfpd':
    case 'transmitEids':
      return deniesProfile(fields, gpc, allowsPersonal) || deniesSensitive(fields);
    case 'transmitPreciseGeo':
      return deniesPlace(fields, gpc, allowsPersonal);
    default:
      return undefined;
  }
}

/** Sections the module supports. */
const KNOWN = [SECTION.usNat, SECTION.usCa, SECTION.usVa, SECTION.usCo, SECTION.usUt, SECTION.usCt];

export interface UsGeneralSettings {
  readonly skipSids: ReadonlySet<number>;
  readonly allowsPersonal: boolean;
}

/** The module with an account's settings. */
export function usGeneral(settings: UsGeneralSettings): PrivacyModule['decide'] {
  const sections = KNOWN.filter((id) => !settings.skipSids.has(id));
  return (activity: Activity, request: ActivityRequest): ActivityDecision => {
    let result: ActivityDecision = 'abstain';
    for (const id of sections) {
      if (!request.gppSid?.includes(id)) continue;
      const section = request.gpp?.us(id);
      const fields = section ? toNational(section) : id === SECTION.usCa ? missingCalifornia : {};
      const denied = deniesActivity(activity, fields, section?.gpc ?? false, settings.allowsPersonal);
      if (denied === true) return 'deny';
      if (denied === false) result = 'allow';
    }
    return result;
  };
}
