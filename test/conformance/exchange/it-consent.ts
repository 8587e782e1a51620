/** `config.consent`: fields of the TCF string that stands for `{{ consent }}`. */
import { GVL, TCModel, TCString } from '@iabtcf/core';

export interface ConsentFields {
  readonly vendorListVersion?: number;
  readonly tcfPolicyVersion?: number;
  readonly purposesConsent?: number[];
  readonly purposesLITransparency?: number[];
  readonly vendorConsent?: number[];
  readonly vendorLegitimateInterest?: number[];
  readonly disclosedVendors?: number[];
}

/** A string with these fields, made by the IAB's own library. */
export function consentString(fields: ConsentFields): string {
  const { vendorListVersion = 52, tcfPolicyVersion = 2 } = fields;
  const list = { gvlSpecificationVersion: 2, vendorListVersion, tcfPolicyVersion, lastUpdated: new Date(0).toISOString(), vendors: {} };
  const named = { purposes: {}, specialPurposes: {}, features: {}, specialFeatures: {}, stacks: {} };
  const model = new TCModel(new GVL({ ...list, ...named } as unknown as ConstructorParameters<typeof GVL>[0]));
  model.purposeConsents.set(fields.purposesConsent ?? []);
  model.purposeLegitimateInterests.set(fields.purposesLITransparency ?? []);
  model.vendorConsents.set(fields.vendorConsent ?? []);
  model.vendorLegitimateInterests.set(fields.vendorLegitimateInterest ?? []);
  model.vendorsDisclosed.set(fields.disclosedVendors ?? []);
  return TCString.encode(model);
}
