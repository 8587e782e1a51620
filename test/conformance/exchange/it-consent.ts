/** `config.consent`: fields of the TCF string for `{{ consent }}`. */
import { GVL, TCModel, TCString } from '@iabtcf/core';
import { itVendors } from './it-settings.ts';

export interface ConsentFields {
  readonly vendorListVersion?: number;
  readonly tcfPolicyVersion?: number;
  readonly purposesConsent?: number[];
  readonly purposesLITransparency?: number[];
  readonly vendorConsent?: number[];
  readonly vendorLegitimateInterest?: number[];
  readonly disclosedVendors?: number[];
}

/** The content of a list's purposes is irrelevant, only their presence. */
const ids = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, i) => [i + 1, { id: i + 1, name: '' }]));

/** The list with the vendors to disclose: the library omits all others, and discloses all of these. */
function listOf(vendorListVersion: number, tcfPolicyVersion: number, disclosed: readonly number[]): object {
  const vendors = disclosed.map((id) => [id, { name: '', ...itVendors(vendorListVersion)[id] }]);
  return {
    gvlSpecificationVersion: 2,
    vendorListVersion,
    tcfPolicyVersion,
    lastUpdated: new Date(0).toISOString(),
    purposes: ids(11),
    specialPurposes: ids(3),
    features: ids(3),
    specialFeatures: ids(2),
    stacks: {},
    vendors: Object.fromEntries(vendors),
  };
}

/** A string with these fields, encoded by the IAB's own library. */
export function consentString(fields: ConsentFields): string {
  const { vendorListVersion = 52, tcfPolicyVersion = 2, vendorConsent = [] } = fields;
  const list = listOf(vendorListVersion, tcfPolicyVersion, fields.disclosedVendors ?? vendorConsent);
  const model = new TCModel(new GVL(list as ConstructorParameters<typeof GVL>[0]));
  model.purposeConsents.set(fields.purposesConsent ?? []);
  model.purposeLegitimateInterests.set(fields.purposesLITransparency ?? []);
  model.vendorConsents.set(vendorConsent);
  model.vendorLegitimateInterests.set(fields.vendorLegitimateInterest ?? []);
  return TCString.encode(model);
}
